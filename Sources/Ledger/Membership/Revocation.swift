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
        // What is still to be judged would count as an effect.
        try await judgeLines()
        return try await write { db in
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
    static func all(
        of log: LogKind,
        _ box: BoxID,
        in db: Database
    ) throws -> [(number: Int, parent: Int, fork: Int64)] {
        let sql = "SELECT number, parent, fork FROM branch WHERE box = ? AND log = ? ORDER BY number"
        let rows = try Row.fetchAll(db, sql: sql, arguments: [box.blob, log.rawValue])
        return [(0, -1, 0)] + rows.map { ($0["number"], $0["parent"], $0["fork"]) }
    }
}

extension Ledger {
    /// Returns the boxes that root has revoked.
    ///
    /// - Throws: ``LedgerError``.
    public func revokedBoxes() async throws -> Set<BoxID> {
        try await read { db in
            let statement = try db.cachedStatement(sql: "SELECT box FROM member WHERE revoked")
            return try Set(Row.fetchAll(statement).map { try $0.identifier("box") })
        }
    }

    /// Returns the boxes that root has revoked, and those that may undo their admissions.
    ///
    /// - Parameters:
    ///   - boxes: The boxes of interest.
    ///   - event: The event of the admissions.
    /// - Returns: Some of the boxes for each. In a ledger that belongs to no organiser yet, all may undo admissions.
    /// - Throws: ``LedgerError``.
    public func standing(
        of boxes: Set<BoxID>, at event: EventID
    ) async throws -> (revoked: Set<BoxID>, mayUndo: Set<BoxID>) {
        try await read { db in
            let authorities = try boxes.map { ($0, try Authority(of: $0, in: db)) }
            let revoked = authorities.filter { $1.revocation != nil }
            let mayUndo = authorities.filter {
                $1.revocation == nil && $1.takesPart(in: event) && $1.rights?.permits(.undo) == true
            }
            return (Set(revoked.map(\.0)), Set(mayUndo.map(\.0)))
        }
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
