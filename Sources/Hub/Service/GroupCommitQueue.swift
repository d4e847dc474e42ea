// Combines requests of many boxes into few transactions.

import ServiceLifecycle

/// Writes claims first, and otherwise in the order of arrival.
///
/// While one transaction is being written to disk, further requests wait for the next, which takes up to 200 of them:
/// a box that asks alone waits for no one, and two hundred that ask at once share one sync. Transactions with claims
/// and with uploads alternate while both wait, so a claim waits for one upload at most, and uploads are not put off
/// for ever.
actor GroupCommitQueue: Service {
    private let store: HubStore
    private let feed: HubFeed
    private let metrics: HubMetrics
    private let now: @Sendable () -> Int64
    private var urgent: [Waiting] = []
    private var uploads: [Waiting] = []
    private var isUploadDue = false
    private let calls: AsyncStream<Void>
    private let call: AsyncStream<Void>.Continuation
    private var isClosed = false

    private typealias Continuation = CheckedContinuation<HubReply, any Error>

    private struct Waiting {
        let request: HubRequest
        let answer: Continuation
    }

    /// The maximum number of requests in one transaction.
    private static let requestLimit = 200
    /// The maximum number of records in a transaction of uploads, which lasts some milliseconds.
    static let recordLimit = 250
    /// The number of records that may be written together with claims.
    static let recordLimitWithClaims = 25

    /// - Parameters:
    ///   - store: The store to write to.
    ///   - feed: Notified of committed records.
    ///   - metrics: Counts transactions.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    init(store: HubStore, feed: HubFeed, metrics: HubMetrics, now: @escaping @Sendable () -> Int64) {
        self.store = store
        self.feed = feed
        self.metrics = metrics
        self.now = now
        (calls, call) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Writes a request, and returns once it is on disk.
    ///
    /// - Parameter request: The request.
    /// - Returns: The reply.
    /// - Throws: ``HubError``; if the connection to the database was lost, the request may still have been committed.
    func submit(_ request: HubRequest) async throws -> HubReply {
        let reply = try await withCheckedThrowingContinuation { (continuation: Continuation) in
            guard !isClosed else { return continuation.resume(throwing: HubError.refused(Self.shutdownGrace)) }
            let request = Waiting(request: request, answer: continuation)
            if request.request.isUpload { uploads.append(request) } else { urgent.append(request) }
            call.yield()
        }
        if case .failed(let error) = reply { throw error }
        return reply
    }

    /// Writes until the task is cancelled; every submitted request is written or refused.
    func run() async {
        await cancelWhenGracefulShutdown { [calls] in
            for await _ in calls { await self.writeAll() }
        }
        isClosed = true
        await writeAll()
    }

    /// The number of requests that are not being written yet.
    var waitingCount: Int { urgent.count + uploads.count }

    private static let shutdownGrace = "The hub is stopping; try again in a moment."

    private func writeAll() async {
        while waitingCount > 0 {
            await write(nextBatch()[...])
        }
    }

    private func write(_ batch: ArraySlice<Waiting>) async {
        // The caller may be gone by now, but a transaction for many callers does not end with one of them.
        do {
            let start = ContinuousClock.now
            let commit = try await store.commit(batch.map(\.request), now: now())
            metrics.committed(in: .now - start)
            let answers = zip(batch, commit.replies)
            for (waiting, reply) in answers where !waiting.request.isUpload { waiting.answer.resume(returning: reply) }
            if commit.before != commit.after { await feed.add(commit) }
            for (waiting, reply) in answers where waiting.request.isUpload { waiting.answer.resume(returning: reply) }
        } catch HubError.database where batch.count > 1 {
            // A request that the database rejects must not fail the others.
            for place in batch.indices { await write(batch[place...place]) }
        } catch {
            metrics.commitFailed()
            for waiting in batch { waiting.answer.resume(throwing: error) }
        }
    }

    /// Returns at least one request, so that an upload of any size is written.
    private func nextBatch() -> [Waiting] {
        let isUploadNext = urgent.isEmpty || (isUploadDue && !uploads.isEmpty)
        let first = isUploadNext ? [] : Array(urgent.prefix(Self.requestLimit))
        urgent.removeFirst(first.count)
        var room = first.isEmpty ? Self.recordLimit : Self.recordLimitWithClaims
        var count = 0
        for upload in uploads.prefix(Self.requestLimit - first.count) {
            room -= upload.request.recordCount
            guard room >= 0 || (first.isEmpty && count == 0) else { break }
            count += 1
        }
        defer { uploads.removeFirst(count) }
        isUploadDue = !first.isEmpty
        return first + uploads.prefix(count)
    }
}
