// A box that only does what the hub sees of it.

import FoundationEssentials
import HubClient
import HubProtocol
import Ledger
import NIOCore
import NIOHTTP1
import Sync
import TicketSigning

/// What a box sends during a run, made before it.
struct BoxWork: Sendable {
    let box: BoxID
    let key: BoxKey
    /// The claims, in the order of the guests.
    let claims: [Wire.ClaimRequest]
    /// The entries, in the same order, signed.
    let entries: [WireRecord]
    /// How far the box has read the hub's records.
    let end: FeedCursor
}

/// Claims, sends and reads as often as a box, over as many connections, and in the same order, but has no ledger and
/// decides nothing: all of them share one thread, as at a festival each has a machine of its own.
actor LightBox: ScanningBox {
    private let loop: any EventLoop
    private let work: BoxWork
    private let number: Int
    private let times: ScanTimes
    /// As a box has.
    private let claiming, sending, waiting: LightConnection
    private var unsent: [WireRecord] = []
    private var cursor: FeedCursor
    private var wait = Wait.none
    private var wakes: EventLoopPromise<Void>?
    private var lastWhole = ContinuousClock.now

    /// The request that the hub keeps open.
    private enum Wait {
        case none, open
        case answered(Wire.Page)
        case failed
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

    /// How often a box syncs at most, and how long before that it begins to wait, in milliseconds.
    private static let (interval, lead): (Int64, Int64) = (1000, 200)
    /// How long the hub keeps a request open, in seconds.
    private static let patience = 5
    /// How often a box asks what the hub has.
    private static let wholeInterval: Duration = .seconds(30)
    /// How long a guest waits for the hub.
    private static let longest: Duration = .milliseconds(300)

    init(_ number: Int, doing work: BoxWork, on loop: any EventLoop, at address: HubAddress, times: ScanTimes) {
        (self.loop, self.work, self.number, self.times) = (loop, work, number, times)
        func connection() -> LightConnection {
            LightConnection(on: loop, to: address, as: work.box, key: work.key)
        }
        (claiming, sending, waiting) = (connection(), connection(), connection())
        cursor = work.end
    }

    /// Claims for one guest after the other.
    ///
    /// - Parameters:
    ///   - interval: The time between guests.
    ///   - end: The time the doors close.
    /// - Throws: `CancellationError`, and what says that the hub's answer is none.
    func admit(every interval: Duration, until end: ContinuousClock.Instant) async throws {
        var next = ContinuousClock.now + interval * Double.random(in: 0..<1)
        for (place, claim) in work.claims.enumerated() {
            try await pause(until: next)
            guard ContinuousClock.now < end else { return }
            let start = ContinuousClock.now
            let answer = try? await claiming.ask(.POST, "/v1/claims", body: Array(try JSONEncoder().encode(claim)))
            let claimed = try answer.map { try JSONDecoder().decode(Wire.ClaimAnswer.self, from: Data($0)).won }
            times.claimed(since: start, isAnswered: claimed != nil && start.duration(to: .now) <= Self.longest)
            times.admitted(place + 1, at: number, since: start, isGreen: claimed != false)
            unsent.append(work.entries[place])
            next += interval
        }
    }

    /// Shares records until the task is cancelled.
    func shareAlways() async {
        // Boxes are not started at once.
        try? await pause(until: .now + .seconds(.random(in: 0...5)))
        while !Task.isCancelled {
            do { try await shareOnce() } catch {
                if !Task.isCancelled { times.missed() }
                try? await pause(milliseconds: Self.interval)
            }
        }
        await waiting.close()
    }

    /// Reads on in the history that began when a hub was started.
    private func followHistory() async throws {
        try await askWhole()
        var decoder = PageDecoder(try await sending.ask(.GET, "/v1/records?epoch=\(cursor.epoch)&rev=\(cursor.rev)"))
        guard let page = decoder.page() else { throw ConnectionEnded() }
        _ = note(page)
    }

    private func shareOnce() async throws {
        try await pause(milliseconds: Self.interval - Self.lead)
        beginToWait()
        try await pause(milliseconds: Self.lead)
        while !Task.isCancelled {
            if lastWhole + Self.wholeInterval < .now { try await askWhole() }
            if !unsent.isEmpty { return try await send() }
            switch wait {
            case .answered(let page):
                wait = .none
                // What was read meanwhile is no news.
                if note(page) { return }
            case .failed:
                wait = .none
                throw ConnectionEnded()
            case .none: beginToWait()
            case .open: break
            }
            try await pauseUntilNews()
        }
    }

    private func askWhole() async throws {
        lastWhole = .now
        _ = try await sending.ask(.GET, "/v1/have?scans=\(work.entries.count)&epoch=\(cursor.epoch)&rev=\(cursor.rev)")
    }

    private func send() async throws {
        let records = unsent
        let upload = Wire.Upload(records: records, cursor: nil, epoch: cursor.epoch, after: cursor.rev)
        let body: [UInt8]
        do {
            body = try await sending.ask(.POST, "/v1/records", body: Array(try JSONEncoder().encode(upload)))
        } catch let refusal as LightConnection.Refusal where refusal.status == 409 {
            return try await followHistory()
        }
        unsent.removeFirst(records.count)
        var decoder = PageDecoder(body)
        guard let page = decoder.uploadAnswer()?.page else { throw ConnectionEnded() }
        _ = note(page)
    }

    private func beginToWait() {
        guard case .none = wait, unsent.isEmpty else { return }
        wait = .open
        let target = "/v1/records?epoch=\(cursor.epoch)&rev=\(cursor.rev)&wait=\(Self.patience)"
        Task {
            do {
                var decoder = PageDecoder(try await waiting.ask(.GET, target))
                guard let page = decoder.page() else { throw ConnectionEnded() }
                // Without records the box goes on waiting.
                wait = page.records.isEmpty ? .none : .answered(page)
                if page.records.isEmpty { _ = note(page) }
            } catch {
                wait = .failed
            }
            wakes?.succeed()
            wakes = nil
        }
    }

    /// Notes the arrival of others' scans.
    ///
    /// - Returns: `false` for a page of which something was read before.
    private func note(_ page: Wire.Page) -> Bool {
        guard page.from == cursor.rev else { return false }
        for record in page.records where record.kind == .scan && record.box != work.box {
            if let seq = record.seq { times.seen(record.box, seq, at: number) }
        }
        cursor = page.end
        return true
    }

    // MARK: - Time

    private func pauseUntilNews() async throws {
        let promise = loop.makePromise(of: Void.self)
        wakes = promise
        let alarm = loop.scheduleTask(in: .milliseconds(Self.interval)) { promise.succeed() }
        try await promise.futureResult.get()
        alarm.cancel()
        wakes = nil
    }

    private func pause(until instant: ContinuousClock.Instant) async throws {
        try await pause(milliseconds: Int64(ContinuousClock.now.duration(to: instant) / .milliseconds(1)))
    }

    /// Pauses on the event loop, where nothing has to wake another thread.
    private func pause(milliseconds: Int64) async throws {
        guard milliseconds > 0 else { return }
        try await loop.scheduleTask(in: .milliseconds(milliseconds)) {}.futureResult.get()
        try Task.checkCancellation()
    }
}
