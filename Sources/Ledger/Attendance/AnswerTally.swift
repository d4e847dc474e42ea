// Counts what gates have answered lately, as scans come in.

import GRDB
public import TicketSigning

/// Counts of codes by gate and ten minutes, updated by reading only what is new.
public struct AnswerTally: Hashable, Sendable {
    /// What a gate answered.
    public struct Answers: Hashable, Sendable {
        /// The number of codes.
        public var codes = 0
        /// How many of them were refused.
        public var refused = 0

        /// No codes.
        public init() {}
    }

    private struct Slot: Hashable {
        let event: EventID
        let gate: String
        /// The start, by the hub's clock if it is known, otherwise by the box's, in milliseconds since 1970-01-01
        /// 00:00:00 UTC.
        let start: Int64
    }

    /// Without lines that have no effect and what staff did; no more than ``mostSlots``.
    private var answers: [Slot: Answers] = [:]
    private var ends: [LogBranch: Int64] = [:]
    /// How often it had changed which lines count when this was counted.
    private var judged: Int64 = 0

    /// The latest are kept, when a stolen box makes up thousands of gates: two hours at a hundred gates.
    private static let mostSlots = 1200

    /// Counts nothing yet.
    public init() {}

    /// Returns what an event's gates have answered within the last ten to twenty minutes.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - gates: The event's gates.
    ///   - now: The time.
    /// - Returns: The counts by gate. Other names are counted under `other`, so that a stolen box cannot make up
    ///   thousands of gates.
    public func recent(of event: EventID, at gates: [GateName], on now: Timestamp) -> [String: Answers] {
        var found = Dictionary(gates.map { ($0.text, Answers()) }) { first, _ in first }
        let newest = Self.start(of: now.milliseconds)
        let starts = [newest, newest - ScanTally.slotMilliseconds]
        for (slot, answers) in answers where slot.event == event && starts.contains(slot.start) {
            let gate = found[slot.gate] == nil ? "other" : slot.gate
            found[gate, default: Answers()].codes += answers.codes
            found[gate, default: Answers()].refused += answers.refused
        }
        return found
    }

    private static func start(of milliseconds: Int64) -> Int64 {
        milliseconds / ScanTally.slotMilliseconds * ScanTally.slotMilliseconds
    }

    /// What boxes have recorded for later than now is not counted, and will not be: they could prepare it.
    fileprivate mutating func addNews(in db: Database, on now: Timestamp) throws {
        let judged = try Int64.fetchOne(db.cachedStatement(sql: "SELECT judged FROM sync_state")) ?? 0
        if judged != self.judged {
            self = AnswerTally()
            self.judged = judged
        }
        for (branch, end) in try LogBranch.ends(of: .scan, in: db) where end > ends[branch] ?? 0 {
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: Self.news), arguments: [branch.box.blob, branch.number, ends[branch] ?? 0])
            while let row = try rows.next() {
                // A hostile box may have written any number.
                let (moment, isAbsurd) = (row["at_ms"] as Int64).addingReportingOverflow(row["offset_ms"] ?? 0)
                guard !isAbsurd, moment < now.milliseconds + ScanTally.slotMilliseconds else { continue }
                let slot = Slot(event: try row.identifier("event"), gate: row["gate"], start: Self.start(of: moment))
                answers[slot, default: Answers()].add(row["verdict"])
                if answers.count > 2 * Self.mostSlots { forgetOldest() }
            }
            ends[branch] = end
        }
    }

    private mutating func forgetOldest() {
        let kept = answers.sorted { $0.key.start > $1.key.start }.prefix(Self.mostSlots)
        answers = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }

    /// A code that is shown again moments after it has let somebody through is no other code.
    private static let news = """
        SELECT event, gate, verdict, at_ms, offset_ms FROM scan
        WHERE box = ?1 AND branch = ?2 AND seq > ?3 AND kind NOT IN ('override', 'void') AND counts
            AND reason NOT IN ('just-admitted', 'just-exited')
        """
}

extension AnswerTally.Answers {
    fileprivate mutating func add(_ verdict: String) {
        codes += 1
        if verdict == Answer.refuse.rawValue { refused += 1 }
    }
}

extension Ledger {
    /// Returns a tally that includes the scans recorded since.
    ///
    /// - Parameters:
    ///   - tally: A tally of this ledger; a new one reads all scans.
    ///   - now: The time: scans that boxes have recorded for later are not counted.
    /// - Returns: The up-to-date tally.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Indexed look-ups; grows with what is new, not with the ledger.
    public func continued(_ tally: AnswerTally, on now: Timestamp) async throws -> AnswerTally {
        try await read { db in
            var tally = tally
            try tally.addNews(in: db, on: now)
            return tally
        }
    }
}
