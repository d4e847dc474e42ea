// Whether the wall clock can be trusted.

public import Ledger

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
