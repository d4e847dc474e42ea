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
    private var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    private var watcherCount = 0
    /// When a box last had the history begin anew.
    private var lastBeginning: ContinuousClock.Instant?

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
    ///   - kinds: The kinds of records.
    ///   - audiences: The audiences of the records; `nil` for all.
    /// - Returns: The records; `nil` if the database must be queried.
    func records(
        after cursor: FeedCursor,
        of kinds: Set<RecordKind>,
        for audiences: Set<RecordAudience>?
    ) -> (end: FeedCursor, records: [HubRecord], hasMore: Bool)? {
        guard cursor.epoch == end.epoch, (beginning...end.rev).contains(cursor.rev) else { return nil }
        let start = tail.lastIndex { $0.rev <= cursor.rev }.map { $0 + 1 } ?? tail.startIndex
        let unread = tail[start...].filter { entry in
            kinds.contains(entry.record.kind) && audiences?.contains(entry.audience) ?? true
        }
        let page = unread.prefix(FeedPage.length(of: unread.lazy.map(\.record)))
        let hasMore = page.count < unread.count
        let last = hasMore ? page.last?.rev ?? end.rev : end.rev
        return (FeedCursor(epoch: end.epoch, rev: last), page.map(\.record), hasMore)
    }

    /// Waits until there are records after a cursor.
    ///
    /// - Parameters:
    ///   - cursor: The last known position.
    ///   - timeout: The maximum time to wait.
    func wait(beyond cursor: FeedCursor, for timeout: Duration) async {
        guard end == cursor else { return }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        watcherCount += 1
        let id = watcherCount
        watchers[id] = continuation
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in stream { return } }
            group.addTask { try? await Task.sleep(for: timeout) }
            await group.next()
            group.cancelAll()
        }
        watchers[id] = nil
    }

    private func add(_ records: [(rev: Int64, record: HubRecord)], upTo newEnd: FeedCursor) {
        guard newEnd != end else { return }
        end = newEnd
        tail += records.map { (rev: $0.rev, record: $0.record, audience: RecordAudience($0.record)) }
        tailBytes += records.reduce(0) { $0 + $1.record.body.count }
        while tail.count > Self.capacity.records || tailBytes > Self.capacity.bytes {
            let gone = tail.prefix(max(1, tail.count / 4))
            tailBytes -= gone.reduce(0) { $0 + $1.record.body.count }
            beginning = gone.last?.rev ?? beginning
            tail.removeFirst(gone.count)
        }
        wake()
    }

    private func forget(_ newEnd: FeedCursor) {
        end = newEnd
        beginning = newEnd.rev
        tail = []
        tailBytes = 0
        wake()
    }

    private func wake() {
        for watcher in watchers.values { watcher.yield() }
    }
}
