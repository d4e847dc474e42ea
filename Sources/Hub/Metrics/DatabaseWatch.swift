// Whether the hub's database answers.

import Synchronization

/// Remembers when the database last answered, and says when that ends and begins again.
final class DatabaseWatch: Sendable {
    /// What is said once, when it happens.
    enum Change: Hashable, Sendable {
        /// The database has not answered for ``DatabaseWatch/longestWait``; with the last error, if there was one.
        case failed(reason: String?)
        /// It answers again.
        case recovered(after: Duration)
    }

    private struct State {
        var lastAnswer: ContinuousClock.Instant
        var reason: String?
        /// How often it was found late in a row.
        var lateCount = 0
        var hasFailed = false
    }

    private let state: Mutex<State>

    /// After this time without an answer nobody should rely on the hub.
    static let longestWait: Duration = .seconds(2)

    /// - Parameter now: When the database was opened.
    init(now: ContinuousClock.Instant) {
        state = Mutex(State(lastAnswer: now))
    }

    /// Notes an answer.
    ///
    /// - Parameter now: The current time.
    /// - Returns: What is to be said.
    func answered(at now: ContinuousClock.Instant) -> Change? {
        state.withLock { state in
            let wait = now - state.lastAnswer
            defer { state = State(lastAnswer: now) }
            return state.hasFailed ? .recovered(after: wait) : nil
        }
    }

    /// Notes that a request to the database ended with an error.
    func failed(_ error: any Error) {
        state.withLock { $0.reason = "\(error)" }
    }

    /// Looks whether the database still answers. A process that was halted finds the last answer long ago, and gets
    /// the next one at once, so nothing is said the first time.
    ///
    /// - Parameter now: The current time.
    /// - Returns: What is to be said.
    func check(at now: ContinuousClock.Instant) -> Change? {
        state.withLock { state in
            guard !state.hasFailed, now - state.lastAnswer >= Self.longestWait else { return nil }
            state.lateCount += 1
            guard state.lateCount > 1 else { return nil }
            state.hasFailed = true
            return .failed(reason: state.reason)
        }
    }

    /// Returns whether the database has answered lately.
    ///
    /// - Parameter now: The current time.
    /// - Returns: `false` after ``longestWait`` without an answer.
    func isAnswering(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { now - $0.lastAnswer < Self.longestWait }
    }
}
