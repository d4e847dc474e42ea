// Counts arrivals and refusals as scans come in.

import GRDB
public import TicketSigning

/// Counts of one event's scans, updated by reading only what is new.
///
/// The scans of a branch arrive in sequence, so the last number of each tells what has been counted.
public struct ScanTally: Hashable, Sendable {
    /// The event.
    public let event: EventID
    /// People who entered for the first time, without undone entries.
    public private(set) var arrivals: [Slot: Int] = [:]
    /// Refused codes, by reason.
    public private(set) var refused: [String: Int] = [:]
    /// Codes sent to staff, by reason.
    public private(set) var asked: [String: Int] = [:]
    /// Codes that were shown again moments after they had let somebody through.
    public private(set) var shownAgain = 0
    /// All scans read.
    public private(set) var scans = 0
    private var ends: [LogBranch: Int64] = [:]
    /// How often it had changed which lines count when this was counted.
    private var judged: Int64 = 0
    /// Entries that are not counted, or no longer counted: two boxes may undo the same one.
    private var takenBack: Set<ScanReference> = []
    /// By ticket, if the event has several zones: a person who goes on to another zone does not arrive twice.
    private var visits: [TicketID: Visits]?

    private struct Visits: Hashable, Sendable {
        var zones: [String: Int] = [:]
        /// The slots in which the ticket's people were counted.
        var counted: [Slot] = []
    }

    /// The length of a slot, in milliseconds.
    public static let slotMilliseconds: Int64 = 600_000

    /// Ten minutes at a gate, for one tier of ticket.
    public struct Slot: Hashable, Sendable {
        /// The start, by the boxes' wall clocks, in milliseconds since 1970-01-01 00:00:00 UTC.
        public let start: Int64
        /// The gate.
        public let gate: String
        /// The tier; `nil` for none, and for tickets that are on no list here.
        public let tier: String?
    }

    /// - Parameter event: The event.
    public init(of event: EventID) {
        self.event = event
    }

    fileprivate mutating func addNews(in db: Database) throws {
        let sql = "SELECT count(*) > 1 FROM zone WHERE event = ?"
        let hasSeveralZones = try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [event.blob]) ?? false
        let judged = try Int64.fetchOne(db.cachedStatement(sql: "SELECT judged FROM sync_state")) ?? 0
        if hasSeveralZones != (visits != nil) || judged != self.judged {
            self = ScanTally(of: event)
            visits = hasSeveralZones ? [:] : nil
            self.judged = judged
        }
        let before = ends
        for (branch, end) in try LogBranch.ends(of: .scan, in: db) where end > before[branch] ?? 0 {
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: Self.news),
                arguments: [branch.box.blob, branch.number, before[branch] ?? 0, event.blob]
            )
            while let row = try rows.next() { try add(row, knowing: before) }
            ends[branch] = end
        }
    }

    /// A void counts if the scan that it undoes was counted before; a scan that arrives after its void is never
    /// counted.
    private mutating func add(_ row: Row, knowing before: [LogBranch: Int64]) throws {
        scans += 1
        let slot = Slot(
            start: (row["at_ms"] as Int64) / Self.slotMilliseconds * Self.slotMilliseconds, gate: row["gate"],
            tier: row["tier"]
        )
        if let entry = ScanReference(undoneBy: row) {
            let branch = LogBranch(box: entry.box, number: row["branch"])
            guard row["is_arrival"], entry.seq <= before[branch] ?? 0, takenBack.insert(entry).inserted else { return }
            if let slot = try left(row, slot) { add(-1, to: slot) }
        } else if row["is_arrival"] {
            guard !(row["is_undone"] as Bool) else {
                takenBack.insert(try ScanReference(row))
                return
            }
            if try entered(row, slot) { add(1, to: slot) }
        } else {
            switch row["verdict"] as String {
            case Answer.refuse.rawValue: refused[row["reason"], default: 0] += 1
            case Answer.ask.rawValue: asked[row["reason"], default: 0] += 1
            default: if row["is_repetition"] { shownAgain += 1 }
            }
        }
    }

    private mutating func add(_ people: Int, to slot: Slot) {
        let count = (arrivals[slot] ?? 0) + people
        arrivals[slot] = count == 0 ? nil : count
    }

    /// - Returns: Whether somebody arrived, rather than only went on to another zone.
    private mutating func entered(_ row: Row, _ slot: Slot) throws -> Bool {
        guard visits != nil else { return true }
        let ticket: TicketID = try row.identifier("ticket")
        var visit = visits?[ticket] ?? Visits()
        visit.zones[row["zone"], default: 0] += 1
        let isArrival = visit.zones.values.max() ?? 0 > visit.counted.count
        if isArrival { visit.counted.append(slot) }
        visits?[ticket] = visit
        return isArrival
    }

    /// - Returns: The slot with one arrival fewer; `nil` if there is none.
    private mutating func left(_ row: Row, _ slot: Slot) throws -> Slot? {
        guard visits != nil else { return slot }
        let ticket: TicketID = try row.identifier("ticket")
        guard var visit = visits?[ticket] else { return nil }
        visit.zones[row["zone"], default: 0] -= 1
        let slot = visit.zones.values.max() ?? 0 < visit.counted.count ? visit.counted.popLast() : nil
        visits?[ticket] = visit
        return slot
    }

    private static let news = """
        SELECT scan.box, scan.seq, scan.chain, what.branch, what.ticket, what.zone, scan.verdict, scan.reason,
            scan.undone_box, scan.undone_seq, scan.undone_chain, what.gate, what.at_ms,
            CASE WHEN granted_ticket.id IS NULL THEN ticket.tier ELSE granted_ticket.tier END AS tier,
            what.slot IS NOT NULL AND what.kind IN ('entry', 'override') AND what.reason <> 'readmitted' AND what.counts
                AS is_arrival,
            scan.slot IS NULL AND scan.reason IN ('just-admitted', 'just-exited') AS is_repetition,
            EXISTS (
                SELECT 1 FROM scan AS undo
                WHERE undo.undone_box = scan.box AND undo.undone_seq = scan.seq AND undo.undone_chain = scan.chain
                    AND undo.counts
            ) AS is_undone
        FROM scan
        JOIN scan AS what
            ON what.box = coalesce(scan.undone_box, scan.box) AND what.seq = coalesce(scan.undone_seq, scan.seq)
                AND what.chain = coalesce(scan.undone_chain, scan.chain)
        LEFT JOIN ticket ON ticket.id = what.ticket
        LEFT JOIN granted_ticket ON granted_ticket.id = what.ticket
        WHERE scan.box = ?1 AND scan.branch = ?2 AND scan.seq > ?3 AND scan.event = ?4 AND scan.counts
        ORDER BY scan.seq
        """
}

extension Ledger {
    /// Returns a tally that includes the scans recorded since.
    ///
    /// - Parameter tally: A tally of this ledger; a new one reads all scans.
    /// - Returns: The up-to-date tally.
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
