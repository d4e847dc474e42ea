// Imports a long list while a door is open.

import GRDB
import TicketSigning

/// Merges a list in pieces, each in a transaction of some hundredths of a second.
///
/// The rows are first written to the table `arriving`, which nothing else reads. The row in `arrival` marks them as
/// complete: from then on the import is committed. The importer does the rest or, if it is interrupted, the next
/// process to open the ledger for writing.
struct ResumableImport {
    private let db: Database

    /// - Parameter db: A database in a write transaction.
    init(_ db: Database) {
        self.db = db
    }

    /// Saves the next staged rows permanently, except those that would change nothing.
    ///
    /// - Parameters:
    ///   - place: The last row that was examined, 0 at first.
    ///   - origin: The earlier import of the same file.
    ///   - isListed: Whether an import is recorded, which then marks each of its tickets as listed.
    /// - Returns: The last row that has been examined now; `nil` if there are no more.
    /// - Throws: `DatabaseError`.
    func keep(after place: Int, origin: ImportOrigin = ImportOrigin(nil), isListed: Bool = false) throws -> Int? {
        // No index is updated here, so four times as many rows take as long.
        let last = place + Ledger.pieceCount * 4
        try db.execute(
            sql: """
                INSERT INTO arriving
                SELECT place, staged.id, staged.user, staged.tier, staged.status, staged.holder, staged.reference,
                    staged.admits, staged.note, staged.opens_ms, staged.closes_ms, staged.barcode, staged.line
                FROM temp.staged LEFT JOIN ticket ON ticket.id = staged.id
                WHERE place > ? AND place <= ?
                    AND (ticket.id IS NULL OR ? AND ticket.listed IS NOT ? OR \(origin.isChanged))
                """,
            arguments: [place, last, isListed, origin.number ?? -1]
        )
        let more = "SELECT 1 FROM temp.staged WHERE place > ? LIMIT 1"
        return try Int.fetchOne(db, sql: more, arguments: [last]).map { _ in last }
    }

    /// Marks the rows as complete.
    func begin(event: EventID, epoch: UInt32, from file: ListFile? = nil) throws {
        let origin = try ImportOrigin.begin(file, into: event, in: db)
        try db.execute(
            sql: "INSERT INTO arrival (event, epoch, import, corrects, taken) VALUES (?, ?, ?, ?, 0)",
            arguments: [event.blob, epoch, origin.number, origin.isCorrection]
        )
    }

    /// Merges the next piece into the ticket list.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `DatabaseError`.
    func mergePiece() throws -> Bool {
        guard let arrival = try Row.fetchOne(db, sql: "SELECT * FROM arrival") else { return false }
        let taken: Int = arrival["taken"]
        try db.execute(
            sql: """
                CREATE TEMP TABLE piece AS
                SELECT place - ?1 AS place, place - ?1 AS number, id, user, tier, status, holder, reference,
                    admits, note,
                    opens_ms, closes_ms, barcode, line
                FROM arriving WHERE place > ?1 ORDER BY place LIMIT ?2
                """,
            arguments: [taken, Ledger.pieceCount]
        )
        let last = try Int.fetchOne(db, sql: "SELECT max(place) FROM temp.piece")
        if let last {
            let origin = ImportOrigin(number: arrival["import"], isCorrection: arrival["corrects"])
            try ImportMerge(db, event: try arrival.identifier("event"), epoch: arrival["epoch"], origin: origin)
                .add(listed: "temp.piece", sorted: "temp.piece")
            try db.execute(sql: "UPDATE arrival SET taken = ?", arguments: [taken + last])
        } else {
            try clear()
        }
        try db.execute(sql: "DROP TABLE temp.piece")
        return last != nil
    }

    /// Deletes all saved rows.
    func clear() throws {
        try db.execute(sql: "DELETE FROM arriving; DELETE FROM arrival")
    }
}

extension Ledger {
    /// Merges the staged list into the ledger in pieces.
    func bringInStagedTickets(of event: EventID, epoch: UInt32, from file: ListFile?) async throws {
        let earlier = try await read { db in try file.flatMap { try ListImport.of($0, into: event, in: db) } }
        let origin = ImportOrigin(earlier)
        var place: Int? = 0
        while let last = place {
            place = try await writeInTurn {
                try ResumableImport($0).keep(after: last, origin: origin, isListed: file != nil)
            }
        }
        try await write { try ResumableImport($0).begin(event: event, epoch: epoch, from: file) }
        do {
            while try await writeInTurn({ try ResumableImport($0).mergePiece() }) {}
        } catch LedgerError.diskFull {
            // The rows are kept, and whoever opens the ledger next goes on.
            throw LedgerError.partlyImported(path: path)
        }
    }

    /// Writes, then lets others write.
    private func writeInTurn<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let start = ContinuousClock.now
        let value = try await write(body)
        try await letOthersWrite(since: start)
        return value
    }

    /// Finishes an import that was interrupted, or discards it if its rows were not complete. Leaves an import alone
    /// that is still running.
    func finishInterruptedImport() throws {
        func write<Value>(_ body: (ResumableImport) throws -> Value) throws -> Value {
            try queue.writeWithoutTransaction { db in try transaction(in: db) { try body(ResumableImport($0)) } }
        }
        let count = "SELECT (SELECT count(*) FROM arrival) + EXISTS (SELECT 1 FROM arriving)"
        let isEmpty = try queue.read { try Int.fetchOne($0, sql: count) == 0 }
        guard let lock, !isEmpty, lock.beginImport() else { return }
        defer { lock.endImport() }
        while try write({ try $0.mergePiece() }) {}
        try write { try $0.clear() }
    }
}
