// Signs what this ledger's box wrote, before its key is gone.

import FoundationEssentials
import GRDB
import TicketSigning

extension Ledger {
    /// Signs what this ledger's box wrote and has not signed yet, with pauses in which guests are let in.
    func signAll(by signer: any RecordSigner) async throws {
        for log in LogKind.allCases {
            while true {
                let start = ContinuousClock.now
                let count = try await write { db in try log.signLines(by: signer, limit: Self.pieceCount, in: db) }
                guard count == Self.pieceCount else { break }
                try await letOthersWrite(since: start)
            }
        }
        while true {
            let start = ContinuousClock.now
            let count = try await write { db in
                try SharedVersion.signTickets(by: signer, limit: Self.pieceCount, in: db)
            }
            guard count == Self.pieceCount else { break }
            try await letOthersWrite(since: start)
        }
    }
}

extension SharedVersion {
    /// Signs events and messages of the ledger's box that are not signed yet.
    static func signLists(by signer: some RecordSigner, in db: Database) throws {
        let box = signer.box.blob
        let events = "SELECT * FROM event WHERE stamper = ? AND signature IS NULL"
        for row in try Row.fetchAll(db, sql: events, arguments: [box]) {
            let event = try SharedEvent(row, in: db)
            let signature = try VersionSignature.sign(.event(event), by: signer)
            let update = "UPDATE event SET signature = ? WHERE id = ?"
            try db.execute(sql: update, arguments: [signature.asSignature, event.id.blob])
        }
        let messages = "SELECT * FROM message WHERE box = ? AND signature IS NULL"
        for row in try Row.fetchAll(db, sql: messages, arguments: [box]) {
            let message = try SharedMessage(row)
            let signature = try VersionSignature.sign(.message(message), by: signer)
            let update = "UPDATE message SET signature = ? WHERE id = ?"
            try db.execute(sql: update, arguments: [signature.asSignature, message.id.blob])
        }
    }

    /// Signs tickets of the ledger's box that are not signed yet.
    ///
    /// - Returns: How many.
    static func signTickets(by signer: some RecordSigner, limit: Int, in db: Database) throws -> Int {
        let sql = """
            SELECT * FROM ticket WHERE stamper = ? AND signature IS NULL AND NOT purged
                AND rev <= (SELECT stamped_rev FROM sync_state) LIMIT ?
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [signer.box.blob, limit])
        let update = try db.cachedStatement(sql: "UPDATE ticket SET signature = ? WHERE id = ?")
        for row in rows {
            let ticket = try SharedTicket(row)
            let signature = try VersionSignature.sign(.ticket(ticket), by: signer)
            try update.execute(arguments: [signature.asSignature, ticket.id.blob])
        }
        return rows.count
    }

    /// Makes new versions, by this ledger's box, of those that another one wrote and that nobody can verify.
    ///
    /// - Parameters:
    ///   - box: The other box.
    ///   - db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    static func takeOver(unsignedOf box: BoxID, in db: Database) throws {
        let events = "SELECT id FROM event WHERE stamper = ? AND signature IS NULL"
        for row in try Row.fetchAll(db, sql: events, arguments: [box.blob]) {
            let (id, rev): (EventID, Int64) = (try row.identifier("id"), try ListRevision.next(in: db))
            let update = "UPDATE event SET stamper = NULL, rev = ? WHERE id = ?"
            try db.execute(sql: update, arguments: [rev, id.blob])
        }
        // A revision after the last one that has a stamp means that the row needs another.
        try db.execute(
            sql: """
                UPDATE ticket SET rev = numbered.rev FROM (
                    SELECT id, (SELECT max(rev) FROM ticket) + row_number() OVER (ORDER BY rev) AS rev FROM ticket
                    WHERE stamper = ?1 AND signature IS NULL AND NOT purged
                        AND rev <= (SELECT stamped_rev FROM sync_state)
                ) AS numbered WHERE numbered.id = ticket.id
                """,
            arguments: [box.blob])
    }
}

extension LogKind {
    /// Signs lines of the ledger's box that are not signed yet.
    ///
    /// - Returns: How many.
    func signLines(by signer: some RecordSigner, limit: Int, in db: Database) throws -> Int {
        let sql = "SELECT seq, branch, chain FROM \(table) WHERE box = ? AND signature IS NULL LIMIT ?"
        let box = signer.box.blob
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [box, limit])
        let update = try db.cachedStatement(
            sql: "UPDATE \(table) SET signature = ? WHERE box = ? AND seq = ? AND branch = ?")
        let chains = rows.map { RecordBytes(Array($0["chain"] as Data)) }
        for (row, signature) in zip(rows, LineSignature.sign(chains, by: signer)) {
            let (seq, branch): (Int64, Int) = (row["seq"], row["branch"])
            try update.execute(arguments: [Data(signature.bytes), box, seq, branch])
        }
        return rows.count
    }
}
