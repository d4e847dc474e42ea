// Who arrived when and where, and who was refused, counted as scans come in.

import GRDB
public import TicketSigning

/// Counts of one event's scans that are brought up to date by reading only what is new.
///
/// Scans of a box come in the order of their numbers, so the last number of each box tells what is counted already.
public struct ScanTally: Hashable, Sendable {
    /// Of which event.
    public let event: EventID
    /// People who came in for the first time; who was taken back is not counted.
    public private(set) var arrivals: [Slot: Int] = [:]
    /// Codes that were refused or sent to staff, by their reasons.
    public private(set) var refusals: [String: Int] = [:]
    /// All that was read.
    public private(set) var scans = 0
    private var ends: [BoxID: Int64] = [:]

    /// How long a slot is, in milliseconds.
    public static let slotMilliseconds: Int64 = 600_000

    /// Ten minutes at a gate, for one kind of ticket.
    public struct Slot: Hashable, Sendable {
        /// When it begins, by the boxes' wall clocks, in milliseconds since 1970-01-01 00:00:00 UTC.
        public let start: Int64
        /// Where.
        public let gate: String
        /// The kind of ticket; `nil` for none, and for tickets that are on no list here.
        public let tier: String?
    }

    /// - Parameter event: Of which event.
    public init(of event: EventID) {
        self.event = event
    }

    fileprivate mutating func addNews(in db: Database) throws {
        let before = ends
        for holding in try Holding.all(in: db) where holding.scans > before[holding.box] ?? 0 {
            let last = before[holding.box] ?? 0
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: Self.news), arguments: [holding.box.blob, last, event.blob]
            )
            while let row = try rows.next() { add(row, knowing: before) }
            ends[holding.box] = holding.scans
        }
    }

    /// A void counts where what it takes back was counted before; what comes later than its void is never counted.
    private mutating func add(_ row: Row, knowing before: [BoxID: Int64]) {
        scans += 1
        let slot = Slot(
            start: (row["at_ms"] as Int64) / Self.slotMilliseconds * Self.slotMilliseconds, gate: row["gate"],
            tier: row["tier"]
        )
        if let undone: BoxID = row.optionalIdentifier("undone_box") {
            guard row["is_arrival"], (row["undone_seq"] as Int64) <= before[undone] ?? 0 else { return }
            let left = (arrivals[slot] ?? 0) - 1
            arrivals[slot] = left == 0 ? nil : left
        } else if row["is_arrival"] {
            guard !(row["is_undone"] as Bool) else { return }
            arrivals[slot, default: 0] += 1
        } else if (row["verdict"] as String) != "admit" {
            refusals[row["reason"], default: 0] += 1
        }
    }

    private static let news = """
        SELECT scan.verdict, scan.reason, scan.undone_box, scan.undone_seq, what.gate, what.at_ms, ticket.tier,
            what.slot IS NOT NULL AND what.kind IN ('entry', 'override') AND what.reason <> 'readmitted' AS is_arrival,
            EXISTS (
                SELECT 1 FROM scan AS undo WHERE undo.undone_box = scan.box AND undo.undone_seq = scan.seq
            ) AS is_undone
        FROM scan
        JOIN scan AS what
            ON what.box = coalesce(scan.undone_box, scan.box) AND what.seq = coalesce(scan.undone_seq, scan.seq)
        LEFT JOIN ticket ON ticket.id = what.ticket
        WHERE scan.box = ?1 AND scan.seq > ?2 AND scan.event = ?3 ORDER BY scan.seq
        """
}

extension Ledger {
    /// A tally with the scans that came since.
    ///
    /// - Parameter tally: Of this ledger; a new one reads all scans.
    /// - Returns: The tally as it is now.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Indexed look-ups; grows with what is new, not with the ledger.
    public func continued(_ tally: ScanTally) async throws -> ScanTally {
        try await read { db in
            var tally = tally
            try tally.addNews(in: db)
            return tally
        }
    }
}
