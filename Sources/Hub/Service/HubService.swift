// The hub's operations for boxes.

import HubProtocol
import Logging
import ServiceLifecycle
import TicketSigning

/// The hub without its web server: one consistent set of records for many boxes.
///
/// Several hubs may share one PostgreSQL database; each sees the others' writes within a quarter of a second, and
/// claims are decided in the database.
public struct HubService: Sendable {
    let store: HubStore
    let journal: GroupCommitQueue
    let feed: HubFeed
    let quotaWatch: QuotaWatch
    let metrics = HubMetrics()
    let watch: DatabaseWatch
    let counts: RecordCounts
    /// Which events partners' tickets are for.
    let granted = GrantedTickets()
    /// What the organiser has not been told yet.
    let refused = RefusedRecords()
    /// For requests that may be long.
    let bulk = BulkLane()
    let now: @Sendable () -> Int64
    /// The monotonic clock for rate limits.
    let elapsed: @Sendable () -> ContinuousClock.Instant
    /// When it was started.
    let started: ContinuousClock.Instant

    /// - Parameters:
    ///   - place: A file name for SQLite, or `postgresql://…` for a server.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Throws: ``HubError``.
    public init(at place: String, now: @escaping @Sendable () -> Int64) async throws {
        try await self.init(store: try await HubStore(Self.database(at: place)), now: now)
    }

    init(
        store: HubStore,
        now: @escaping @Sendable () -> Int64,
        elapsed: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) async throws {
        self.store = store
        self.now = now
        self.elapsed = elapsed
        started = elapsed()
        counts = RecordCounts(store)
        feed = HubFeed(newest: try await store.newest())
        watch = DatabaseWatch(now: elapsed())
        journal = GroupCommitQueue(store: store, feed: feed, metrics: metrics, now: now)
        quotaWatch = QuotaWatch(journal: journal)
    }

    /// Returns the services that run while boxes are served.
    func services(logger: Logger) -> [any Service] {
        [journal, FeedPoller(feed: feed, store: store, watch: watch, elapsed: elapsed, logger: logger)]
    }
}

extension HubService {
    /// Stores records, and returns once the accepted ones are on disk. If it fails, some of them may be stored.
    ///
    /// - Parameters:
    ///   - records: The records, in the box's order.
    ///   - box: The box that sends them.
    ///   - cursor: How far the box has sent its lists, in a form of its own; stored together with the records.
    ///   - epoch: The hub's history that the box goes by; `nil` for any.
    /// - Returns: One result per record.
    /// - Throws: ``HubError``.
    func take(
        _ records: [HubRecord],
        from box: EnrolledBox,
        cursor: String? = nil,
        at epoch: FeedCursor.Epoch? = nil
    ) async throws -> [UploadResult] {
        var results: [UploadResult] = []
        // In parts, so that a claim waits for a part of it only. The last part has the cursor.
        for start in stride(from: 0, to: max(1, records.count), by: GroupCommitQueue.recordLimit) {
            let part = Array(records[start..<min(start + GroupCommitQueue.recordLimit, records.count)])
            let isLast = start + part.count == records.count
            let request = HubRequest.upload(part, from: box, cursor: isLast ? cursor : nil, at: epoch)
            let reply = try await reportingRefusal(of: box.id) { try await journal.submit(request) }
            guard case .uploaded(let partResults, let faults) = reply else { continue }
            results += partResults
            refused.add(faults)
        }
        return results
    }

    /// Tells the organiser if a request fails because of the box's quota.
    private func reportingRefusal<Value>(of box: BoxID, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch HubError.overQuota(let limit, let name, let most) {
            try await quotaWatch.refused(box, limit, at: now(), now: elapsed())
            throw HubError.overQuota(limit, box: name, most: most)
        }
    }

    /// Returns whether a box may claim a ticket: it takes part in the event, and the ticket belongs to no other
    /// event.
    ///
    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - event: The gate's event.
    ///   - box: The gate's box.
    /// - Returns: Whether the request is answered.
    /// - Throws: ``HubError``.
    func mayClaim(_ ticket: TicketID, at event: EventID, by box: EnrolledBox) async throws -> Bool {
        guard box.sees(event) else { return false }
        guard box.events != nil else { return true }
        let (listed, grants) = try await store.database.read { session in
            let listed = try session.event(of: ticket)
            return (listed, try listed == nil ? session.grants() : [])
        }
        return box.sees(listed ?? granted.event(of: ticket, in: grants))
    }

    /// Returns all claims to a ticket in a zone, in order.
    ///
    /// - Parameters:
    ///   - ticket: The ticket; for a replacement, the first ticket of its series.
    ///   - zone: The name of the zone.
    /// - Returns: The claims of all boxes.
    /// - Throws: ``HubError``.
    func claims(of ticket: TicketID, in zone: String) async throws -> Wire.ClaimAnswer {
        Wire.ClaimAnswer(won: false, claims: try await store.database.read { try $0.claims(of: ticket, in: zone) })
    }

    /// Grants or denies a claim, and returns once the decision is on disk.
    ///
    /// - Parameters:
    ///   - claim: A gate's request.
    ///   - box: The gate's box.
    /// - Returns: The answer, which is the same however often the request is repeated.
    /// - Throws: ``HubError``.
    func claim(_ claim: Wire.ClaimRequest, by box: BoxID) async throws -> Wire.ClaimAnswer {
        let start = elapsed()
        do {
            let answer = try await settledClaim(claim, by: box)
            metrics.claimed(answer.won ? .granted : .taken, in: elapsed() - start)
            return answer
        } catch {
            metrics.claimed((error as? HubError)?.isOfDatabase == true ? .failed : .refused, in: elapsed() - start)
            throw error
        }
    }

    private func settledClaim(_ claim: Wire.ClaimRequest, by box: BoxID) async throws -> Wire.ClaimAnswer {
        do {
            return try await requestClaim(claim, by: box)
        } catch HubError.overQuota {
            // The hub looks for the scans that used claims only when it has to.
            _ = try await store.settleClaims(of: box)
            return try await reportingRefusal(of: box) { try await requestClaim(claim, by: box) }
        }
    }

    private func requestClaim(_ claim: Wire.ClaimRequest, by box: BoxID) async throws -> Wire.ClaimAnswer {
        guard case .claimed(let answer) = try await journal.submit(.claim(claim, by: box)) else {
            throw HubError.damaged(column: 0)
        }
        return answer
    }

    /// Releases an unused claim.
    ///
    /// - Parameters:
    ///   - number: The number of the claim.
    ///   - box: The box that asked it.
    /// - Throws: ``HubError``.
    func release(number: Int64, by box: BoxID) async throws {
        _ = try await journal.submit(.release(number: number, by: box))
    }

    /// Returns the next page of records for a box.
    ///
    /// - Parameters:
    ///   - cursor: The last position that the box read; `nil` for the beginning.
    ///   - box: The box that reads.
    ///   - kinds: The kinds of records.
    ///   - least: A revision that the page must know of; 0 for none. One beyond the end of the history is ignored.
    ///   - timeout: How long to wait if there are no new records.
    /// - Returns: The records that the box may see, and the next cursor.
    /// - Throws: ``HubError``.
    func page(
        after cursor: FeedCursor?,
        for box: EnrolledBox,
        of kinds: Set<RecordKind> = Set(RecordKind.allCases),
        knowing least: Int64 = 0,
        timeout: Duration = .zero
    ) async throws -> FeedPage {
        if await feed.end.rev < least { try await feed.catchUp(from: store) }
        let known = try await valid(cursor)
        if timeout > .zero {
            await wait(beyond: known, for: try await sender(box).audiences, atMost: timeout)
        }
        // In this order: the box may see what a box wrote that has joined meanwhile.
        let newest = await feed.end
        if newest == known { return FeedPage(start: known.rev, cursor: known, records: [], hasMore: false) }
        let reader = try await sender(box)
        if let (end, records, hasMore) = await feed.records(
            after: known, upTo: newest, of: kinds, for: reader.audiences)
        {
            return FeedPage(start: known.rev, cursor: end, records: records, hasMore: hasMore)
        }
        let (end, records, hasMore) = try await bulk.run {
            try await store.records(after: known.rev, of: kinds, within: reader.box.events)
        }
        guard end.epoch == known.epoch else {
            // Another hub on this database was started; this one has to know before it looks again.
            try await feed.catchUp(from: store)
            return try await page(after: known, for: box, of: kinds)
        }
        return FeedPage(
            start: known.rev, cursor: end, records: records.map(\.record), hasMore: hasMore)
    }

    /// Waits until there are records after a cursor, or the hub stops.
    private func wait(
        beyond cursor: FeedCursor, for audiences: Set<RecordAudience>?, atMost timeout: Duration
    ) async {
        await cancelWhenGracefulShutdown { await feed.wait(beyond: cursor, for: audiences, atMost: timeout) }
    }

    /// Returns what a box may see by now: it may have been revoked, or bound to other events, while it waited.
    private func sender(_ box: EnrolledBox) async throws -> BoxCache.Entry {
        guard let sender = try await store.sender(box.id) else { throw SignedRequest.notVerified }
        guard sender.box.revoked == nil else { throw try await store.refusal(ofRevoked: box.id) }
        return sender
    }

    /// Returns a cursor of the present epoch. What was read beyond the end of a past epoch belongs to a history that a
    /// restored backup does not have, so the position goes back to that end; to the beginning for an unknown epoch.
    private func valid(_ cursor: FeedCursor?) async throws -> FeedCursor {
        var end = await feed.end
        if let cursor, cursor.epoch == end.epoch, cursor.rev <= end.rev { return cursor }
        try await feed.catchUp(from: store)
        end = await feed.end
        guard let cursor else { return FeedCursor(epoch: end.epoch, rev: 0) }
        if cursor.epoch == end.epoch {
            guard cursor.rev > end.rev else { return cursor }
            // The backup was restored under this hub, or the box lies: what it says moves all boxes to another epoch.
            guard await feed.mayBeginAnew(at: elapsed()) else { return end }
            try await store.startEpoch(after: end.epoch)
            try await feed.catchUp(from: store)
            end = await feed.end
        }
        let last = min(cursor.rev, end.rev, try await store.end(of: cursor.epoch) ?? 0)
        return FeedCursor(epoch: end.epoch, rev: last)
    }
}
