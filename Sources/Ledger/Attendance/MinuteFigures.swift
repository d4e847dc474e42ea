// What happened at an event, minute by minute, from which days are added up in any time zone.

import GRDB
public import TicketSigning

/// What happened at all gates of an event within one minute by the boxes' wall clocks.
public struct MinuteFigures: Hashable, Sendable {
    /// The minute; a whole number of minutes since 1970.
    public let minute: Timestamp
    /// People who came for the first time.
    public var arrived = 0
    /// People who entered, each time that they did, without undone entries.
    public var entered = 0
    /// People who left, without undone exits.
    public var left = 0
    /// Codes that were refused.
    public var refused = 0
    /// Codes that were sent to staff.
    public var asked = 0
}

/// The most people in a zone within one minute.
public struct ZoneMinute: Hashable, Sendable {
    /// The zone.
    public let zone: String
    /// The minute; a whole number of minutes since 1970.
    public let minute: Timestamp
    /// How many people were inside at most, from before the first of the minute's movements on.
    public let most: Int
}

extension Ledger {
    /// Returns what happened at an event, minute by minute.
    ///
    /// - Parameter event: The event.
    /// - Returns: The minutes in which something happened, and for each zone those in which somebody entered or left;
    ///   both in order, from one snapshot.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Reads the event's scans a few times. Memory grows with minutes, not with scans.
    public func minutes(of event: EventID) async throws -> (figures: [MinuteFigures], zones: [ZoneMinute]) {
        try await read { db in
            var found: [Int64: MinuteFigures] = [:]
            func change(_ row: Row, _ body: (inout MinuteFigures) -> Void) {
                let minute: Int64 = row["minute"]
                body(&found[minute, default: MinuteFigures(minute: Timestamp(milliseconds: minute))])
            }
            let given: StatementArguments = [event.blob]
            let moves = try Row.fetchCursor(db, sql: Self.movesByMinute, arguments: given)
            while let row = try moves.next() {
                change(row) { figures in
                    (figures.entered, figures.left) = (row["entered"], row["left"])
                    (figures.refused, figures.asked) = (row["refused"], row["asked"])
                }
            }
            let arrivals = try Row.fetchCursor(db, sql: AttendanceQuery.arrivals, arguments: given)
            while let row = try arrivals.next() { change(row) { $0.arrived += row["people"] } }
            let zones = try Row.fetchAll(db, sql: AttendanceQuery.zoneMinutes, arguments: given).map { row in
                ZoneMinute(
                    zone: row["zone"], minute: Timestamp(milliseconds: row["minute"]), most: row["most"])
            }
            return (found.values.sorted { $0.minute < $1.minute }, zones)
        }
    }

    /// The only parameter is the event. An undo takes back what it undoes, at the time of that.
    private static let movesByMinute = """
        SELECT at_ms / 60000 * 60000 AS minute, sum(people > 0) AS entered, sum(people < 0) AS left,
            sum(verdict = 'refuse') AS refused, sum(verdict = 'ask') AS asked
        FROM scan
        WHERE event = ? AND counts AND undone_seq IS NULL AND (slot IS NULL OR NOT EXISTS (
            SELECT 1 FROM scan AS undo
            WHERE undo.undone_box = scan.box AND undo.undone_seq = scan.seq AND undo.undone_chain = scan.chain
                AND undo.counts
        ))
        GROUP BY minute
        """
}
