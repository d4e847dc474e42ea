// A box that was restored or cloned.

import GRDB
public import TicketSigning

/// A log with two continuations: its box went on from a backup or a copy of its disk. All lines count.
public struct BranchedLog: Hashable, Sendable {
    /// The box.
    public let box: BoxID
    /// The box's name for people.
    public let name: String
    /// Whether it is the box that owns this ledger.
    public let isOwn: Bool
    /// Whether scans or changes.
    public let log: LogKind
    /// When the first line of the later continuation was recorded, by the box's wall clock.
    public let since: Timestamp
    /// The number of lines on each continuation after the last common one, the first continuation first.
    public let lines: [Int]
}

extension BranchedLog {
    static func all(in db: Database) throws -> [BranchedLog] {
        let sql = """
            SELECT branch.*, box.name, box.own FROM branch JOIN box ON box.id = branch.box
            ORDER BY box.name, box.id, log DESC, fork, number
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql)).compactMap { row in
            guard let log = LogKind(rawValue: row["log"]) else { return nil }
            // Which of them a ledger had first does not matter: all ledgers say the same.
            let ends = try [row["parent"], row["number"]].map { try end(of: log, row, on: $0, in: db) }.sorted {
                ($0.first, $0.count) < ($1.first, $1.count)
            }
            return BranchedLog(
                box: try row.identifier("box"), name: row["name"], isOwn: row["own"] != nil, log: log,
                since: Timestamp(milliseconds: ends.last?.first ?? 0), lines: ends.map(\.count)
            )
        }
    }

    /// Returns the time of the first line of a branch after the fork, and how many there are.
    private static func end(
        of log: LogKind,
        _ fork: Row,
        on branch: Int,
        in db: Database
    ) throws -> (first: Int64, count: Int) {
        let sql = """
            SELECT count(*) AS count, coalesce(min(CASE seq WHEN ?3 + 1 THEN at_ms END), 0) AS first
            FROM \(log.table) WHERE box = ?1 AND branch = ?2 AND seq > ?3
            """
        let arguments: StatementArguments = [fork["box"] as DatabaseValue, branch, fork["fork"] as Int64]
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
        return (row?["first"] ?? 0, row?["count"] ?? 0)
    }
}

extension Ledger {
    /// Returns the logs with several continuations, ordered by the names of their boxes.
    ///
    /// - Returns: One element for each continuation after the first; may be empty.
    /// - Throws: ``LedgerError``.
    public func branchedLogs() async throws -> [BranchedLog] {
        try await read { db in try BranchedLog.all(in: db) }
    }
}

extension BranchedLog: CustomStringConvertible {
    /// One sentence: what happened to which box, and what it means.
    public var description: String {
        let counts = lines.map { $0 == 1 ? "1 \(log)" : "\($0) \(log)s" }.joined(separator: " on one branch and ")
        return "Box '\(name)' was restored from a backup or cloned: \(counts) on the other; all of them count."
    }
}
