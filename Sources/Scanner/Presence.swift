// Turns thirty readings a second of one code into one sighting.

/// Which codes are in view of one camera, so that a code held before it is judged once.
///
/// A code counts as in view until it has not been read for ``absence``; a frame or two in which it could not be read
/// change nothing. Each code is followed by itself, so a different one is new in the frame that first shows it.
public struct Presence: Sendable {
    /// How long a code must be out of view before it is new again.
    public let absence: Duration
    /// How many codes are followed; beyond it those out of view the longest are forgotten. 256 codes of the
    /// largest QR size (2,953 bytes) are 0.8 MB.
    public let capacity: Int

    private var lastSeen: [[UInt8]: ContinuousClock.Instant] = [:]

    /// - Parameters:
    ///   - absence: How long a code must be out of view before it is new again, 0 or more.
    ///   - capacity: How many codes are followed, 1 or more.
    public init(absence: Duration = .milliseconds(1500), capacity: Int = 256) {
        self.absence = absence
        self.capacity = max(capacity, 1)
    }

    /// Takes what one frame showed and tells what came into view with it.
    ///
    /// Call it for every frame, also for one without a code.
    ///
    /// - Parameters:
    ///   - readings: Every code read in the frame; copies of one code count once.
    ///   - instant: When the frame was taken; not before that of the call before.
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
