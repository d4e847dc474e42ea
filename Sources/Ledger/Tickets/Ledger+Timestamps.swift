// Timestamps for changes to this ledger's lists.

import GRDB
import TicketSigning

extension Ledger {
    /// Assigns a timestamp to events and tickets that were added or changed here since the last time.
    ///
    /// Every sync begins with it. Callers that change lists and know the time should call it at once: of two versions
    /// of a row from two boxes, the later one wins.
    ///
    /// - Parameter instant: The current time by this machine's wall clock.
    /// - Throws: ``LedgerError``.
    /// - Complexity: One write transaction for every 4,000 rows.
    func stampLists(on instant: Timestamp) async throws {
        try await writeStamped(on: instant) { _ in }
    }

    /// Writes once every row in the lists has its timestamp.
    ///
    /// A long list gets its timestamps in pieces first, so that no guest has to wait.
    func writeStamped<Value: Sendable>(
        on instant: Timestamp,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        while true {
            let start = ContinuousClock.now
            let value = try await write { db in try Self.stampPiece(on: instant, in: db) ? try body(db) : nil }
            if let value { return value }
            try await letOthersWrite(since: start)
        }
    }

    /// The number of rows in one transaction: no index is touched, so four times as many rows as in a resumable
    /// import take as long.
    private static let stampedCount = pieceCount * 4

    /// Assigns timestamps to the next piece. A new version is later than its predecessor, even if that one came from
    /// a clock that is ahead.
    ///
    /// - Returns: Whether every row has its timestamp now.
    private static func stampPiece(on instant: Timestamp, in db: Database) throws -> Bool {
        let needed = """
            SELECT EXISTS (SELECT 1 FROM event WHERE stamper IS NULL)
                OR (SELECT coalesce(max(rev), 0) FROM ticket) > (SELECT stamped_rev FROM sync_state)
            """
        guard try Bool.fetchOne(db.cachedStatement(sql: needed)) == true else { return true }
        let piece = """
            SELECT coalesce(max(rev), 0) FROM (SELECT rev FROM ticket
                WHERE rev > (SELECT stamped_rev FROM sync_state) ORDER BY rev LIMIT ?)
            """
        let end = try Int64.fetchOne(db.cachedStatement(sql: piece), arguments: [stampedCount]) ?? 0
        try noteImportedStatuses(upTo: end, on: instant, in: db)
        let hlc = try LogicalClock.next(on: instant, in: db)
        let own = "(SELECT id FROM box WHERE own = 1)"
        try db.execute(
            sql: """
                UPDATE event SET hlc = max(?1, coalesce(hlc, 0) + 1), stamper = \(own), signature = NULL
                WHERE stamper IS NULL;
                UPDATE ticket SET hlc = max(?1, coalesce(hlc, 0) + 1), stamper = \(own), signature = NULL,
                    via = NULL, first_status = coalesce(first_status, status)
                WHERE rev > (SELECT stamped_rev FROM sync_state) AND rev <= ?2;
                UPDATE sync_state SET stamped_rev = max(stamped_rev, ?1);
                """,
            arguments: [hlc, hlc, end, end]
        )
        return try Bool.fetchOne(db.cachedStatement(sql: needed)) == false
    }

    /// Records status changes by imports. If others know a ticket, or it replaces one that they know, its status
    /// follows from the changes made to it. A repeated import may have given it another status; others learn of that
    /// as a change, as they do of staff changes.
    private static func noteImportedStatuses(upTo end: Int64, on instant: Timestamp, in db: Database) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, status FROM ticket
                WHERE rev > (SELECT stamped_rev FROM sync_state) AND rev <= ?
                    AND coalesce(first_status, replaces) IS NOT NULL
                """,
            arguments: [end]
        )
        for row in rows {
            let id: TicketID = try row.identifier("id")
            guard let reducer = try StatusReducer.of(id, in: db), let status = TicketStatus(rawValue: row["status"]),
                reducer.status != status, let action = TicketAction(leadingTo: status)
            else { continue }
            let importer = try Attribution(actor: TicketChange.importer, why: nil)
            try TicketChange.append(action, of: id, was: reducer.status, status, by: importer, on: instant, in: db)
            try StatusReducer.recompute(id, in: db)
        }
    }
}

extension TicketAction {
    /// The staff action that leads to a status.
    fileprivate init?(leadingTo status: TicketStatus) {
        switch status {
        case .valid: self = .pay
        case .blocked: self = .block
        case .revoked: self = .revoke
        case .unpaid, .replaced: return nil
        }
    }
}
