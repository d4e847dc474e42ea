// Detects a wrong system clock.

public import Ledger

/// Compares the wall clock with the times that the box recorded before it started, and with a clock that cannot be
/// set.
///
/// A box without a battery-backed clock starts in the past, and a clock that is set while the doors are open changes
/// which tickets are in time. In either case the clock is no longer trusted: opening times become a question to
/// staff, and everything else is decided as before.
public struct ClockMonitor: Sendable {
    private let start: (wall: Timestamp, elapsed: ContinuousClock.Instant)
    private let newest: Timestamp?

    /// The largest clock adjustment that counts as a time server's normal correction.
    public static let tolerance: Duration = .seconds(120)

    /// The largest apparent step back that is ignored. Two concurrent decisions may be recorded in a different order
    /// from that in which they read the clock; each waits at most 2 s for the ledger.
    public static let disorder: Duration = .seconds(10)

    /// - Parameters:
    ///   - wall: The current wall-clock time.
    ///   - elapsed: The same instant by the clock that cannot be set.
    ///   - newest: The latest time in the ledger; `nil` if there is none, or if staff declared it wrong.
    public init(wall: Timestamp, elapsed: ContinuousClock.Instant, newest: Timestamp?) {
        start = (wall, elapsed)
        self.newest = newest
    }

    /// Returns whether the wall clock can be trusted.
    ///
    /// - Parameters:
    ///   - wall: The current wall-clock time.
    ///   - elapsed: The same instant by the clock that cannot be set.
    /// - Returns: The reason for distrust, if there is one. A clock that is set back to the right time is trusted
    ///   again.
    public func trust(wall: Timestamp, elapsed: ContinuousClock.Instant) -> ClockTrust {
        if let newest, wall.duration(since: newest) < .zero - Self.disorder { return .behind(newest: newest) }
        let step = wall.duration(since: start.wall) - start.elapsed.duration(to: elapsed)
        return abs(step / .milliseconds(1)) > Self.tolerance / .milliseconds(1) ? .stepped(by: step) : .trusted
    }
}

/// What is known about a box's wall clock.
public enum ClockTrust: Hashable, Sendable {
    /// There is no evidence against it.
    case trusted
    /// It is earlier than a time that this box recorded before.
    case behind(newest: Timestamp)
    /// It was set by this amount while the program ran; negative if it was set back.
    case stepped(by: Duration)

    /// Returns the times that it may be: the wall clock's own, and those that the evidence suggests.
    ///
    /// - Parameter instant: The time by the wall clock.
    /// - Returns: The possible times, the wall clock's first.
    func moments(of instant: Timestamp) -> [Timestamp] {
        switch self {
        case .trusted: [instant]
        case .behind(let newest): [instant, newest]
        case .stepped(let step):
            [instant, Timestamp(milliseconds: instant.milliseconds - Int64(step / .milliseconds(1)))]
        }
    }
}
