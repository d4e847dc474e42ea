// The two logs of a box.

import FoundationEssentials
import GRDB
import TicketSigning

/// A log: lines that a box numbers 1, 2, 3 … and chains by SHA-256.
public enum LogKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// What staff did to tickets.
    case change
    /// What happened at the gates.
    case scan

    /// The table of its lines.
    var table: String {
        switch self {
        case .change: "ticket_change"
        case .scan: "scan"
        }
    }
}

/// A line of a log as ledgers exchange it.
protocol LogLine: Hashable, Sendable {
    static var log: LogKind { get }
    var box: BoxID { get }
    var seq: Int64 { get }
    var hlc: Int64 { get }
    var chain: RecordBytes { get }

    init(_ row: Row) throws

    /// Returns the bytes that the chain covers.
    ///
    /// - Throws: `DatabaseError` or ``LedgerError`` if the values are not those of such a line.
    func bytesForChain() throws -> [UInt8]

    /// Returns whether the line may have an effect, a revocation aside.
    ///
    /// - Parameters:
    ///   - authority: What its box may do.
    ///   - db: The ledger.
    /// - Returns: Whether it may.
    /// - Throws: `DatabaseError`.
    func isPermitted(by authority: Authority, in db: Database) throws -> Bool

    /// Returns whether the line may have no effect, whatever tickets arrive later.
    ///
    /// - Parameters:
    ///   - authority: What its box may do.
    ///   - db: The ledger.
    /// - Returns: Whether it may have none.
    /// - Throws: `DatabaseError`.
    func oversteps(_ authority: Authority, in db: Database) throws -> Bool

    /// Returns the event that the line belongs to; `nil` if its ticket is not listed here.
    func event(in db: Database) throws -> EventID?

    /// Inserts the line, whose chain and signature were verified.
    ///
    /// - Parameters:
    ///   - signature: The box's signature.
    ///   - branch: The branch of the log.
    ///   - counts: Whether the line has an effect.
    ///   - db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    func insert(signature: RecordBytes?, branch: Int, counts: Bool, in db: Database) throws
}

extension SharedScan: LogLine {
    static let log = LogKind.scan

    func bytesForChain() throws -> [UInt8] { try Scan(self).canonicalBytes }

    func isPermitted(by authority: Authority, in db: Database) -> Bool { authority.permits(self) }

    func oversteps(_ authority: Authority, in db: Database) -> Bool { !authority.permits(self) }

    func event(in db: Database) -> EventID? { event }

    func insert(signature: RecordBytes?, branch: Int, counts: Bool, in db: Database) throws {
        try Scan(self).insert(chain: chain.bytes, signature: signature, branch: branch, counts: counts, in: db)
    }
}

extension SharedChange: LogLine {
    static let log = LogKind.change

    func bytesForChain() throws -> [UInt8] { canonicalBytes }

    func isPermitted(by authority: Authority, in db: Database) throws -> Bool {
        // The event is looked up for boxes that take part in some only.
        authority.permits(self, of: authority.takesPart(in: nil) ? nil : try ticket.event(in: db))
    }

    func oversteps(_ authority: Authority, in db: Database) throws -> Bool {
        guard authority.permits(action, was: was) else { return true }
        return try !authority.takesPart(in: nil) && ticket.event(in: db).map(authority.takesPart) == false
    }

    func event(in db: Database) throws -> EventID? { try ticket.event(in: db) }
}

extension TicketID {
    /// Returns the event of a ticket; `nil` if the ticket is not listed here.
    func event(in db: Database) throws -> EventID? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT event FROM ticket WHERE id = ?1 UNION ALL
                SELECT event FROM granted_ticket JOIN partner_grant ON partner_grant.id = granted_ticket.partner_grant
                WHERE granted_ticket.id = ?1 LIMIT 1
                """)
        return try Row.fetchOne(statement, arguments: [blob]).map { try $0.identifier("event") }
    }
}

extension SharedRecord {
    /// Returns whether the chain value of a line follows from another line of its log.
    ///
    /// - Parameter other: Any record.
    /// - Returns: `false` if one of them is no line, or is not of a form that a ledger writes.
    package func isChained(to other: SharedRecord) -> Bool {
        guard let place, let before = other.place, place.follows(before) else { return false }
        return chainValue(after: before.chain) == place.chain
    }

    /// Whether this line is the first of a log by its chain value, which covers all of it.
    package var beginsLog: Bool {
        guard let place, place.seq == 1 else { return false }
        return chainValue(after: nil) == place.chain
    }

    /// Returns the chain value that a line has.
    ///
    /// - Parameter chain: The chain value of the line before; `nil` for the first line.
    /// - Returns: `nil` if this is no line, or not of a form that a ledger writes.
    package func chainValue(after chain: RecordBytes?) -> RecordBytes? {
        guard let bytes = try? bytesForChain() else { return nil }
        let before = chain.map { LogChain(head: $0.bytes) } ?? .start
        return RecordBytes(before.appending(bytes).head)
    }

    private func bytesForChain() throws -> [UInt8]? {
        switch self {
        case .change(let change): try change.bytesForChain()
        case .scan(let scan): try scan.bytesForChain()
        case .box, .membership, .event, .key, .grant, .message, .ticket: nil
        }
    }
}

/// One continuation of a log.
struct LogBranch: Hashable, Sendable {
    let box: BoxID
    /// 0 for the one that this ledger had first.
    let number: Int

    /// The most branches of one log, apart from the first: far more than anybody restores a box, and so few that a
    /// stolen box that makes them by the thousand slows no one down.
    static let limit = 200

    /// Returns the last number of each branch of each box; a box without lines has none.
    static func ends(of log: LogKind, in db: Database) throws -> [(branch: LogBranch, end: Int64)] {
        try rows(of: log, in: db).map { row in
            (LogBranch(box: try row.identifier("box"), number: row["branch"]), row["seq"])
        }
    }

    /// The last line of a branch, with what it takes to tell who wrote it.
    struct LastLine {
        let branch: LogBranch
        let seq: Int64
        let chain: RecordBytes
        let signature: RecordBytes?
        let key: [UInt8]
    }

    /// Returns the last line of each branch.
    static func lastLines(of log: LogKind, in db: Database) throws -> [LastLine] {
        try rows(of: log, in: db).map { row in
            let branch = LogBranch(box: try row.identifier("box"), number: row["branch"])
            return LastLine(
                branch: branch, seq: row["seq"], chain: RecordBytes(Array(row["chain"] as Data)),
                signature: (row["signature"] as Data?).map { RecordBytes(Array($0)) },
                key: Array(row["key"] as Data))
        }
    }

    /// Returns the line that the first line of a branch follows.
    static func chain(
        before branch: LogBranch,
        of log: LogKind,
        in db: Database
    ) throws -> (seq: Int64, hlc: Int64, chain: LogChain) {
        let sql = """
            SELECT line.seq, hlc, chain FROM branch JOIN \(log.table) AS line
                ON line.box = branch.box AND line.branch = branch.parent AND line.seq = branch.fork
            WHERE branch.box = ? AND log = ? AND number = ?
            """
        let arguments: StatementArguments = [branch.box.blob, log.rawValue, branch.number]
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else {
            // Every time is later.
            return (0, -1, .start)
        }
        return (row["seq"], row["hlc"], LogChain(head: Array(row["chain"] as Data)))
    }

    /// Returns the last line of each branch, ordered by box and branch: `box`, `branch`, `seq`, `chain`, `signature`,
    /// and the box's `key`.
    fileprivate static func rows(of log: LogKind, in db: Database) throws -> [Row] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT last.box, last.branch, last.seq, last.chain, last.signature, box.key FROM (
                    SELECT id AS box, 0 AS number FROM box
                    UNION ALL SELECT box, number FROM branch WHERE log = '\(log.rawValue)'
                ) AS one
                JOIN \(log.table) AS last ON last.box = one.box AND last.branch = one.number AND last.seq = (
                    SELECT seq FROM \(log.table) AS line
                    WHERE line.box = one.box AND line.branch = one.number ORDER BY seq DESC LIMIT 1
                )
                JOIN box ON box.id = last.box
                ORDER BY last.box, last.branch
                """
        )
        return try Row.fetchAll(statement)
    }
}

/// A line that a ledger has, with all lines that it follows.
public struct LogPoint: Hashable, Sendable, Codable {
    /// The line's number.
    @Bounded<SequenceBounds> public private(set) var seq: Int64
    /// The first ``length`` bytes of its chain value.
    public let chain: RecordBytes

    /// How many bytes of a chain value tell lines with one number apart.
    public static let length = 8
    /// Of every so many lines one is among the points, so that two ledgers find where a log branched.
    static let distance: Int64 = 256
    /// The most points of one log that are looked at: those of a million lines.
    static let limit = 4096

    /// - Parameters:
    ///   - seq: The line's number.
    ///   - chain: Its chain value.
    public init(seq: Int64, chain: RecordBytes) {
        self.chain = RecordBytes(Array(chain.bytes.prefix(Self.length)))
        self.seq = seq
    }

    init(_ row: Row) {
        self.init(seq: row["seq"], chain: RecordBytes(Array(row["chain"] as Data)))
    }

    /// Returns the points of every box's log: the ends of its branches and every 256th line.
    static func all(of log: LogKind, in db: Database) throws -> [BoxID: [LogPoint]] {
        let checkpoints = "SELECT box, seq, chain FROM \(log.table) WHERE seq % 256 = 0 ORDER BY box, seq, branch"
        var points: [BoxID: [LogPoint]] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: checkpoints)) {
            points[try row.identifier("box"), default: []].append(LogPoint(row))
        }
        for row in try LogBranch.rows(of: log, in: db) where (row["seq"] as Int64) % distance != 0 {
            points[try row.identifier("box"), default: []].append(LogPoint(row))
        }
        return points
    }
}
