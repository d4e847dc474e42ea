// Notices when the time of day cannot be right.

public import Ledger

/// Compares the wall clock with what the box wrote down before it started, and with a clock that cannot be set.
///
/// A box without a battery for its clock wakes up in the past, and a clock that is set while the doors are open changes
/// which tickets are in time. Either puts the box into "clock not trusted": opening times become a question to staff,
/// and everything else is decided as before.
public struct ClockMonitor: Sendable {
    private let start: (wall: Timestamp, elapsed: ContinuousClock.Instant)
    private let newest: Timestamp?

    /// Setting the clock by no more than this is what time servers do.
    public static let tolerance: Duration = .seconds(120)

    /// Two decisions at once may be written down in the other order than they read the clock; each waits for the ledger
    /// for 2 s at most.
    public static let disorder: Duration = .seconds(10)

    /// - Parameters:
    ///   - wall: The time of day now.
    ///   - elapsed: The same moment by the clock that cannot be set.
    ///   - newest: The latest moment in the ledger, `nil` where there is none or staff said that it is wrong.
    public init(wall: Timestamp, elapsed: ContinuousClock.Instant, newest: Timestamp?) {
        start = (wall, elapsed)
        self.newest = newest
    }

    /// Whether the wall clock can be believed.
    ///
    /// - Parameters:
    ///   - wall: The time of day now.
    ///   - elapsed: The same moment by the clock that cannot be set.
    /// - Returns: What speaks against it, if anything does; a clock that is set back to what it should be is trusted
    ///   again.
    public func trust(wall: Timestamp, elapsed: ContinuousClock.Instant) -> ClockTrust {
        if let newest, wall.duration(since: newest) < .zero - Self.disorder { return .behind(newest: newest) }
        let step = wall.duration(since: start.wall) - start.elapsed.duration(to: elapsed)
        return abs(step / .milliseconds(1)) > Self.tolerance / .milliseconds(1) ? .stepped(by: step) : .trusted
    }
}
