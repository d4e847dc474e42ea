// How the evening goes.

/// The numbers at the foot of the guest page.
public struct DoorCounts: Encodable, Hashable, Sendable {
    /// People who are in.
    public let inside: Int
    /// People the tickets let in altogether.
    public let expected: Int
    /// Admissions at this door in the last minute.
    public let perMinute: Int
    /// Scans that were refused.
    public let refused: Int
    /// Scans that were sent to staff.
    public let asked: Int
    /// Codes that were shown again moments after they had let somebody through.
    public let shownAgain: Int

    /// - Parameters:
    ///   - inside: People who are in.
    ///   - expected: People the tickets let in altogether.
    ///   - perMinute: Admissions at this door in the last minute.
    ///   - refused: Scans that were refused.
    ///   - asked: Scans that were sent to staff.
    ///   - shownAgain: Codes that were shown again moments after they had let somebody through.
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
