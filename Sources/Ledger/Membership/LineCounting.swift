// Which lines of a box count.

import FoundationEssentials
import GRDB
import TicketSigning

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
        for event in try events.isEmpty ? [] : events.union(Self.eventsOfUndone(by: box, in: db)) {
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
                INSERT INTO inside SELECT event, zone, sum(people) FROM (
                    SELECT event, zone, people FROM movement WHERE event = ?1
                    UNION ALL SELECT event, zone, 1 FROM unmatched_exit WHERE event = ?1
                ) GROUP BY event, zone
                """,
            arguments: [event.blob])
    }

    /// Returns the events of the scans that a box has undone: their people are back where its voids do not count.
    private static func eventsOfUndone(by box: BoxID, in db: Database) throws -> Set<EventID> {
        let sql = """
            SELECT DISTINCT undone.event FROM scan
            JOIN scan AS undone ON undone.box = scan.undone_box AND undone.seq = scan.undone_seq
                AND undone.chain = scan.undone_chain
            WHERE scan.box = ? AND scan.undone_seq IS NOT NULL
            """
        return try Set(Row.fetchAll(db, sql: sql, arguments: [box.blob]).map { try $0.identifier("event") })
    }

    /// Returns whether exactly those lines of a log are marked that do not count.
    func isRight(for log: LogKind) throws -> Bool {
        let sql = "SELECT 1 FROM \(log.table) WHERE box = ? AND counts <> \(try condition(on: log)) LIMIT 1"
        return try Int.fetchOne(db, sql: sql, arguments: [box.blob]) == nil
    }

    /// Marks which lines count.
    ///
    /// - Parameters:
    ///   - log: The log of the lines.
    ///   - numbers: The numbers of the lines.
    /// - Returns: The tickets or events of the lines that changed.
    /// - Throws: `DatabaseError`.
    private func mark(_ log: LogKind, in numbers: ClosedRange<Int64> = 0 ... .max) throws -> [Row] {
        let (subject, condition) = (log == .change ? "ticket" : "event", try condition(on: log))
        let sql = """
            UPDATE \(log.table) SET counts = \(condition)
            WHERE box = ? AND seq BETWEEN ? AND ? AND counts <> \(condition) RETURNING \(subject) AS subject
            """
        return try Row.fetchAll(db, sql: sql, arguments: [box.blob, numbers.lowerBound, numbers.upperBound])
    }

    /// Returns whether a line counts, as an SQL expression: 0 or 1.
    private func condition(on log: LogKind) throws -> String {
        let permitted = "(\(authority.condition(on: log)))"
        guard let revocation = authority.revocation else { return permitted }
        let ends = try countedEnds(of: log, revocation).sorted { $0.key < $1.key }
        guard !ends.isEmpty else { return "0" }
        let last = ends.map { "WHEN \($0.key) THEN \($0.value)" }.joined(separator: " ")
        return "(seq <= CASE branch \(last) ELSE 0 END AND \(permitted))"
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

// MARK: - In pieces

extension LineCounting {
    /// Notes that the lines of a box are to be judged again: what it may do has changed, or lines of it have arrived
    /// after it was revoked.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    static func schedule(_ box: BoxID, in db: Database) throws {
        let sql = "INSERT INTO judging (box) VALUES (?) ON CONFLICT DO UPDATE SET step = 'change', place = 0"
        try db.execute(sql: sql, arguments: [box.blob])
    }

    /// Judges some of the lines that are to be judged again: of one box first its changes, then its scans, and then
    /// counts the people in its events.
    ///
    /// - Parameters:
    ///   - count: About how many lines.
    ///   - db: A database in a write transaction.
    /// - Returns: `false` if no lines are to be judged.
    /// - Throws: `DatabaseError`.
    static func judgePiece(of count: Int, in db: Database) throws -> Bool {
        let next = "SELECT * FROM judging ORDER BY box LIMIT 1"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: next)) else { return false }
        let counting = try LineCounting(of: row.identifier("box"), in: db)
        if let log = LogKind(rawValue: row["step"]) {
            try counting.judge(count, of: log, after: row["place"])
        } else {
            try counting.finish(row["changed"], moved: row["moved"], recounted: row["place"])
        }
        return true
    }

    /// Judges the lines after a number.
    private func judge(_ count: Int, of log: LogKind, after place: Int64) throws {
        let last = """
            SELECT max(seq) FROM (SELECT seq FROM \(log.table) WHERE box = ? AND seq > ? ORDER BY seq LIMIT ?)
            """
        guard let end = try Int64.fetchOne(db, sql: last, arguments: [box.blob, place, count]) else {
            return try move(to: log == .change ? LogKind.scan.rawValue : "count", 0)
        }
        let rows = try mark(log, in: place + 1...end)
        if log == .change { try StatusReducer.recompute(subjects(of: rows), in: db) }
        let sql = "UPDATE judging SET place = ?, changed = changed OR ?, moved = moved OR ? WHERE box = ?"
        try db.execute(sql: sql, arguments: [end, !rows.isEmpty, !rows.isEmpty && log == .scan, box.blob])
    }

    /// Counts the people of the next event, or is done.
    private func finish(_ changed: Bool, moved: Bool, recounted: Int) throws {
        let events = try moved ? eventsOfScans().union(Self.eventsOfUndone(by: box, in: db)).sorted() : []
        guard recounted < events.count else {
            if changed { try db.execute(sql: "UPDATE sync_state SET judged = judged + 1") }
            return try db.execute(sql: "DELETE FROM judging WHERE box = ?", arguments: [box.blob])
        }
        try Self.recount(events[recounted], in: db)
        try move(to: "count", recounted + 1)
    }

    private func move(to step: String, _ place: Int) throws {
        let sql = "UPDATE judging SET step = ?, place = ? WHERE box = ?"
        try db.execute(sql: sql, arguments: [step, place, box.blob])
    }

    private func eventsOfScans() throws -> Set<EventID> {
        let sql = "SELECT DISTINCT event FROM scan WHERE box = ?"
        return try Set(Row.fetchAll(db, sql: sql, arguments: [box.blob]).map { try $0.identifier("event") })
    }

    /// Whether lines are to be judged again: this was interrupted, or is under way.
    static func isScheduled(in db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM judging)")) == true
    }

    /// Whether the lines of a box are to be judged again.
    static func isScheduled(_ box: BoxID, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM judging WHERE box = ?")
        return try Int.fetchOne(statement, arguments: [box.blob]) != nil
    }
}

extension Ledger {
    /// Judges the lines that are to be judged again, in pieces between which guests are let in. Where that is
    /// interrupted, it goes on after the next page that is merged, or when the ledger is opened again.
    ///
    /// - Throws: ``LedgerError``.
    func judgeLines() async throws {
        if try await read({ db in try LineCounting.isScheduled(in: db) }) {
            var count = MergePiece.first
            while true {
                let (start, length) = (ContinuousClock.now, count)
                guard try await write({ db in try LineCounting.judgePiece(of: length, in: db) }) else { break }
                count = MergePiece.length(after: length, taking: ContinuousClock.now - start)
                try await letOthersWrite(since: start)
            }
        }
        while try await read({ db in try ExitMatching.isDue(in: db) }) {
            let start = ContinuousClock.now
            // Each transaction matches some of them.
            try await write { _ in }
            try await letOthersWrite(since: start)
        }
    }

    /// Judges the lines whose judging was interrupted.
    func finishInterruptedJudging() throws {
        let isUnfinished = try queue.read { try LineCounting.isScheduled(in: $0) || ExitMatching.isPending(in: $0) }
        guard lock != nil, isUnfinished else { return }
        try queue.writeWithoutTransaction { db in
            while try transaction(in: db, { try LineCounting.judgePiece(of: Self.pieceCount, in: $0) }) {}
            while try ExitMatching.isDue(in: db) { try transaction(in: db) { _ in } }
        }
    }
}
