// A box that is not trusted.

import GRDB
public import TicketSigning

/// Contradictory records of a box; no further records of that box are accepted.
public struct Alarm: Hashable, Sendable {
    /// The box.
    public let box: BoxID
    /// The box's name for people.
    public let name: String
    /// Whether it is the box that owns this ledger, which then no longer admits anyone.
    public let isOwn: Bool
    /// What is wrong.
    public let kind: Kind
    /// The number of the first record that does not fit.
    public let seq: Int64
    /// When it was detected, by this machine's wall clock.
    public let at: Timestamp

    /// What is wrong with a box's records.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Two different records have the same number: the box was cloned, or restored from a backup.
        case twoStories = "two-stories"
        /// A scan does not follow from the ones before it.
        case brokenChain = "broken-chain"
        /// No doorcheck creates a record of this form.
        case unfit
        /// Other boxes have records of this box that it lacks itself: it was restored from a backup.
        case rolledBack = "rolled-back"
    }
}

extension Alarm {
    init(_ row: Row) throws {
        guard let kind = Kind(rawValue: row["kind"]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an alarm is of an unknown kind")
        }
        self.init(
            box: try row.identifier("box"), name: row["name"], isOwn: row["own"] != nil, kind: kind, seq: row["seq"],
            at: Timestamp(milliseconds: row["at_ms"])
        )
    }

    static func all(in db: Database) throws -> [Alarm] {
        let sql =
            "SELECT alarm.*, box.name, box.own FROM alarm JOIN box ON box.id = alarm.box ORDER BY alarm.at_ms, box"
        return try Row.fetchAll(db.cachedStatement(sql: sql)).map(Alarm.init)
    }

    /// Records an alarm unless that box already has one.
    ///
    /// - Returns: The alarm; `nil` if there already was one, or the box is not known.
    static func raise(_ kind: Kind, of box: BoxID, seq: Int64, on instant: Timestamp, in db: Database) throws -> Alarm?
    {
        try db.execute(
            sql: "INSERT OR IGNORE INTO alarm (box, kind, seq, at_ms) SELECT id, ?, ?, ? FROM box WHERE id = ?",
            arguments: [kind.rawValue, seq, instant.milliseconds, box.blob]
        )
        return db.changesCount == 0 ? nil : try all(in: db).first { $0.box == box }
    }
}

extension Ledger {
    /// Returns the boxes whose records are no longer accepted, the oldest alarm first.
    ///
    /// - Returns: The alarms; may be empty.
    /// - Throws: ``LedgerError``.
    public func alarms() async throws -> [Alarm] {
        try await read { db in try Alarm.all(in: db) }
    }
}

extension Alarm: CustomStringConvertible {
    /// One sentence: what is wrong with which box, and what to do.
    public var description: String {
        switch kind {
        case .twoStories:
            "Box '\(name)' sent two different records with number \(seq); this box accepts no more records from it "
                + "until it is set up as a new box."
        case .brokenChain:
            "Scan \(seq) of box '\(name)' does not match the scans before it; this box accepts no more records from it "
                + "until it is set up as a new box."
        case .unfit:
            "Record \(seq) of box '\(name)' has an invalid form; this box accepts no more records from it."
        case .rolledBack:
            "Other boxes have record \(seq) of this box, '\(name)', but it is missing here; the disk was "
                + "probably restored from a backup, so this box admits no one."
        }
    }
}
