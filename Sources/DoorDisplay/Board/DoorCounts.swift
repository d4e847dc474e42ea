// The figures of the event at a door.

/// The figures at the bottom of the guest page.
public struct DoorCounts: Encodable, Hashable, Sendable {
    /// The number of people inside.
    public let inside: Int
    /// The number of people that all tickets admit.
    public let expected: Int
    /// The number of admissions at this door in the last minute.
    public let perMinute: Int
    /// The number of scans that were refused.
    public let refused: Int
    /// The number of scans that were sent to staff.
    public let asked: Int
    /// The number of codes that were shown again moments after they let someone through.
    public let shownAgain: Int

    /// - Parameters:
    ///   - inside: The number of people inside.
    ///   - expected: The number of people that all tickets admit.
    ///   - perMinute: The number of admissions at this door in the last minute.
    ///   - refused: The number of scans that were refused.
    ///   - asked: The number of scans that were sent to staff.
    ///   - shownAgain: The number of codes that were shown again moments after they let someone through.
    public init(
        inside: Int = 0,
        expected: Int = 0,
        perMinute: Int = 0,
        refused: Int = 0,
        asked: Int = 0,
        shownAgain: Int = 0
    ) {
        self.inside = inside
        self.expected = expected
        self.perMinute = perMinute
        self.refused = refused
        self.asked = asked
        self.shownAgain = shownAgain
    }
}
