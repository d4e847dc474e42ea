// A long list on its way into the ledger of an open door.

import GRDB
import TicketSigning

/// Brings a list in piece by piece, each in a transaction that lasts some hundredths of a second.
///
/// The rows are first put into the table `arriving`, where nobody looks. The row in `arrival` says that all of them are
/// there: from then on the list is in, and what is left to do is done by the importer or, should it be cut off, by
/// whoever opens the ledger for writing next.
struct ResumableImport {
    private let db: Database

    /// Rows of a transaction.
    static let pieceCount = 1000

    /// - Parameter db: In a write transaction.
    init(_ db: Database) {
        self.db = db
    }

    /// Puts the next staged rows where they survive, but for those that would change nothing.
    ///
    /// - Parameters:
    ///   - place: The last one that was looked at, 0 at first.
    ///   - origin: The import of the same file before.
    ///   - isListed: Whether an import is written down: it notes for each ticket that it had it.
    /// - Returns: The last one that has been looked at now; `nil` when there are no more.
    /// - Throws: `DatabaseError`.
    func keep(after place: Int, origin: ImportOrigin = ImportOrigin(nil), isListed: Bool = false) throws -> Int? {
        // No index is filled here, so four times as many take as long.
        let last = place + Self.pieceCount * 4
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

    /// Says that all rows are there.
    func begin(event: EventID, epoch: UInt32, from file: ListFile? = nil) throws {
        let origin = try ImportOrigin.begin(file, into: event, in: db)
        try db.execute(
            sql: "INSERT INTO arrival (event, epoch, import, corrects, taken) VALUES (?, ?, ?, ?, 0)",
            arguments: [event.blob, epoch, origin.number, origin.isCorrection]
        )
    }

    /// Takes the next piece into the list of tickets.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `DatabaseError`.
    func takePiece() throws -> Bool {
        guard let arrival = try Row.fetchOne(db, sql: "SELECT * FROM arrival") else { return false }
        let taken: Int = arrival["taken"]
        try db.execute(
            sql: """
                CREATE TEMP TABLE piece AS
                SELECT place - ?1 AS place, place - ?1 AS number, id, user, tier, status, holder, reference, admits, note,
                    opens_ms, closes_ms, barcode, line
                FROM arriving WHERE place > ?1 ORDER BY place LIMIT ?2
                """,
            arguments: [taken, Self.pieceCount]
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

    /// Forgets all rows.
    func clear() throws {
        try db.execute(sql: "DELETE FROM arriving; DELETE FROM arrival")
    }
}

extension Ledger {
    /// Puts the staged list into the ledger piece by piece.
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
        while try await writeInTurn({ try ResumableImport($0).takePiece() }) {}
    }

    /// Writes, and then lets others write.
    private func writeInTurn<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let start = ContinuousClock.now
        let value = try await write(body)
        try await letOthersWrite(since: start)
        return value
    }

    /// Lets others write for as long as a transaction took: a door that waits for the lock asks for it again and again,
    /// which on a busy machine takes longer than the shortest pause.
    func letOthersWrite(since start: ContinuousClock.Instant) async throws {
        try await Task.sleep(for: max(ContinuousClock.now - start, .milliseconds(3)))
    }

    /// Finishes a list that was cut off on its way in, or forgets it where it was not yet complete; leaves one alone that
    /// somebody is importing now.
    func settleArrival() throws {
        func write<Value>(_ body: (ResumableImport) throws -> Value) throws -> Value {
            try queue.writeWithoutTransaction { db in try transaction(in: db) { try body(ResumableImport($0)) } }
        }
        let count = "SELECT (SELECT count(*) FROM arrival) + EXISTS (SELECT 1 FROM arriving)"
        let isEmpty = try queue.read { try Int.fetchOne($0, sql: count) == 0 }
        guard let lock, !isEmpty, lock.beginImport() else { return }
        defer { lock.endImport() }
        while try write({ try $0.takePiece() }) {}
        try write { try $0.clear() }
    }
}
