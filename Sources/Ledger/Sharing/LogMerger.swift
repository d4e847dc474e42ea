// Merges the lines of logs.

import FoundationEssentials
import GRDB
import TicketSigning

/// Finds the place of each line in its box's log: behind the line that its chain value follows from.
///
/// Two lines with one number are a branch: the box was restored or cloned, and showed both. Both are kept.
struct LogMerger {
    /// What became of a line.
    enum Result: Hashable {
        /// It is new.
        case merged
        /// It is new, and the first of a branch.
        case branched
        /// This ledger has it, or lacks lines before it.
        case skipped
        /// It follows from no line that this ledger has, although there are lines with the number before it.
        case detached
        /// It is not of a form that a doorcheck creates.
        case unfit
    }

    private let db: Database
    /// The last merged lines, each the end of its branch.
    private var ends: [Key: End] = [:]
    /// What boxes may do, once it was needed.
    private var authorities: [BoxID: Authority] = [:]

    private struct Key: Hashable {
        let log: LogKind
        let box: BoxID
    }

    private struct End {
        let branch: Int
        let seq: Int64
        let hlc: Int64
        let chain: LogChain
    }

    /// - Parameter db: A database in a write transaction.
    init(_ db: Database) {
        self.db = db
    }

    /// Merges a line of a box that this ledger knows.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - signature: The box's signature, which was verified.
    /// - Returns: What became of it.
    /// - Throws: `DatabaseError`.
    mutating func merge<Line: LogLine>(_ line: Line, signature: RecordBytes?) throws -> Result {
        let bytes: [UInt8]
        do {
            bytes = try line.bytesForChain()
        } catch is LedgerError {
            return .unfit
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            return .unfit
        }
        guard line.seq > 0, line.chain.bytes.count == 32 else { return .unfit }
        let key = Key(log: Line.log, box: line.box)
        if let end = ends[key], end.seq + 1 == line.seq, Self.isNext(line, bytes, after: end) {
            return try insert(line, signature, after: end, on: end.branch, as: .merged)
        }
        guard try !has(line) else {
            try keep(signature, of: line)
            return .skipped
        }
        let parents = try parents(of: line)
        guard !parents.isEmpty else { return .skipped }
        guard let parent = parents.first(where: { Self.isNext(line, bytes, after: $0) }) else { return .detached }
        guard try isTaken(line, on: parent.branch) else {
            return try insert(line, signature, after: parent, on: parent.branch, as: .merged)
        }
        return try insertOnNewBranch(line, signature, after: parent)
    }

    /// Inserts a line as the first of a branch; one that cannot be inserted leaves no branch either.
    private mutating func insertOnNewBranch(
        _ line: some LogLine,
        _ signature: RecordBytes?,
        after parent: End
    ) throws -> Result {
        var result = Result.unfit
        try db.inSavepoint {
            guard let branch = try newBranch(after: parent, of: line) else { return .rollback }
            result = try insert(line, signature, after: parent, on: branch, as: .branched)
            return result == .branched ? .commit : .rollback
        }
        return result
    }

    private static func isNext(_ line: some LogLine, _ bytes: [UInt8], after end: End) -> Bool {
        end.chain.appending(bytes).head == line.chain.bytes
    }

    private mutating func insert<Line: LogLine>(
        _ line: Line,
        _ signature: RecordBytes?,
        after end: End,
        on branch: Int,
        as result: Result
    ) throws -> Result {
        // Changes follow the clock of the ledger, which no restore takes back; scans follow one another.
        guard Line.log == .change || line.hlc > end.hlc else { return .unfit }
        do {
            // Which lines of a revoked box count is decided once the page is complete.
            let authority = try authority(of: line.box)
            let counts = try authority.revocation == nil && line.isPermitted(by: authority, in: db)
            try line.insert(signature: signature, branch: branch, counts: counts, in: db)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return .unfit
        }
        ends[Key(log: Line.log, box: line.box)] = End(
            branch: branch, seq: line.seq, hlc: line.hlc, chain: LogChain(head: line.chain.bytes))
        return result
    }

    /// Returns what a box may do.
    mutating func authority(of box: BoxID) throws -> Authority {
        if let known = authorities[box] { return known }
        let authority = try Authority(of: box, in: db)
        authorities[box] = authority
        return authority
    }

    /// Forgets what boxes may do, because memberships have changed.
    mutating func forgetAuthorities() {
        authorities = [:]
    }

    private func has(_ line: some LogLine) throws -> Bool {
        let sql = "SELECT 1 FROM \(type(of: line).log.table) WHERE box = ? AND seq = ? AND chain = ?"
        let arguments: StatementArguments = [line.box.blob, line.seq, Data(line.chain.bytes)]
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) != nil
    }

    /// Keeps the signature of a line that this ledger has without one: it wrote the line as an earlier box.
    private func keep(_ signature: RecordBytes?, of line: some LogLine) throws {
        guard let bytes = signature?.asLineSignature else { return }
        let table = type(of: line).log.table
        let find = """
            SELECT branch, key FROM \(table) AS line JOIN box ON box.id = line.box
            WHERE line.box = ? AND seq = ? AND chain = ? AND signature IS NULL AND own IS NULL
            """
        let arguments: StatementArguments = [line.box.blob, line.seq, Data(line.chain.bytes)]
        guard let row = try Row.fetchOne(db.cachedStatement(sql: find), arguments: arguments),
            LineSignature.verifies(signature, of: line.chain, by: Array(row["key"] as Data))
        else { return }
        let sql = "UPDATE \(table) SET signature = ? WHERE box = ? AND seq = ? AND branch = ?"
        let branch: Int = row["branch"]
        try db.cachedStatement(sql: sql).execute(arguments: [bytes, line.box.blob, line.seq, branch])
    }

    /// Returns the lines with the number before; for the first line, the beginning of the log.
    private func parents(of line: some LogLine) throws -> [End] {
        guard line.seq > 1 else { return [End(branch: 0, seq: 0, hlc: -1, chain: .start)] }
        let sql = "SELECT branch, hlc, chain FROM \(type(of: line).log.table) WHERE box = ? AND seq = ? ORDER BY branch"
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: sql), arguments: [line.box.blob, line.seq - 1])
        return rows.map {
            End(
                branch: $0["branch"], seq: line.seq - 1, hlc: $0["hlc"],
                chain: LogChain(head: Array($0["chain"] as Data)))
        }
    }

    /// Whether a branch goes on with another line.
    private func isTaken(_ line: some LogLine, on branch: Int) throws -> Bool {
        let sql = "SELECT 1 FROM \(type(of: line).log.table) WHERE box = ? AND seq = ? AND branch = ?"
        let arguments: StatementArguments = [line.box.blob, line.seq, branch]
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) != nil
    }

    /// - Returns: `nil` if the log has as many branches as it may have.
    private func newBranch(after parent: End, of line: some LogLine) throws -> Int? {
        let log = type(of: line).log
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO branch (box, log, number, parent, fork)
                SELECT ?1, ?2, 1 + coalesce(max(number), 0), ?3, ?4 FROM branch WHERE box = ?1 AND log = ?2
                HAVING count(*) < ?5
                RETURNING number
                """
        )
        let arguments: StatementArguments = [
            line.box.blob, log.rawValue, parent.branch, parent.seq, LogBranch.limit,
        ]
        return try Int.fetchOne(statement, arguments: arguments)
    }
}
