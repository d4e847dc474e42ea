// What of a revoked box still counts.

import FoundationEssentials
import GRDB
public import TicketSigning

/// The end of a membership: of the box's logs, the named lines and all that they follow still count, and nothing else.
///
/// It names lines, not a time, because whoever has a stolen box's key can write lines of any time.
public struct Revocation: Hashable, Sendable, Codable {
    /// The moment from which the box's lines do not count, for people; in milliseconds since 1970 UTC.
    @Bounded<MomentBounds> public private(set) var since: Int64
    /// The last changes that count, one for each branch.
    public let changes: [LogPoint]
    /// The last scans that count, one for each branch.
    public let scans: [LogPoint]

    init(since: Timestamp, changes: [LogPoint], scans: [LogPoint]) {
        self.changes = changes
        self.scans = scans
        _since = Bounded(wrappedValue: since.milliseconds)
    }

    /// Returns the revocation of a box of which nothing counts.
    ///
    /// - Parameter moment: The moment that people see.
    /// - Returns: The revocation, which nobody has signed yet.
    public static func nothing(since moment: Timestamp) -> Revocation {
        Revocation(since: moment, changes: [], scans: [])
    }

    func points(of log: LogKind) -> [LogPoint] {
        switch log {
        case .change: changes
        case .scan: scans
        }
    }

    var isSound: Bool {
        [changes, scans].allSatisfy { points in
            points.count <= LogBranch.limit + 1 && points.allSatisfy { $0.chain.bytes.count == LogPoint.length }
        }
    }
}

/// What a revocation changes in a ledger.
public struct RevocationEffect: Hashable, Sendable {
    /// Admissions that no longer count.
    public var admissions = 0
    /// People among them who are inside, as far as the exits say.
    public var inside = 0
    /// Scans that no longer count, admissions included.
    public var scans = 0
    /// Staff changes to tickets that no longer count.
    public var changes = 0
    /// Tickets whose status becomes another one.
    public var tickets = 0
}

extension Ledger {
    /// Returns the revocation of a box that counts what this ledger has of it from before a moment.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - moment: Lines from this moment on, by the box's clock, do not count.
    /// - Returns: The revocation, which nobody has signed yet. Of a box that is not a member nothing counts.
    /// - Throws: ``LedgerError``.
    public func revocation(of box: BoxID, since moment: Timestamp) async throws -> Revocation {
        try await read { db in
            guard try SignedMembership.ofBox(box, in: db) != nil else { return .nothing(since: moment) }
            return Revocation(
                since: moment, changes: try LogKind.change.lastPoints(of: box, before: moment, in: db),
                scans: try LogKind.scan.lastPoints(of: box, before: moment, in: db))
        }
    }

    /// Returns what a revocation would change in this ledger, without changing anything.
    ///
    /// - Parameters:
    ///   - revocation: The revocation.
    ///   - box: The box.
    /// - Returns: The effect.
    /// - Throws: ``LedgerError``.
    public func effect(of revocation: Revocation, on box: BoxID) async throws -> RevocationEffect {
        try await write { db in
            var effect = RevocationEffect()
            try db.inSavepoint {
                let before = try RevocationMeasure(of: box, in: db)
                let revoked = try Authority(of: box, in: db).revoked(revocation)
                effect.tickets = try LineCounting(of: box, revoked, in: db).apply()
                let after = try RevocationMeasure(of: box, in: db)
                effect.admissions = before.admissions - after.admissions
                effect.inside = max(0, before.inside - after.inside)
                effect.scans = before.scans - after.scans
                effect.changes = before.changes - after.changes
                return .rollback
            }
            return effect
        }
    }
}

/// What of a box counts.
private struct RevocationMeasure {
    let admissions, inside, scans, changes: Int

    init(of box: BoxID, in db: Database) throws {
        func count(_ sql: String) throws -> Int {
            try Int.fetchOne(db, sql: sql, arguments: sql.contains("?") ? [box.blob] : []) ?? 0
        }
        admissions = try count("SELECT count(*) FROM admission WHERE box = ?")
        inside = try count("SELECT sum(people) FROM inside")
        scans = try count("SELECT count(*) FROM scan WHERE box = ? AND counts")
        changes = try count("SELECT count(*) FROM ticket_change WHERE box = ? AND counts")
    }
}

extension LogKind {
    /// Returns of each branch of a box's log the last line from before a moment, unless a later branch goes on from it.
    ///
    /// The time is that of the box's own clock: its logical clock follows those of others. A line that follows a later
    /// one is later, whatever time it bears: whoever has the key dates lines as he likes.
    fileprivate func lastPoints(of box: BoxID, before moment: Timestamp, in db: Database) throws -> [LogPoint] {
        let first = "SELECT min(seq) FROM \(table) WHERE box = ? AND branch = ? AND at_ms >= ?"
        let last = "SELECT seq, chain FROM \(table) WHERE box = ? AND branch = ? AND seq < ? ORDER BY seq DESC LIMIT 1"
        // Of each branch, the number from which on its lines are later.
        var later: [Int: Int64] = [:]
        return try LogBranch.all(of: self, box, in: db).compactMap { branch, parent, fork in
            guard fork < later[parent] ?? .max else {
                later[branch] = 0
                return nil
            }
            let end = try Int64.fetchOne(db, sql: first, arguments: [box.blob, branch, moment.milliseconds]) ?? .max
            later[branch] = end
            return try Row.fetchOne(db, sql: last, arguments: [box.blob, branch, end]).map { LogPoint($0) }
        }
    }
}

extension LogBranch {
    /// Returns the numbers of the branches of a box's log, each after the one that it leaves, with that one and the
    /// last line before it does.
    fileprivate static func all(
        of log: LogKind,
        _ box: BoxID,
        in db: Database
    ) throws -> [(number: Int, parent: Int, fork: Int64)] {
        let sql = "SELECT number, parent, fork FROM branch WHERE box = ? AND log = ? ORDER BY number"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [box.blob, log.rawValue])
        return [(0, -1, 0)] + rows.map { ($0["number"], $0["parent"], $0["fork"]) }
    }
}

/// Decides which lines of a box count, and lets it have its effect on counts and statuses.
struct LineCounting {
    private let db: Database
    private let box: BoxID
    private let authority: Authority

    /// - Parameters:
    ///   - box: The box.
    ///   - authority: What it may do.
    ///   - db: A database in a write transaction.
    init(of box: BoxID, _ authority: Authority, in db: Database) {
        self.db = db
        self.box = box
        self.authority = authority
    }

    /// Reads what a box may do from its membership.
    init(of box: BoxID, in db: Database) throws {
        self.init(of: box, try Authority(of: box, in: db), in: db)
    }

    /// Marks the lines, and recomputes what follows from those that changed.
    ///
    /// - Parameter logs: The logs whose lines may have changed.
    /// - Returns: The number of tickets whose status changed.
    /// - Throws: `DatabaseError`.
    @discardableResult
    func apply(to logs: [LogKind] = LogKind.allCases) throws -> Int {
        let tickets = try logs.contains(.change) ? subjects(of: mark(.change)) as Set<TicketID> : []
        let events = try logs.contains(.scan) ? subjects(of: mark(.scan)) as Set<EventID> : []
        guard !tickets.isEmpty || !events.isEmpty else { return 0 }
        try db.execute(sql: "UPDATE sync_state SET judged = judged + 1")
        for event in try events.isEmpty ? [] : events.union(Self.eventsOfVoids(of: box, in: db)) {
            try Self.recount(event, in: db)
        }
        return try StatusReducer.recompute(tickets, in: db)
    }

    /// Judges changes again whose tickets have arrived: a box that takes part in some events changes tickets of these.
    ///
    /// - Parameters:
    ///   - tickets: A table whose column `id` has the tickets.
    ///   - db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    static func judgeChanges(toTicketsIn tickets: String, in db: Database) throws {
        let sql = """
            SELECT DISTINCT box FROM \(tickets) AS arrival
            CROSS JOIN ticket_change ON ticket_change.ticket = arrival.id
            """
        for row in try Row.fetchAll(db.cachedStatement(sql: sql)) {
            let counting = try LineCounting(of: row.identifier("box"), in: db)
            if counting.authority.rights?.events != nil { try counting.apply(to: [.change]) }
        }
    }

    private func subjects<Subject>(of rows: [Row]) throws -> Set<Identifier<Subject>> {
        try Set(rows.map { try $0.identifier("subject") })
    }

    /// Counts the people inside an event's zones again.
    static func recount(_ event: EventID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM inside WHERE event = ?", arguments: [event.blob])
        try db.execute(
            sql: """
                INSERT INTO inside SELECT event, zone, sum(people) FROM moved_people WHERE event = ?
                GROUP BY event, zone
                """,
            arguments: [event.blob])
    }

    /// Returns the events of what undoes scans of a box: they take back people only of scans that count.
    private static func eventsOfVoids(of box: BoxID, in db: Database) throws -> Set<EventID> {
        let sql = "SELECT DISTINCT event FROM scan WHERE undone_seq IS NOT NULL AND undone_box = ?"
        return try Set(Row.fetchAll(db, sql: sql, arguments: [box.blob]).map { try $0.identifier("event") })
    }

    /// Returns the events of what undoes one scan.
    static func eventsOfVoids(of scan: SharedScan, in db: Database) throws -> Set<EventID> {
        let statement = try db.cachedStatement(
            sql: "SELECT event FROM scan WHERE undone_box = ? AND undone_seq = ? AND undone_chain = ?")
        let arguments: StatementArguments = [scan.box.blob, scan.seq, Data(scan.chain.bytes)]
        return try Set(Row.fetchAll(statement, arguments: arguments).map { try $0.identifier("event") })
    }

    /// Returns whether exactly those lines of a log are marked that do not count.
    func isRight(for log: LogKind) throws -> Bool {
        try ends(of: log).allSatisfy { branch, end in
            let sql = """
                SELECT 1 FROM \(log.table)
                WHERE box = ? AND branch = ? AND counts <> (seq <= ? AND \(authority.condition(on: log))) LIMIT 1
                """
            return try Int.fetchOne(db, sql: sql, arguments: [box.blob, branch, end]) == nil
        }
    }

    /// - Returns: The tickets or events of the lines that changed.
    private func mark(_ log: LogKind) throws -> [Row] {
        let subject = log == .change ? "ticket" : "event"
        return try ends(of: log).flatMap { branch, end in
            let counting = "(seq <= ?3 AND \(authority.condition(on: log)))"
            let sql = """
                UPDATE \(log.table) SET counts = \(counting)
                WHERE box = ?1 AND branch = ?2 AND counts <> \(counting) RETURNING \(subject) AS subject
                """
            return try Row.fetchAll(db, sql: sql, arguments: [box.blob, branch, end])
        }
    }

    /// Returns each branch of a log with the number of its last line that counts.
    private func ends(of log: LogKind) throws -> [(branch: Int, end: Int64)] {
        let counted = try authority.revocation.map { try countedEnds(of: log, $0) }
        return try LogBranch.all(of: log, box, in: db).map { branch, _, _ in
            (branch, counted.map { $0[branch] ?? 0 } ?? Int64.max)
        }
    }

    /// Returns the last number that counts on each branch: a named line counts with all that it follows.
    private func countedEnds(of log: LogKind, _ revocation: Revocation) throws -> [Int: Int64] {
        let forks = try Row.fetchAll(
            db, sql: "SELECT number, parent, fork FROM branch WHERE box = ? AND log = ?",
            arguments: [box.blob, log.rawValue])
        let parents = Dictionary(
            forks.map { ($0["number"] as Int, (parent: $0["parent"] as Int, fork: $0["fork"] as Int64)) }
        ) { first, _ in first }
        var ends: [Int: Int64] = [:]
        for point in revocation.points(of: log) {
            let sql = "SELECT branch FROM \(log.table) WHERE box = ? AND seq = ? AND substr(chain, 1, ?) = ?"
            let arguments: StatementArguments = [box.blob, point.seq, LogPoint.length, Data(point.chain.bytes)]
            guard var branch = try Int.fetchOne(db, sql: sql, arguments: arguments) else {
                // The line has not arrived yet. Until it has, nobody knows which branch leads to it.
                for (number, _, _) in try LogBranch.all(of: log, box, in: db) {
                    ends[number] = max(ends[number] ?? 0, point.seq)
                }
                continue
            }
            ends[branch] = max(ends[branch] ?? 0, point.seq)
            while let (parent, fork) = parents[branch] {
                ends[parent] = max(ends[parent] ?? 0, fork)
                branch = parent
            }
        }
        return ends
    }
}

extension BoxID {
    /// Returns the boxes that root has revoked.
    static func revoked(among boxes: Set<BoxID>, in db: Database) throws -> [BoxID] {
        guard !boxes.isEmpty else { return [] }
        let statement = try db.cachedStatement(sql: "SELECT box FROM member WHERE revoked")
        return try Row.fetchAll(statement).map { try $0.identifier("box") }.filter(boxes.contains)
    }
}
