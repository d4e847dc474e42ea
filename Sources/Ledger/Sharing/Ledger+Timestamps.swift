// Stamps for what this ledger's people changed in its lists.

import GRDB
import TicketSigning

extension Ledger {
    /// Gives the events and tickets that were added or changed here since the last time their stamp: made now, here.
    ///
    /// Every sync begins with it. Whoever changes lists and knows what time it is does well to call it at once: of two
    /// versions of a row, made on two boxes, the later one stands.
    ///
    /// - Parameter instant: Now, by this machine's wall clock.
    /// - Throws: ``LedgerError``.
    /// - Complexity: One write transaction for every 4,000 rows.
    public func stampLists(on instant: Timestamp) async throws {
        try await writeStamped(on: instant) { _ in }
    }

    /// Changes something once everything in the lists has its stamp.
    ///
    /// A long list gets its stamps piece by piece before that, so that nobody at a door waits for it.
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

    /// Rows that are stamped in one transaction: no index is touched, so four times as many as of a list on its way in
    /// take as long.
    private static let pieceCount = ResumableImport.pieceCount * 4

    /// A new version is later than the one it was made from, even where that one came from a clock that is ahead.
    ///
    /// - Returns: Whether everything has its stamp now.
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
        let end = try Int64.fetchOne(db.cachedStatement(sql: piece), arguments: [pieceCount]) ?? 0
        try noteImportedStatuses(upTo: end, on: instant, in: db)
        let hlc = try LogicalClock.next(on: instant, in: db)
        let own = "(SELECT id FROM box WHERE own = 1)"
        try db.execute(
            sql: """
                UPDATE event SET hlc = max(?1, coalesce(hlc, 0) + 1), stamper = \(own) WHERE stamper IS NULL;
                UPDATE ticket SET hlc = max(?1, coalesce(hlc, 0) + 1), stamper = \(own), via = NULL,
                    first_status = coalesce(first_status, status)
                WHERE rev > (SELECT stamped_rev FROM sync_state) AND rev <= ?2;
                UPDATE sync_state SET stamped_rev = max(stamped_rev, ?1);
                """,
            arguments: [hlc, hlc, end, end]
        )
        return try Bool.fetchOne(db.cachedStatement(sql: needed)) == false
    }

    /// All tickets have their stamps.
    static func markStamped(in db: Database) throws {
        try db.execute(sql: "UPDATE sync_state SET stamped_rev = (SELECT coalesce(max(rev), 0) FROM ticket)")
    }

    /// The status of a ticket that others know, or that stands for one, follows from what was done to it. A list
    /// that was imported again may have given tickets another status; others learn of that as they do of what
    /// staff did.
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
            guard let fold = try StatusReducer.of(id, in: db), let status = TicketStatus(rawValue: row["status"]),
                fold.status != status, let action = TicketAction(leadingTo: status)
            else { continue }
            let importer = try Attribution(actor: TicketChange.importer, why: nil)
            try TicketChange.append(action, of: id, was: fold.status, status, by: importer, on: instant, in: db)
            try StatusReducer.settle(id, in: db)
        }
    }
}

extension TicketAction {
    /// What staff would have done to give a ticket this status.
    fileprivate init?(leadingTo status: TicketStatus) {
        switch status {
        case .valid: self = .pay
        case .blocked: self = .block
        case .revoked: self = .revoke
        case .unpaid, .replaced: return nil
        }
    }
}
