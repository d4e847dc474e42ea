// Waiting for something to share, instead of asking every second.

import Ledger
public import Sync
import Synchronization

/// Tells when a sync with the hub may find something: the hub has answered a request that it keeps open until somebody
/// else has sent it records, or this box has something to send.
public final class NewsWatch: Sendable {
    private struct State {
        var isOn = false
        var hasNews = false
        var answers = 0
    }

    private let transport: HubSyncTransport
    /// A sync takes place that often whatever happens: it measures the clock, and sees what nobody tells of.
    private let longest: Duration
    private let state = Mutex(State())

    /// How long the hub keeps a request open: a box that is connected is heard of at least that often.
    static let timeout: Duration = .seconds(5)
    /// How soon news of the hub are noticed.
    private static let poll: Duration = .milliseconds(200)
    /// How often this box looks for something to send.
    private static let interval: Duration = .seconds(1)

    /// - Parameter transport: The connection to the hub, made to wait for news.
    public convenience init(over transport: HubSyncTransport) {
        self.init(over: transport, atMost: .seconds(30))
    }

    init(over transport: HubSyncTransport, atMost longest: Duration) {
        self.transport = transport
        self.longest = longest
    }

    /// Asks the hub for news while somebody waits for them, until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            guard state.withLock({ $0.isOn && !$0.hasNews }) else {
                try? await Task.sleep(for: Self.poll)
                continue
            }
            // What went wrong is told by the sync that follows.
            let hasNews = (try? await transport.hasNews(within: Self.timeout)) ?? true
            state.withLock { state in
                state.hasNews = hasNews
                state.answers += hasNews ? 0 : 1
            }
        }
    }

    /// Waits after a sync until the next one is due: a second if it has moved records, otherwise until one side has
    /// some, and half a minute at most.
    ///
    /// - Parameters:
    ///   - session: The sync.
    ///   - outcome: What it did.
    ///   - onAnswer: Called whenever the hub has said that there is nothing new.
    ///   - everySecond: Called every second meanwhile.
    /// - Returns: Whether something is new.
    /// - Throws: `LedgerError`, `CancellationError`.
    @discardableResult
    public func waitForNews(
        after session: SyncSession,
        _ outcome: SyncSession.Outcome,
        onAnswer: () async throws -> Void = {},
        everySecond: () async throws -> Void = {}
    ) async throws -> Bool {
        guard outcome.sent == 0, outcome.received.new.isEmpty, let theirs = outcome.theirs else {
            try await Task.sleep(for: Self.interval)
            return true
        }
        let start = ContinuousClock.now
        var (next, answers) = (start + Self.interval, begin())
        defer { state.withLock { $0.isOn = false } }
        while ContinuousClock.now < start + longest {
            try await Task.sleep(for: Self.poll)
            let state = state.withLock { $0 }
            guard !state.hasNews else { return true }
            if state.answers != answers {
                answers = state.answers
                try await onAnswer()
            }
            guard ContinuousClock.now >= next else { continue }
            next = .now + Self.interval
            if try await session.hasNews(for: theirs) { return true }
            try await everySecond()
        }
        return false
    }

    /// Begins to ask.
    ///
    /// - Returns: The number of answers so far.
    private func begin() -> Int {
        state.withLock { state in
            (state.isOn, state.hasNews) = (true, false)
            return state.answers
        }
    }
}
