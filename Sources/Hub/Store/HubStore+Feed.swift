// Reading records.

import HubProtocol
import Ledger
import TicketSigning

extension HubStore {
    /// Returns records after a revision.
    ///
    /// - Parameters:
    ///   - rev: The last known revision.
    ///   - kinds: The kinds of records.
    ///   - events: The events of the box that reads them, which gets what it may see; `nil` for all records.
    ///   - limit: The maximum number of records.
    /// - Returns: The records, and the position up to which they are complete.
    /// - Throws: ``HubError``.
    func records(
        after rev: Int64,
        of kinds: Set<RecordKind> = Set(RecordKind.allCases),
        within events: Set<EventID>? = nil,
        limit: Int = FeedPage.limit
    ) async throws -> (end: FeedCursor, records: [(rev: Int64, record: HubRecord)], hasMore: Bool) {
        let boxCache = boxCache
        return try await database.read { session in
            let state = try session.state()
            let newest = state.end
            boxCache.follow(state.boxes)
            let query = RecordQuery(after: rev, of: kinds, limit: limit)
            let rows =
                try events.map {
                    try query.rows(to: session.audiences(of: $0, reading: kinds), in: session)
                } ?? session.rows(query.statement, query.arguments)
            let found = try rows.map { (rev: try $0.integer(0), record: try HubRecord($0)) }
            let records = found.prefix(FeedPage.length(of: found.lazy.map(\.record)))
            let hasMore = records.count < found.count || found.count == limit
            let end = hasMore ? records.last?.rev ?? newest.rev : newest.rev
            return (FeedCursor(epoch: newest.epoch, rev: end), Array(records), hasMore)
        }
    }

    /// Returns the extent of every log, or what is new about a box's own logs.
    ///
    /// - Parameters:
    ///   - cursor: A position up to which the box knows what the hub has; `nil` for none, which is the same as one in
    ///     another history.
    ///   - box: The box that asks.
    /// - Returns: The last lines, and the boxes whose logs are closed.
    /// - Throws: ``HubError``.
    func logState(since cursor: FeedCursor? = nil, for box: BoxID? = nil) async throws -> HubLogState {
        try await database.read { session in
            let newest = try session.newest()
            let known = cursor.flatMap { $0.epoch == newest.epoch && $0.rev <= newest.rev ? $0 : nil }
            let isWhole = known == nil || box == nil
            let rows =
                if let cursor = known, let box {
                    try session.lines(of: box, after: cursor.rev)
                } else {
                    try session.rows("SELECT kind, box, seq, chain, is_end FROM have ORDER BY seq, chain", [])
                }
            var (ends, checkpoints): ([LogID: [LogPoint]], [LogID: [LogPoint]]) = ([:], [:])
            for row in rows {
                guard let kind = RecordKind(rawValue: try row.text(0)) else { throw HubError.damaged(column: 0) }
                let log = LogID(kind: kind, box: try row.identifier(1))
                let point = LogPoint(seq: try row.integer(2), chain: RecordBytes(try row.bytes(3)))
                if try row.integer(4) == 1 {
                    ends[log, default: []].append(point)
                } else {
                    checkpoints[log, default: []].append(point)
                }
            }
            return HubLogState(
                newest: newest, isWhole: isWhole, ends: ends, checkpoints: checkpoints,
                closed: try session.revokedBoxes())
        }
    }
}

extension SQLSession {
    /// Returns the columns `kind, box, seq, chain, is_end` of a box's logs that have grown after a revision.
    fileprivate func lines(of box: BoxID, after rev: Int64) throws -> [SQLRow] {
        try RecordKind.allCases.filter(\.isLog).flatMap { kind in
            let arguments: [SQLValue] = [.text(kind.rawValue), box.sql, .integer(rev)]
            let news = "SELECT 1 FROM have WHERE kind = $1 AND box = $2 AND rev > $3 LIMIT 1"
            guard try row(news, arguments) != nil else { return [SQLRow]() }
            return try rows(
                "SELECT kind, box, seq, chain, is_end FROM have WHERE kind = $1 AND box = $2 ORDER BY seq, chain",
                Array(arguments.prefix(2)))
        }
    }
}

/// Finds records by their revisions, each time with an index that has nothing else: the planner of neither database
/// has to choose.
struct RecordQuery {
    private let rev: Int64
    private let kinds: Set<RecordKind>
    private let limit: Int

    /// The most audiences in one statement; SQLite allows 500 parts.
    private static let audienceLimit = 100
    private static let columns = "rev, kind, id, seq, event, hlc, box, body, chain"

    init(after rev: Int64, of kinds: Set<RecordKind>, limit: Int) {
        (self.rev, self.kinds, self.limit) = (rev, kinds, limit)
    }

    /// The statement that finds records of all audiences; its columns are those of a record.
    var statement: String {
        let lists = kinds.isSubset(of: RecordKind.lists) ? "AND \(HubSchema.isList)" : ""
        return "SELECT \(Self.columns) FROM record WHERE rev > $1 \(lists) \(isOfKind) ORDER BY rev LIMIT $2"
    }

    /// The statement that finds the revisions of records for some audiences.
    func statement(for audiences: some Collection<RecordAudience>) -> String {
        // All others have records of one kind only.
        let lists = kinds.intersection(RecordKind.lists)
        let isOfKind = lists == RecordKind.lists || lists.isEmpty ? "" : isOfKind
        let parts = (3..<3 + audiences.count).map { place in
            """
            SELECT rev FROM (
                SELECT rev FROM record WHERE audience = $\(place) AND rev > $1 \(isOfKind) ORDER BY rev LIMIT $2
            ) AS part\(place)
            """
        }
        return "SELECT rev FROM (\(parts.joined(separator: " UNION ALL "))) AS found ORDER BY rev LIMIT $2"
    }

    /// The first parameters of both statements.
    var arguments: [SQLValue] { [.integer(rev), .integer(Int64(limit))] }

    /// Returns the records for some audiences, oldest first.
    func rows(to audiences: [RecordAudience], in session: any SQLSession) throws -> [SQLRow] {
        let found = try audiences.chunks(of: Self.audienceLimit).flatMap { chunk in
            try session.rows(statement(for: chunk), arguments + chunk.map(\.sql)).map { try $0.integer(0) }
        }
        return try Array(found.sorted().prefix(limit)).chunks(of: 250).flatMap { chunk in
            let places = (1...chunk.count).map { "$\($0)" }.joined(separator: ", ")
            let sql = "SELECT \(Self.columns) FROM record WHERE rev IN (\(places)) ORDER BY rev"
            return try session.rows(sql, chunk.map(SQLValue.integer))
        }
    }

    /// The condition for the kinds, beyond what an index finds. Because of `|| ''` it is no reason to use one.
    private var isOfKind: String {
        guard kinds != RecordKind.lists, kinds.count < RecordKind.allCases.count else { return "" }
        return "AND kind || '' IN (\(kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")))"
    }
}

extension HubRecord {
    /// Reads the columns `rev, kind, id, seq, event, hlc, box, body, chain`.
    fileprivate init(_ row: SQLRow) throws {
        guard let kind = RecordKind(rawValue: try row.text(1)) else { throw HubError.damaged(column: 1) }
        let key: Key =
            kind.isLog
            ? .line(
                box: try row.identifier(2),
                point: LogPoint(seq: try row.integer(3), chain: RecordBytes(try row.bytes(8)))
            )
            : .version(
                of: try row.identifier(2),
                stamp: VersionStamp(hlc: try row.integer(5), box: try row.identifier(6))
            )
        let event = EventID(bytes: try row.bytes(4))
        let record = HubRecord(kind: kind, event: event, key: key, body: try row.bytes(7))
        guard let record else { throw HubError.damaged(column: 7) }
        self = record
    }
}
