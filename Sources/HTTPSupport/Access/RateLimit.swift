// Keeps one box, or one stranger, from using up a server.

/// A token bucket per caller: a burst of requests at once, then a fixed number per second.
package actor RateLimit<Asker: Hashable & Sendable> {
    private let burst: Double
    private let perSecond: Double
    private var buckets: [Asker: (left: Double, at: ContinuousClock.Instant)] = [:]
    /// More callers than any organiser has boxes; the least recently seen are forgotten.
    private static var capacity: Int { 4096 }

    /// - Parameters:
    ///   - burst: How many requests a caller may make at once.
    ///   - perSecond: How many more each second.
    package init(burst: Double, perSecond: Double) {
        self.burst = burst
        self.perSecond = perSecond
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - asker: The caller.
    ///   - now: The current instant of a monotonic clock.
    /// - Returns: Whether the request is within the limit.
    package func allows(_ asker: Asker, now: ContinuousClock.Instant = .now) -> Bool {
        if buckets.count >= Self.capacity { buckets = buckets.filter { $0.value.at.duration(to: now) < full } }
        let bucket = buckets[asker] ?? (burst, now)
        let left = min(burst, bucket.left + perSecond * (bucket.at.duration(to: now) / .seconds(1)))
        // Rejected requests cost nothing; otherwise a caller who keeps retrying would never get through.
        buckets[asker] = (left >= 1 ? left - 1 : left, now)
        return left >= 1
    }

    /// The time after which a bucket is full again.
    private var full: Duration { .seconds(burst / perSecond) }
}
