// Keeps an unreachable hub from slowing down the door.

/// A circuit breaker: opens after three failures in a row until something succeeds; about ten seconds after the last
/// failure it lets one request through as a test.
struct CircuitBreaker: Hashable, Sendable {
    /// The number of consecutive failures that opens it.
    static let failureThreshold = 3
    /// How long it stays open.
    static let pause: Duration = .seconds(10)

    private var failures = 0
    private var openUntil: ContinuousClock.Instant?

    /// Whether the hub is assumed to be reachable.
    var isConnected: Bool { failures < Self.failureThreshold }

    /// Returns whether a request should be sent.
    ///
    /// - Parameter now: The current instant of a monotonic clock.
    /// - Returns: `true` once after each pause, until something succeeds.
    mutating func allowsRequest(now: ContinuousClock.Instant) -> Bool {
        guard let end = openUntil else { return true }
        guard now >= end else { return false }
        openUntil = now + Self.pause
        return true
    }

    /// Records a success.
    mutating func succeeded() {
        self = CircuitBreaker()
    }

    /// Records a failure.
    ///
    /// - Parameters:
    ///   - now: The current instant of a monotonic clock.
    ///   - jitter: 0 to 1; spreads the retries of a venue's boxes over time.
    mutating func failed(now: ContinuousClock.Instant, jitter: Double) {
        failures += 1
        guard failures >= Self.failureThreshold else { return }
        openUntil = now + Self.pause * (0.75 + 0.5 * jitter)
    }
}
