// How an event stands.

import GRDB
public import TicketSigning

/// Numbers of one event in one ledger.
public struct EventCounts: Hashable, Sendable {
    /// Tickets on the list.
    public let tickets: Int
    /// People they let in, group tickets counted with all their members.
    public let expected: Int
    /// Admissions so far.
    public let admitted: Int
    /// Scans that were refused or sent to staff.
    public let turnedAway: Int
}

extension Ledger {
    /// Counts the tickets and scans of an event.
    ///
    /// - Parameter event: Of which event.
    /// - Returns: All zero for an event without tickets.
    /// - Throws: ``LedgerError``.
    public func counts(of event: EventID) async throws -> EventCounts {
        try await read { db in
            func count(_ sql: String) throws -> Int {
                try Int.fetchOne(db, sql: sql, arguments: [event.blob]) ?? 0
            }
            return EventCounts(
                tickets: try count("SELECT count(*) FROM ticket WHERE event = ?"),
                expected: try count("SELECT coalesce(sum(admits), 0) FROM ticket WHERE event = ?"),
                admitted: try count("SELECT count(*) FROM admission WHERE event = ?"),
                turnedAway: try count("SELECT count(*) FROM scan WHERE event = ? AND verdict <> 'admit'")
            )
        }
    }
}
