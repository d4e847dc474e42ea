// The current counts of an event.

import GRDB
public import TicketSigning

/// The counts of one event in one ledger.
public struct EventCounts: Hashable, Sendable {
    /// The number of tickets on the list, without withdrawn or replaced ones.
    public let tickets: Int
    /// The number of people that they admit; a group ticket counts all its members, a withdrawn ticket none.
    public let expected: Int
    /// The number of people who have entered, including those who left; a person who enters several zones counts
    /// once.
    public let admitted: Int
    /// The number of admissions that staff allowed against the rules, without undone ones.
    public let overridden: Int
    /// The number of scans that were refused.
    public let refused: Int
    /// The number of scans that were sent to staff.
    public let asked: Int
    /// The number of codes that were shown again moments after they had let somebody through.
    public let shownAgain: Int
    /// The number of people in each zone, by zone name.
    public let inside: [ZoneName: Int]
}

extension Ledger {
    /// The query's parameter is the event.
    static let overrides = "SELECT count(*) FROM admission WHERE event = ? AND kind = 'override'"

    /// Counts the tickets and scans of an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: The counts; all zero for an event without tickets.
    /// - Throws: ``LedgerError``.
    public func counts(of event: EventID) async throws -> EventCounts {
        try await read { db in
            func count(_ sql: String) throws -> Int {
                try Int.fetchOne(db, sql: sql, arguments: [event.blob]) ?? 0
            }
            return EventCounts(
                tickets: try count(
                    "SELECT count(*) FROM ticket WHERE event = ? AND status NOT IN ('revoked', 'replaced')"
                ),
                expected: try count(EventCounts.expectedPeople),
                admitted: try count(EventCounts.admittedPeople),
                overridden: try count(Self.overrides),
                refused: try count(
                    "SELECT count(*) FROM scan WHERE event = ? AND verdict = 'refuse' AND kind <> 'void' AND counts"
                ),
                asked: try count(
                    "SELECT count(*) FROM scan WHERE event = ? AND verdict = 'ask' AND kind <> 'void' AND counts"
                ),
                shownAgain: try count(EventCounts.repetitions),
                inside: try Zone.counts(of: event, in: db)
            )
        }
    }
}

/// Queries whose only parameter is the event.
extension EventCounts {
    fileprivate static let expectedPeople = """
        SELECT sum(coalesce(ticket.admits, tier.admits, event.admits))
        FROM ticket JOIN event ON event.id = ticket.event
        LEFT JOIN tier ON tier.event = ticket.event AND tier.name = ticket.tier
        WHERE ticket.event = ? AND ticket.status NOT IN ('revoked', 'replaced')
        """

    static let admittedPeople = """
        SELECT sum(people) FROM (
            SELECT ticket, max(people) AS people FROM (
                SELECT ticket, count(*) AS people FROM admission
                WHERE event = ? AND reason <> 'readmitted' GROUP BY ticket, zone
            ) GROUP BY ticket
        )
        """

    fileprivate static let repetitions = """
        SELECT count(*) FROM scan INDEXED BY scan_again
        WHERE event = ? AND slot IS NULL AND reason IN ('just-admitted', 'just-exited') AND counts
        """
}

extension Ledger {
    /// Counts the people in an event's zones.
    ///
    /// - Parameter event: The event.
    /// - Returns: The number for each zone, 0 for an empty one.
    /// - Throws: ``LedgerError``.
    public func peopleInside(of event: EventID) async throws -> [ZoneName: Int] {
        try await read { db in try Zone.counts(of: event, in: db) }
    }
}

extension Zone {
    /// Returns the number of people in each zone of an event, 0 for an empty one.
    fileprivate static func counts(of event: EventID, in db: Database) throws -> [ZoneName: Int] {
        let sql = """
            SELECT zone.name, coalesce(inside.people, 0) AS people
            FROM zone LEFT JOIN inside ON inside.event = zone.event AND inside.zone = zone.name
            WHERE zone.event = ?
            """
        let rows = try Row.fetchAll(db, sql: sql, arguments: [event.blob])
        let counts = rows.compactMap { row in ZoneName(row["name"]).map { ($0, row["people"] as Int) } }
        return Dictionary(uniqueKeysWithValues: counts)
    }
}
