// Reduces the readings of one code, thirty a second, to one sighting.

/// The codes in view of one camera, so that a code held up to it is judged once.
///
/// A code counts as in view until it has not been read for ``absence``; a frame or two in which it cannot be read
/// make no difference. Each code is tracked separately, so a different code is new in the first frame that shows it.
public struct Presence: Sendable {
    /// The time out of view after which a code counts as new again.
    public let absence: Duration
    /// The maximum number of tracked codes; beyond it, the codes out of view the longest are forgotten. 256 codes of
    /// the largest QR size (2,953 bytes) take 0.8 MB.
    public let capacity: Int

    private var lastSeen: [[UInt8]: ContinuousClock.Instant] = [:]

    /// Creates an empty tracker.
    ///
    /// - Parameters:
    ///   - absence: The time out of view after which a code counts as new again, 0 or more.
    ///   - capacity: The maximum number of tracked codes, 1 or more.
    public init(absence: Duration = .milliseconds(1500), capacity: Int = 256) {
        self.absence = absence
        self.capacity = max(capacity, 1)
    }

    /// Processes the readings of a frame and returns the codes that came into view.
    ///
    /// Call it for every frame, including frames without a code.
    ///
    /// - Parameters:
    ///   - readings: Every code read in the frame; copies of one code count once.
    ///   - instant: The time of capture; not earlier than in the previous call.
    /// - Returns: The codes that are new, in the order of `readings`.
    public mutating func arrivals(in readings: [DetectedCode], at instant: ContinuousClock.Instant) -> [DetectedCode] {
        lastSeen = lastSeen.filter { $0.value.duration(to: instant) < absence }
        let new = readings.filter { lastSeen.updateValue(instant, forKey: $0.bytes) == nil }
        forgetBeyondCapacity()
        return new
    }

    private mutating func forgetBeyondCapacity() {
        guard lastSeen.count > capacity else { return }
        let newest = lastSeen.sorted { $0.value > $1.value }.prefix(capacity)
        lastSeen = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
