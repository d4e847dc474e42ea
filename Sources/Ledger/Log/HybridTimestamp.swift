// Orders what boxes do, without synchronised clocks.

import GRDB
public import TicketSigning

/// The order among versions of one row, wherever they were made.
public struct HybridTimestamp: Hashable, Comparable, Sendable, Codable {
    /// Hybrid logical clock: milliseconds since 1970 times 65536, plus a counter.
    @Bounded<LogicalTimeBounds> public private(set) var hlc: Int64
    /// The box whose ledger made the version; the tie-breaker for equal times.
    public let box: BoxID

    /// The least logical time that a clock gives, a millisecond after 1970 began. What takes a revoked box's ticket off
    /// the list has a lesser one, so that it gives way to whoever has sold the ticket.
    package static let earliest: Int64 = 1 << 16

    /// - Parameters:
    ///   - hlc: The hybrid logical clock.
    ///   - box: The box whose ledger made the version.
    public init(hlc: Int64, box: BoxID) {
        self.hlc = hlc
        self.box = box
    }

    public static func < (left: HybridTimestamp, right: HybridTimestamp) -> Bool {
        (left.hlc, left.box) < (right.hlc, right.box)
    }
}

/// A hybrid logical clock: 48 bits of milliseconds and a 16-bit counter. It follows the wall clock and never goes
/// back (Kulkarni et al., "Logical Physical Clocks", 2014).
enum LogicalClock {
    /// How far another box's clock may be ahead before it is no longer followed, to prevent one box with a wrong year
    /// from affecting all others.
    static let cap: Int64 = 60_000

    /// Returns the time for what this ledger's box does now, apart from scans.
    ///
    /// Scans follow the hub's clock, and versions of lists must not: they follow a scan no further than another box's.
    static func next(on instant: Timestamp, in db: Database) throws -> Int64 {
        let heard = try Int64.fetchOne(db.cachedStatement(sql: "SELECT hlc FROM sync_state")) ?? 0
        let ownScan = """
            SELECT hlc FROM scan WHERE box = (SELECT id FROM box WHERE own = 1) ORDER BY seq DESC LIMIT 1
            """
        let scanned = try Int64.fetchAll(db.cachedStatement(sql: ownScan))
        let hlc = max(instant.milliseconds << 16, heard + 1, latest(of: scanned, on: instant) + 1)
        try db.cachedStatement(sql: "UPDATE sync_state SET hlc = ?").execute(arguments: [hlc])
        return hlc
    }

    /// Returns the latest of other boxes' times that is not too far ahead to be followed; 0 for none.
    static func latest(of times: [Int64], on instant: Timestamp) -> Int64 {
        times.filter { ahead($0, of: instant) == nil }.max() ?? 0
    }

    /// Returns how far another box's time is ahead, if that is too far to follow it.
    ///
    /// - Returns: How many milliseconds it is ahead of `instant`, if that is more than ``cap``.
    static func ahead(_ hlc: Int64, of instant: Timestamp) -> Int64? {
        let lead = (hlc >> 16) - instant.milliseconds
        return lead > cap ? lead : nil
    }
}
