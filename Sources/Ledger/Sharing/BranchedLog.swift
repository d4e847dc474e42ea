// A box that was restored or cloned.

import GRDB
public import TicketSigning

/// A line of a log that several lines follow: its box went on from a backup or a copy of its disk. All of them count,
/// unless the box was revoked.
public struct BranchedLog: Hashable, Sendable {
    /// The box.
    public let box: BoxID
    /// The box's name for people.
    public let name: String
    /// Whether it is the box that owns this ledger.
    public let isOwn: Bool
    /// Whether scans or changes.
    public let log: LogKind
    /// The number of the last common line; 0 if there is none.
    public let fork: Int64
    /// When the first line of the latest continuation was recorded, by the box's wall clock.
    public let since: Timestamp
    /// The number of lines of each continuation, the first continuation first.
    public let lines: [Int]
    /// Whether the organiser has revoked the box.
    public let isRevoked: Bool
}

/// The branches of one log, as this ledger numbers them.
private struct BranchTree {
    typealias Branch = LogCoverage.Branch

    /// A line that several lines follow.
    struct Fork: Hashable {
        let branch: Int
        let seq: Int64
    }

    let branches: [Branch]

    var forks: [Fork] {
        Set(branches.dropFirst().map { Fork(branch: $0.parent, seq: $0.fork) })
            .sorted { ($0.seq, $0.branch) < ($1.seq, $1.branch) }
    }

    /// The branches that go on after a fork, with the last number before they do: which of them a ledger had first does
    /// not matter.
    func continuations(of fork: Fork) -> [Branch] {
        branches.filter { branch in
            branch.number == fork.branch && branch.end > fork.seq
                || Fork(branch: branch.parent, seq: branch.fork) == fork
        }
    }

    /// The number of lines on a branch after a number, and on all branches that begin there.
    func count(_ branch: Branch, after seq: Int64) -> Int {
        let later = branches.dropFirst().filter { $0.parent == branch.number && $0.fork > seq }
        return later.reduce(Int(branch.end - seq)) { $0 + count($1, after: $1.fork) }
    }
}

extension BranchedLog {
    static func all(in db: Database) throws -> [BranchedLog] {
        let sql = """
            SELECT DISTINCT branch.box, log, box.name, box.own, member.revoked
            FROM branch JOIN named_box AS box ON box.id = branch.box LEFT JOIN member ON member.box = branch.box
            ORDER BY box.name, box.id, log DESC
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql)).flatMap { row -> [BranchedLog] in
            guard let log = LogKind(rawValue: row["log"]) else { return [] }
            let box: BoxID = try row.identifier("box")
            let tree = BranchTree(branches: try LogCoverage.branches(log, of: box, in: db))
            return try tree.forks.map { fork in
                let ends = try tree.continuations(of: fork).map { branch in
                    (
                        first: try moment(of: log, box, fork.seq + 1, on: branch.number, in: db),
                        count: tree.count(branch, after: fork.seq)
                    )
                }.sorted { ($0.first, $0.count) < ($1.first, $1.count) }
                return BranchedLog(
                    box: box, name: row["name"], isOwn: row["own"] != nil, log: log, fork: fork.seq,
                    since: Timestamp(milliseconds: ends.last?.first ?? 0), lines: ends.map(\.count),
                    isRevoked: row["revoked"] as Bool? == true
                )
            }.sorted { ($0.fork, $0.since.milliseconds) < ($1.fork, $1.since.milliseconds) }
        }
    }

    private static func moment(
        of log: LogKind,
        _ box: BoxID,
        _ seq: Int64,
        on branch: Int,
        in db: Database
    ) throws -> Int64 {
        let sql = "SELECT at_ms FROM \(log.table) WHERE box = ? AND seq = ? AND branch = ?"
        let arguments: StatementArguments = [box.blob, seq, branch]
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) ?? 0
    }
}

extension Ledger {
    /// Returns the lines that several lines follow, ordered by the names of their boxes.
    ///
    /// - Returns: May be empty.
    /// - Throws: ``LedgerError``.
    public func branchedLogs() async throws -> [BranchedLog] {
        try await read { db in try BranchedLog.all(in: db) }
    }
}

extension BranchedLog: CustomStringConvertible {
    /// One sentence: what happened to which box, and what it means.
    public var description: String {
        // Whoever has a box's key can write as many branches as a ledger keeps.
        let counts =
            lines.count <= 5
            ? lines.map(String.init).joined(separator: " and ") + " \(log)s"
            : "\(lines.reduce(0, +)) \(log)s in all"
        let effect = isRevoked ? "those after its revocation do not count" : "all of them count"
        let place = fork == 0 ? "from the beginning" : "after \(log) \(fork)"
        return
            "Box '\(name)' was restored from a backup or cloned: \(place) it went on in \(lines.count) ways, with "
            + "\(counts); \(effect)."
    }
}
