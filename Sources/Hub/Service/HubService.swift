// What the hub does for boxes.

import Logging
import ServiceLifecycle
import TicketSigning

/// The hub without its web server: one truth for many boxes.
///
/// Several may share one PostgreSQL database; each sees what the others wrote within a quarter of a second, and claims
/// are decided in the database.
public struct HubService: Sendable {
    let store: HubStore
    let journal: GroupCommitQueue
    let feed: HubFeed
    let now: @Sendable () -> Int64
    /// The clock that rates go by.
    let elapsed: @Sendable () -> ContinuousClock.Instant

    /// - Parameters:
    ///   - place: A file for SQLite, or `postgresql://…` for a server.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Throws: ``HubError``.
    public init(at place: String, now: @escaping @Sendable () -> Int64) async throws {
        let database: any HubDatabase =
            place.hasPrefix("postgresql://") || place.hasPrefix("postgres://")
            ? PostgresHubDatabase(place: place) : try SQLiteHubDatabase(path: place)
        try await self.init(store: try await HubStore(database), now: now)
    }

    init(
        store: HubStore,
        now: @escaping @Sendable () -> Int64,
        elapsed: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) async throws {
        self.store = store
        self.now = now
        self.elapsed = elapsed
        feed = HubFeed(newest: try await store.newest())
        journal = GroupCommitQueue(store: store, feed: feed, now: now)
    }

    /// What has to run while boxes are served.
    func services(logger: Logger) -> [any Service] {
        [journal, FeedPoller(feed: feed, store: store, logger: logger)]
    }
}

extension HubService {
    /// Takes records; those that are taken are on disk when this returns.
    ///
    /// - Parameters:
    ///   - records: In the box's order.
    ///   - box: Who brings them.
    ///   - cursor: How far the box has sent its lists, in its own words; stored together with the records.
    /// - Returns: One result per record.
    /// - Throws: ``HubError``.
    func take(
        _ records: [HubRecord],
        from box: EnrolledBox,
        cursor: String? = nil
    ) async throws -> [UploadResult] {
        guard case .uploaded(let results) = try await journal.submit(.upload(records, from: box, cursor: cursor)) else {
            return []
        }
        return results
    }

    /// Whether a box may claim what it asks for: it has part in the event, and the ticket is of no other.
    ///
    /// - Parameters:
    ///   - question: What a gate asks.
    ///   - box: The gate's box.
    /// - Returns: Whether it is answered.
    /// - Throws: ``HubError``.
    func mayAsk(_ question: ClaimQuestion, by box: EnrolledBox) async throws -> Bool {
        guard box.sees(question.event) else { return false }
        guard box.events != nil else { return true }
        return box.sees(try await store.database.read { try $0.event(of: question.ticket) })
    }

    /// Decides who is first; on disk when this returns.
    ///
    /// - Parameters:
    ///   - question: What a gate asks.
    ///   - box: The gate's box.
    /// - Returns: The same answer to the same question, however often it is asked.
    /// - Throws: ``HubError``.
    func claim(_ question: ClaimQuestion, by box: BoxID) async throws -> ClaimAnswer {
        guard case .claimed(let answer) = try await journal.submit(.claim(question, by: box)) else {
            throw HubError.damaged(column: 0)
        }
        return answer
    }

    /// Gives a claim back that was not used.
    ///
    /// - Parameters:
    ///   - number: Of the question.
    ///   - box: Who asked it.
    /// - Throws: ``HubError``.
    func release(number: Int64, by box: BoxID) async throws {
        _ = try await journal.submit(.release(number: number, by: box))
    }

    /// What a box reads next.
    ///
    /// - Parameters:
    ///   - cursor: What it has read; `nil` for nothing.
    ///   - box: Who reads.
    ///   - kinds: Which records.
    ///   - timeout: How long to wait where there is nothing new.
    /// - Returns: What it may see, and the next cursor.
    /// - Throws: ``HubError``.
    func page(
        after cursor: FeedCursor?,
        for box: EnrolledBox,
        of kinds: Set<RecordKind> = Set(RecordKind.allCases),
        timeout: Duration = .zero
    ) async throws -> FeedPage {
        let known = try await valid(cursor)
        if timeout > .zero { await feed.wait(beyond: known, for: timeout) }
        if let (end, records, hasMore) = await feed.records(after: known, of: kinds) {
            return FeedPage(cursor: end, records: try await visible(records, to: box), hasMore: hasMore)
        }
        let (end, records, hasMore) = try await store.records(after: known.rev, of: kinds)
        guard end.epoch == known.epoch else { return try await page(after: nil, for: box, of: kinds) }
        return FeedPage(cursor: end, records: try await visible(records.map(\.record), to: box), hasMore: hasMore)
    }

    /// A cursor of this history; what was read of another counts for nothing.
    ///
    /// A cursor from beyond the end is of a future that a restored backup does not have: the history is begun anew.
    private func valid(_ cursor: FeedCursor?) async throws -> FeedCursor {
        var end = await feed.end
        if let cursor, cursor.epoch == end.epoch, cursor.rev <= end.rev { return cursor }
        try await feed.catchUp(from: store)
        end = await feed.end
        guard let cursor, cursor.epoch == end.epoch else { return FeedCursor(epoch: end.epoch, rev: 0) }
        guard cursor.rev > end.rev else { return cursor }
        try await store.renewEpoch(after: end.epoch)
        try await feed.catchUp(from: store)
        return FeedCursor(epoch: await feed.end.epoch, rev: 0)
    }

    private func visible(_ records: [HubRecord], to box: EnrolledBox) async throws -> [HubRecord] {
        guard box.events != nil, !records.isEmpty else { return records }
        let boxes = Dictionary(uniqueKeysWithValues: try await store.boxes().map { ($0.id, $0) })
        return records.filter { record in
            switch record.key {
            // A block has to reach every gate; who it was and why is all that it tells of another event's ticket.
            case .line where record.kind == .change: true
            case .line(let writer, _): boxes[writer].map { box.sees(logOf: $0) } ?? false
            case .version: box.sees(record.event)
            }
        }
    }
}
