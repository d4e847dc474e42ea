// How the evening goes.

/// The numbers at the foot of the guest page.
public struct DoorCounts: Encodable, Hashable, Sendable {
    /// People who are in.
    public let inside: Int
    /// People the tickets let in altogether.
    public let expected: Int
    /// Admissions at this door in the last minute.
    public let perMinute: Int
    /// Scans that were refused or sent to staff.
    public let turnedAway: Int

    /// - Parameters:
    ///   - inside: People who are in.
    ///   - expected: People the tickets let in altogether.
    ///   - perMinute: Admissions at this door in the last minute.
    ///   - turnedAway: Scans that were refused or sent to staff.
    public init(inside: Int = 0, expected: Int = 0, perMinute: Int = 0, turnedAway: Int = 0) {
        self.inside = inside
        self.expected = expected
        self.perMinute = perMinute
        self.turnedAway = turnedAway
    }
}
