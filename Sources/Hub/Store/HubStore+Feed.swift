// Reading records.

import HubProtocol
import Ledger
import TicketSigning

extension HubStore {
    /// Returns records after a revision, regardless of who may see them.
    ///
    /// - Parameters:
    ///   - rev: The last known revision.
    ///   - kinds: The kinds of records.
    ///   - limit: The maximum number of records.
    /// - Returns: The records, and the position up to which they are complete.
    /// - Throws: ``HubError``.
    func records(
        after rev: Int64,
        of kinds: Set<RecordKind> = Set(RecordKind.allCases),
        limit: Int = FeedPage.limit
    ) async throws -> (end: FeedCursor, records: [(rev: Int64, record: HubRecord)], hasMore: Bool) {
        let names = kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        return try await database.read { session in
            let newest = try session.newest()
            // `kind || ''` keeps the query planner from reading all records of these kinds and sorting them by `rev`.
            let rows = try session.rows(
                """
                SELECT rev, kind, id, seq, event, hlc, box, body, chain FROM record
                WHERE rev > $1 AND kind || '' IN (\(names)) ORDER BY rev LIMIT $2
                """,
                [.integer(rev), .integer(Int64(limit))]
            )
            let found = try rows.map { (rev: try $0.integer(0), record: try HubRecord($0)) }
            let records = found.prefix(FeedPage.length(of: found.lazy.map(\.record)))
            let hasMore = records.count < found.count || found.count == limit
            let end = hasMore ? records.last?.rev ?? newest.rev : newest.rev
            return (FeedCursor(epoch: newest.epoch, rev: end), Array(records), hasMore)
        }
    }

    /// Returns the extent of every log.
    ///
    /// - Returns: The last lines, and the boxes whose logs are closed.
    /// - Throws: ``HubError``.
    func logState() async throws -> HubLogState {
        try await database.read { session in
            var (ends, checkpoints): ([LogID: [LogPoint]], [LogID: [LogPoint]]) = ([:], [:])
            for row in try session.rows("SELECT kind, box, seq, chain, is_end FROM have ORDER BY seq, chain", []) {
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
                newest: try session.newest(), ends: ends, checkpoints: checkpoints, closed: try session.revokedBoxes())
        }
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
