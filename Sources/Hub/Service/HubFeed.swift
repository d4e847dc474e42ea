// The newest records, in memory.

import HubProtocol
import TicketSigning

/// The most recently committed records, so that two hundred boxes that wait for one record do not all query the
/// database.
actor HubFeed {
    /// The position up to which all commits of this and other hubs are known; records after ``beginning`` are in
    /// memory.
    private(set) var end: FeedCursor
    private var beginning: Int64
    private var tail: [(rev: Int64, record: HubRecord, audience: RecordAudience)] = []
    private var tailBytes = 0
    private var watchers: [Int: Watcher] = [:]
    private var watcherCount = 0
    /// When a box last had the history begin anew.
    private var lastBeginning: ContinuousClock.Instant?

    /// Somebody who waits for records.
    private struct Watcher {
        let continuation: AsyncStream<Void>.Continuation
        /// The audiences of the records; `nil` for all.
        let audiences: Set<RecordAudience>?
    }

    private static let capacity = (records: 4096, bytes: 16 << 20)

    /// - Parameter newest: The current end of the history.
    init(newest: FeedCursor) {
        end = newest
        beginning = newest.rev
    }

    /// Adds a commit of this hub.
    func add(_ commit: HubCommit) {
        // Another hub's records may be in between; the next catch-up then reads both from the database.
        guard commit.before == end else { return }
        add(commit.records, upTo: commit.after)
    }

    /// Reads records that other hubs have written.
    ///
    /// - Parameter store: The shared database.
    /// - Throws: ``HubError``.
    func catchUp(from store: HubStore) async throws {
        while try await store.newest() != end {
            let before = end
            let (newEnd, records, _) = try await store.records(after: before.rev)
            // Another task may have caught up during the query.
            guard end == before else { continue }
            if newEnd.epoch != before.epoch {
                forget(newEnd)
            } else if newEnd.rev < before.rev {
                // A backup was restored while the hub was running: everything from here on belongs to a new history.
                try await store.startEpoch(after: before.epoch)
            } else {
                add(records, upTo: newEnd)
            }
        }
    }

    /// Returns whether a box that says it has read further than the history goes may have it begin anew: once a minute,
    /// since a stolen box can say so as often as it likes.
    func mayBeginAnew(at now: ContinuousClock.Instant) -> Bool {
        if let lastBeginning, now - lastBeginning < .seconds(60) { return false }
        lastBeginning = now
        return true
    }

    /// Returns the records after a cursor, if all of them are in memory.
    ///
    /// - Parameters:
    ///   - cursor: The last known position.
    ///   - last: An end of the history, now or a moment ago.
    ///   - kinds: The kinds of records.
    ///   - audiences: The audiences of the records; `nil` for all.
    /// - Returns: The records; `nil` if the database must be queried.
    func records(
        after cursor: FeedCursor,
        upTo last: FeedCursor,
        of kinds: Set<RecordKind>,
        for audiences: Set<RecordAudience>?
    ) -> (end: FeedCursor, records: [HubRecord], hasMore: Bool)? {
        guard cursor.epoch == end.epoch, last.epoch == end.epoch, last.rev <= end.rev,
            cursor.rev <= last.rev, cursor.rev >= beginning
        else { return nil }
        let unread = unread(after: cursor).filter { entry in
            entry.rev <= last.rev && kinds.contains(entry.record.kind) && audiences?.contains(entry.audience) ?? true
        }
        let page = unread.prefix(FeedPage.length(of: unread.lazy.map(\.record)))
        let hasMore = page.count < unread.count
        let pageEnd = hasMore ? page.last?.rev ?? last.rev : last.rev
        return (FeedCursor(epoch: end.epoch, rev: pageEnd), page.map(\.record), hasMore)
    }

    /// Returns whether there may be records after a cursor.
    ///
    /// - Parameters:
    ///   - cursor: The last known position.
    ///   - audiences: The audiences of the records; `nil` for all.
    /// - Returns: `true` also if the database must be queried.
    func mayHaveRecords(after cursor: FeedCursor, for audiences: Set<RecordAudience>?) -> Bool {
        guard cursor.epoch == end.epoch, (beginning...end.rev).contains(cursor.rev) else { return true }
        return unread(after: cursor).contains { audiences?.contains($0.audience) ?? true }
    }

    /// Waits until there may be records after a cursor.
    ///
    /// - Parameters:
    ///   - cursor: The last known position.
    ///   - audiences: The audiences of the records; `nil` for all.
    ///   - timeout: The maximum time to wait.
    func wait(beyond cursor: FeedCursor, for audiences: Set<RecordAudience>?, atMost timeout: Duration) async {
        guard !mayHaveRecords(after: cursor, for: audiences) else { return }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        watcherCount += 1
        let id = watcherCount
        watchers[id] = Watcher(continuation: continuation, audiences: audiences)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in stream { return } }
            group.addTask { try? await Task.sleep(for: timeout) }
            await group.next()
            group.cancelAll()
        }
        watchers[id] = nil
    }

    private func unread(
        after cursor: FeedCursor
    ) -> ArraySlice<(rev: Int64, record: HubRecord, audience: RecordAudience)> {
        tail[(tail.lastIndex { $0.rev <= cursor.rev }.map { $0 + 1 } ?? tail.startIndex)...]
    }

    private func add(_ records: [(rev: Int64, record: HubRecord)], upTo newEnd: FeedCursor) {
        guard newEnd != end else { return }
        end = newEnd
        let news = records.map { (rev: $0.rev, record: $0.record, audience: RecordAudience($0.record)) }
        tail += news
        tailBytes += records.reduce(0) { $0 + $1.record.body.count }
        while tail.count > Self.capacity.records || tailBytes > Self.capacity.bytes {
            let gone = tail.prefix(max(1, tail.count / 4))
            tailBytes -= gone.reduce(0) { $0 + $1.record.body.count }
            beginning = gone.last?.rev ?? beginning
            tail.removeFirst(gone.count)
        }
        let audiences = Set(news.map(\.audience))
        wake { !($0?.isDisjoint(with: audiences) ?? audiences.isEmpty) }
    }

    private func forget(_ newEnd: FeedCursor) {
        end = newEnd
        beginning = newEnd.rev
        tail = []
        tailBytes = 0
        wake { _ in true }
    }

    private func wake(where isReached: (Set<RecordAudience>?) -> Bool) {
        for watcher in watchers.values where isReached(watcher.audiences) { watcher.continuation.yield() }
    }
}
