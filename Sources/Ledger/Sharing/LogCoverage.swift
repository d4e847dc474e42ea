// What another ledger lacks of a log.

import FoundationEssentials
import GRDB
import TicketSigning

/// The parts of one box's log that another ledger lacks.
struct LogCoverage {
    /// The lines of a branch after a number.
    struct Part: Hashable {
        let branch: Int
        /// The last line that the other ledger has, or that belongs to the parent.
        let after: Int64
        let end: Int64
    }

    /// The parts, a branch after the one that it follows.
    let missing: [Part]

    /// Compares what the other ledger says with what this one has.
    ///
    /// A line that this ledger does not know and that is beyond its own end is taken for a continuation of what it
    /// has, unless `sendsInDoubt`: the other ledger is ahead, as far as can be told, and will say so if not. All else
    /// is sent again from the last line that both are known to have.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - box: The box.
    ///   - theirs: What the other ledger has of it.
    ///   - own: What this ledger has of it.
    ///   - sendsInDoubt: Whether to send what the other ledger may have: this ledger's own log, or one in a file, which
    ///     gets no answer.
    ///   - db: A database within a transaction.
    /// - Throws: `DatabaseError`.
    init(
        _ log: LogKind,
        of box: BoxID,
        theirs: [LogPoint],
        own: [LogPoint],
        sendsInDoubt: Bool,
        in db: Database
    ) throws {
        guard !own.isEmpty, !Set(own).isSubset(of: theirs) else {
            missing = []
            return
        }
        let branches = try Self.branches(log, of: box, in: db)
        var covered: [Int: Int64] = [:]
        var unknown: Int64 = 0
        let find = try db.cachedStatement(
            sql: "SELECT branch FROM \(log.table) WHERE box = ? AND seq = ? AND substr(chain, 1, 8) = ?")
        for point in theirs.suffix(LogPoint.limit) {
            let arguments: StatementArguments = [box.blob, point.seq, Data(point.chain.bytes)]
            guard let branch = try Int.fetchOne(find, arguments: arguments) else {
                unknown = max(unknown, point.seq)
                continue
            }
            covered[branch] = max(covered[branch] ?? 0, point.seq)
        }
        // Whoever has a line has all that it follows; parents have lower numbers.
        for branch in branches.reversed() where covered[branch.number] != nil {
            covered[branch.parent] = max(covered[branch.parent] ?? 0, branch.fork)
        }
        let end = branches.map(\.end).max() ?? 0
        if !sendsInDoubt, branches.count == 1, unknown > end {
            missing = []
            return
        }
        missing = branches.compactMap { branch in
            let after = max(covered[branch.number] ?? 0, branch.fork)
            return after < branch.end ? Part(branch: branch.number, after: after, end: branch.end) : nil
        }
    }

    /// A branch of a log, as this ledger numbers it.
    struct Branch {
        let number: Int
        let parent: Int
        let fork: Int64
        let end: Int64
    }

    /// Returns the branches of a log, each after the one that it follows.
    static func branches(_ log: LogKind, of box: BoxID, in db: Database) throws -> [Branch] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT number, parent, fork, coalesce((
                    SELECT seq FROM \(log.table) AS line WHERE line.box = ?1 AND line.branch = number
                    ORDER BY seq DESC LIMIT 1
                ), fork) AS last
                FROM (
                    SELECT 0 AS number, -1 AS parent, 0 AS fork
                    UNION ALL SELECT number, parent, fork FROM branch WHERE box = ?1 AND log = '\(log.rawValue)'
                ) ORDER BY number
                """
        )
        return try Row.fetchAll(statement, arguments: [box.blob]).map {
            Branch(number: $0["number"], parent: $0["parent"], fork: $0["fork"], end: $0["last"])
        }
    }
}
