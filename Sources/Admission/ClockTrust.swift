// Whether the time of day can be believed.

public import Ledger

/// What is known about a box's wall clock.
public enum ClockTrust: Hashable, Sendable {
    /// Nothing speaks against it.
    case trusted
    /// It is earlier than something this box wrote down before.
    case behind(newest: Timestamp)
    /// It was set while the program ran, by so much; negative for back.
    case stepped(by: Duration)

    /// The moments that it may be: the wall clock's own, and what speaks against it.
    ///
    /// - Parameter instant: By the wall clock.
    /// - Returns: The wall clock's first.
    func moments(of instant: Timestamp) -> [Timestamp] {
        switch self {
        case .trusted: [instant]
        case .behind(let newest): [instant, newest]
        case .stepped(let step):
            [instant, Timestamp(milliseconds: instant.milliseconds - Int64(step / .milliseconds(1)))]
        }
    }
}
