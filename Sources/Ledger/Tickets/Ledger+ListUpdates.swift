// The age of a ticket list.

import GRDB
public import TicketSigning

extension Ledger {
    /// Records that a list was issued or imported here, even if it brought nothing new.
    ///
    /// - Parameters:
    ///   - event: The event of the list.
    ///   - instant: The current time by this machine's wall clock.
    /// - Throws: ``LedgerError``.
    public func recordListUpdate(of event: EventID, on instant: Timestamp) async throws {
        try await write { db in
            let sql =
                "INSERT INTO listing (event, at_ms) VALUES (?, ?) ON CONFLICT DO UPDATE SET at_ms = excluded.at_ms"
            try db.execute(sql: sql, arguments: [event.blob, instant.milliseconds])
        }
    }

    /// Returns when an event's list was last updated: issued or imported here, or compared with another ledger's.
    ///
    /// - Parameter event: The event of the list.
    /// - Returns: The time by this machine's wall clock; `nil` if none was recorded.
    /// - Throws: ``LedgerError``.
    public func latestListUpdate(of event: EventID) async throws -> Timestamp? {
        try await read { db in
            let sql = """
                SELECT max(at_ms) FROM (SELECT at_ms FROM listing WHERE event = ? UNION ALL SELECT contact_ms FROM peer)
                """
            return try Int64.fetchOne(db, sql: sql, arguments: [event.blob]).map(Timestamp.init(milliseconds:))
        }
    }
}
