// Waiting for something to share, instead of asking every second.

import Ledger
public import Sync
import Synchronization

/// Tells when a sync with the hub may find something: the hub has answered a request that it keeps open until somebody
/// else has sent it records, or this box has something to send.
public final class NewsWatch: Sendable {
    /// What is to be done next.
    public enum Next: Sendable {
        /// Receive what others have sent; there is nothing to send.
        case receive
        /// A sync in both directions.
        case sync
    }

    private struct State {
        var isOn = false
        /// What the hub has said, or what went wrong, needs.
        var next: Next?
        var answers = 0
        /// The ledger's data version when it had nothing to send last; `nil` if that is not known.
        var quiet: LedgerDataVersion?
        /// Wakes what asks.
        var starts: AsyncStream<Void>.Continuation?
        /// Wakes what waits until something is due.
        var ends: AsyncStream<Void>.Continuation?
    }

    private let transport: HubSyncTransport
    /// A whole sync takes place that often whatever happens: it measures the clock, and sees what nobody tells of.
    private let longest: Duration
    private let timeout: Duration
    private let state = Mutex(State())
    /// When the next whole sync is due; `nil` for now.
    private let due = Mutex<ContinuousClock.Instant?>(nil)

    /// How long the hub keeps a request open: a box that is connected is heard of at least that often.
    static let timeout: Duration = .seconds(5)
    /// How often this box looks for something to send, and how often it syncs at most.
    private static let interval: Duration = .seconds(1)
    /// How long before its next look a box begins to ask: one that sends something every second need not ask at all.
    private static let lead: Duration = .milliseconds(200)

    /// - Parameter transport: The connection to the hub, made to wait for news.
    public convenience init(over transport: HubSyncTransport) {
        self.init(over: transport, atMost: .seconds(30))
    }

    init(over transport: HubSyncTransport, atMost longest: Duration, waiting timeout: Duration = NewsWatch.timeout) {
        self.transport = transport
        self.longest = longest
        self.timeout = timeout
    }

    /// Asks the hub for news while somebody waits for them, until the task is cancelled.
    public func run() async {
        let (stream, starts) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.starts = starts }
        // Somebody may wait already.
        starts.yield()
        for await _ in stream {
            while !Task.isCancelled, isWaiting {
                let next = ContinuousClock.now + Self.interval
                await ask()
                // Something on the way may answer at once, although nothing is new.
                if isWaiting { try? await Task.sleep(until: next, clock: .continuous) }
            }
        }
    }

    private var isWaiting: Bool { state.withLock { $0.isOn && $0.next == nil } }

    private func ask() async {
        do {
            let hasNews = try await transport.hasNews(within: timeout)
            let isSameHistory = transport.isSameHistory
            // A hub that was started again may lack what it had.
            if hasNews, !isSameHistory { due.withLock { $0 = nil } }
            finish(hasNews ? (isSameHistory ? .receive : .sync) : nil)
        } catch {
            // What went wrong is told by the sync that follows.
            due.withLock { $0 = nil }
            finish(.sync)
        }
    }

    /// Notes an answer.
    private func finish(_ next: Next?) {
        state.withLock { state in
            state.next = next
            state.answers += next == nil ? 1 : 0
            if next != nil { state.ends?.yield() }
        }
    }

    /// Does what is due: a sync is a whole one after a fault, and every half minute.
    ///
    /// - Parameters:
    ///   - next: What is due.
    ///   - session: The sync.
    /// - Returns: What it did.
    /// - Throws: As `SyncSession/run()`.
    public func perform(_ next: Next, _ session: SyncSession) async throws -> SyncSession.Outcome {
        state.withLock { $0.quiet = nil }
        do {
            guard next == .sync else { return try await session.receive() }
            if let due = due.withLock({ $0 }), .now < due { return try await session.update() }
            let outcome = try await session.run()
            // Random, so that boxes that synced at once, after the hub was away, do not do so again.
            due.withLock { $0 = .now + longest * .random(in: 0.7...1.3) }
            return outcome
        } catch {
            due.withLock { $0 = nil }
            throw error
        }
    }

    /// Waits until something is due again: once one side has something new, a second later at the earliest, and in any
    /// case half a minute after the last whole sync. What this box has to send is looked for every second.
    ///
    /// - Parameters:
    ///   - session: The sync.
    ///   - onAnswer: Called whenever the hub has said that there is nothing new.
    ///   - everySecond: Called every second meanwhile.
    /// - Returns: What is due; `nil` for a whole sync although nothing is new.
    /// - Throws: `LedgerError`, `CancellationError`.
    public func waitForNews(
        of session: SyncSession,
        onAnswer: () async throws -> Void = {},
        everySecond: () async throws -> Void = {}
    ) async throws -> Next? {
        let end = due.withLock { $0 } ?? (.now + longest)
        var next = ContinuousClock.now + Self.interval
        try await Task.sleep(until: next - Self.lead, clock: .continuous)
        var answers = state.withLock(\.answers)
        if try await !hasNews(session) { begin() }
        defer { state.withLock { $0.isOn = false } }
        try await Task.sleep(until: next, clock: .continuous)
        while ContinuousClock.now < end {
            if try await hasNews(session) { return .sync }
            let state = state.withLock { $0 }
            if !state.isOn { begin() }
            if let due = state.next { return due }
            if state.answers != answers {
                answers = state.answers
                try await onAnswer()
            }
            next = .now + Self.interval
            try await everySecond()
            try await sleepUntilNews(or: next)
        }
        return nil
    }

    /// Returns whether this box has something to send. As long as nobody writes to the ledger, that stays as it was.
    private func hasNews(_ session: SyncSession) async throws -> Bool {
        let version = try await session.dataVersion()
        guard state.withLock({ $0.quiet }) != version else { return false }
        let hasNews = try await session.hasNews()
        state.withLock { $0.quiet = hasNews ? nil : version }
        return hasNews
    }

    /// Waits until the hub has news, or for an instant.
    private func sleepUntilNews(or instant: ContinuousClock.Instant) async throws {
        let (news, ends) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.ends = ends
            if state.isOn, state.next != nil { ends.yield() }
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in news { return } }
            group.addTask { try? await Task.sleep(until: instant, clock: .continuous) }
            await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
    }

    /// Begins to ask.
    private func begin() {
        state.withLock { state in
            (state.isOn, state.next) = (true, nil)
            state.starts?.yield()
        }
    }
}
