// Counts what gates decided without the hub, as scans come in.

import GRDB
public import TicketSigning

/// Counts of the entries and exits that gates decided alone, updated by reading only what is new.
///
/// An undone entry was decided alone as well, and stays counted.
public struct AloneTally: Hashable, Sendable {
    /// By event and gate, without lines that have no effect.
    private var counts: [EventID: [String: Int]] = [:]
    private var ends: [LogBranch: Int64] = [:]
    /// How often it had changed which lines count when this was counted.
    private var judged: Int64 = 0

    /// Counts nothing yet.
    public init() {}

    /// Returns the counts of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - gates: The event's gates.
    /// - Returns: The counts by gate, with 0 for a gate that decided nothing alone. Other names are counted
    ///   under `other`, so that a stolen box cannot make up thousands of gates.
    public func counts(of event: EventID, at gates: [GateName]) -> [String: Int] {
        var found = Dictionary(gates.map { ($0.text, 0) }) { first, _ in first }
        for (gate, count) in counts[event] ?? [:] {
            found[found[gate] == nil ? "other" : gate, default: 0] += count
        }
        return found
    }

    fileprivate mutating func addNews(in db: Database) throws {
        let judged = try Int64.fetchOne(db.cachedStatement(sql: "SELECT judged FROM sync_state")) ?? 0
        if judged != self.judged {
            self = AloneTally()
            self.judged = judged
        }
        for (branch, end) in try LogBranch.ends(of: .scan, in: db) where end > ends[branch] ?? 0 {
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: Self.news), arguments: [branch.box.blob, branch.number, ends[branch] ?? 0])
            while let row = try rows.next() {
                counts[try row.identifier("event"), default: [:]][row["gate"], default: 0] += 1
            }
            ends[branch] = end
        }
    }

    private static let news = """
        SELECT event, gate FROM scan
        WHERE box = ?1 AND branch = ?2 AND seq > ?3 AND decided = 'alone' AND slot IS NOT NULL AND counts
        """
}

extension Ledger {
    /// Returns a tally that includes the scans recorded since.
    ///
    /// - Parameter tally: A tally of this ledger; a new one reads all scans.
    /// - Returns: The up-to-date tally.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Indexed look-ups; grows with what is new, not with the ledger.
    public func continued(_ tally: AloneTally) async throws -> AloneTally {
        try await read { db in
            var tally = tally
            try tally.addNews(in: db)
            return tally
        }
    }
}
