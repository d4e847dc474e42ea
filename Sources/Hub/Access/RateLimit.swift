// Keeps one box, or one stranger, from using up the hub.

/// So many requests at once, and so many a second after that, for each who asks.
actor RateLimit<Asker: Hashable & Sendable> {
    private let burst: Double
    private let perSecond: Double
    private var buckets: [Asker: (left: Double, at: ContinuousClock.Instant)] = [:]
    /// More askers than any organiser has boxes; those that have not asked for longest are forgotten.
    private static var capacity: Int { 4096 }

    init(burst: Double, perSecond: Double) {
        self.burst = burst
        self.perSecond = perSecond
    }

    /// - Parameters:
    ///   - asker: Who asks.
    ///   - now: By the clock that does not jump.
    /// - Returns: Whether it is not too much.
    func allows(_ asker: Asker, now: ContinuousClock.Instant = .now) -> Bool {
        if buckets.count >= Self.capacity { buckets = buckets.filter { $0.value.at.duration(to: now) < full } }
        let bucket = buckets[asker] ?? (burst, now)
        let left = min(burst, bucket.left + perSecond * (bucket.at.duration(to: now) / .seconds(1)))
        // Who is turned away pays nothing: else whoever asks again and again would never be let through.
        buckets[asker] = (left >= 1 ? left - 1 : left, now)
        return left >= 1
    }

    /// After this time a bucket is as full as a new one.
    private var full: Duration { .seconds(burst / perSecond) }
}
