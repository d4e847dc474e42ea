// Keeps a dead hub from slowing the door.

/// After three failures in a row nobody is asked for ten seconds or so; then one question finds out.
struct CircuitBreaker: Hashable, Sendable {
    /// How many failures in a row are enough.
    static let failureThreshold = 3
    /// For how long nobody is asked.
    static let pause: Duration = .seconds(10)

    private var failures = 0
    private var openUntil: ContinuousClock.Instant?

    /// Whether the hub is taken to be there.
    var isConnected: Bool { failures < Self.failureThreshold }

    /// Whether a question is worth its time.
    ///
    /// - Parameter now: By the clock that does not jump.
    /// - Returns: `true` once after each pause, until something succeeds.
    mutating func allowsRequest(now: ContinuousClock.Instant) -> Bool {
        guard let end = openUntil else { return true }
        guard now >= end else { return false }
        openUntil = now + Self.pause
        return true
    }

    /// Notes an answer.
    mutating func succeeded() {
        self = CircuitBreaker()
    }

    /// Notes that there was none.
    ///
    /// - Parameters:
    ///   - now: By the clock that does not jump.
    ///   - jitter: 0 to 1; spreads the boxes of a house, so that they do not all come back at once.
    mutating func failed(now: ContinuousClock.Instant, jitter: Double) {
        failures += 1
        guard failures >= Self.failureThreshold else { return }
        openUntil = now + Self.pause * (0.75 + 0.5 * jitter)
    }
}
