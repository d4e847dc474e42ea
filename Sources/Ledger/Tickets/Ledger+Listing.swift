// How old a list of tickets is.

import GRDB
public import TicketSigning

extension Ledger {
    /// Notes that a list was issued or imported here, also one that brought nothing new.
    ///
    /// - Parameters:
    ///   - event: Whose list.
    ///   - instant: Now, by this machine's wall clock.
    /// - Throws: ``LedgerError``.
    public func noteListing(of event: EventID, on instant: Timestamp) async throws {
        try await write { db in
            let sql =
                "INSERT INTO listing (event, at_ms) VALUES (?, ?) ON CONFLICT DO UPDATE SET at_ms = excluded.at_ms"
            try db.execute(sql: sql, arguments: [event.blob, instant.milliseconds])
        }
    }

    /// When an event's list was last brought up to date: issued or imported here, or compared with another ledger's.
    ///
    /// - Parameter event: Whose list.
    /// - Returns: By this machine's wall clock; nil where nobody noted it.
    /// - Throws: ``LedgerError``.
    public func newestListing(of event: EventID) async throws -> Timestamp? {
        try await read { db in
            let sql = """
                SELECT max(at_ms) FROM (SELECT at_ms FROM listing WHERE event = ? UNION ALL SELECT contact_ms FROM peer)
                """
            return try Int64.fetchOne(db, sql: sql, arguments: [event.blob]).map(Timestamp.init(milliseconds:))
        }
    }
}
