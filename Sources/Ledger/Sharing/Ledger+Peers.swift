// How far this ledger and others have diverged.

import GRDB
public import TicketSigning

/// Another ledger that this one has had contact with.
public struct Peer: Hashable, Sendable {
    /// Its own box.
    public let id: BoxID
    /// The box's name for people.
    public let name: String
    /// The last contact, by this machine's wall clock.
    public let contact: Timestamp
    /// The number of scans here that it lacked then.
    public let scansWaiting: Int
    /// The number of staff changes here that it lacked then.
    public let changesWaiting: Int
}

extension Ledger {
    /// Returns how many tickets are new or changed here since other ledgers said what they have.
    ///
    /// What a ledger's own box has changed is not counted: it knows.
    ///
    /// - Returns: The counts by the ledger's own box, of all ledgers that this one has had contact with.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Grows with the counts.
    public func ticketsWaiting() async throws -> [BoxID: Int] {
        try await read { db in
            let sql = """
                SELECT peer.id, (
                    SELECT count(*) FROM ticket
                    WHERE rev > iif(peer.told_epoch IS sync_state.epoch, peer.told_tickets, 0)
                        AND stamper IS NOT peer.id AND NOT EXISTS (
                            SELECT 1 FROM ticket_change
                            WHERE ticket_change.ticket = ticket.id AND ticket_change.box = peer.id
                        )
                ) AS tickets
                FROM peer, sync_state
                """
            return Dictionary(
                try Row.fetchAll(db, sql: sql).map { (try $0.identifier("id"), $0["tickets"]) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Returns the ledgers that this one has had contact with, the most recent contact first.
    ///
    /// - Returns: The peers; may be empty.
    /// - Throws: ``LedgerError``.
    public func peers() async throws -> [Peer] {
        try await read { db in
            let held = try HighWaterMark.all(in: db)
            let own = try Box.own(in: db)?.id
            let sql = """
                SELECT peer.id, coalesce(named_box.name, peer.name) AS name, contact_ms
                FROM peer LEFT JOIN named_box ON named_box.id = peer.id ORDER BY contact_ms DESC, peer.id
                """
            return try Row.fetchAll(db, sql: sql).map {
                let id: BoxID = try $0.identifier("id")
                let theirs = try Self.lastKnownVector(of: id, in: db)?.markOfBox ?? [:]
                func waiting(_ log: LogKind) throws -> Int {
                    try held.reduce(0) { sum, mark in
                        let coverage = try LogCoverage(
                            log, of: mark.box, theirs: theirs[mark.box]?.points(of: log) ?? [],
                            own: mark.points(of: log), sendsInDoubt: mark.box == own, in: db)
                        return sum + coverage.missing.reduce(0) { $0 + Int($1.end - $1.after) }
                    }
                }
                return Peer(
                    id: id, name: $0["name"], contact: Timestamp(milliseconds: $0["contact_ms"]),
                    scansWaiting: try waiting(.scan), changesWaiting: try waiting(.change)
                )
            }
        }
    }

    /// Reads everything that others have again with the next syncs, as after joining a hub: a hub in strange hands may
    /// have kept some of it back, and nothing in its numbers says so.
    ///
    /// - Throws: ``LedgerError``.
    public func readAgain() async throws {
        try await write { db in try Awaited.readAgain(in: db) }
    }

    /// Keeps how far this machine's clock is from the hub's. What it records from then on is ordered by the hub's
    /// clock, also while the hub is out of reach.
    ///
    /// - Parameter offset: The hub's clock minus this machine's, in milliseconds; more than 100 years is ignored.
    /// - Throws: ``LedgerError``.
    public func note(clockOffset offset: Int64) async throws {
        guard ClockOffsetBounds.range.contains(offset) else { return }
        let held = try await read { db in try Int64.fetchOne(db, sql: "SELECT offset_ms FROM sync_state") }
        // Each answer measures it anew, to within the time that it took.
        guard held.map({ abs($0 - offset) >= Self.leastClockChange }) ?? true else { return }
        try await write { db in try db.execute(sql: "UPDATE sync_state SET offset_ms = ?", arguments: [offset]) }
    }

    /// Milliseconds.
    private static let leastClockChange: Int64 = 250

    /// Returns the boxes whose clocks were seen more than a minute ahead of this one's.
    ///
    /// - Returns: The largest lead in milliseconds, by box name.
    /// - Throws: ``LedgerError``.
    public func clocksAhead() async throws -> [String: Int64] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT name, ahead_ms FROM named_box WHERE ahead_ms > 0")
            return Dictionary(rows.map { ($0["name"], $0["ahead_ms"]) }, uniquingKeysWith: max)
        }
    }
}
