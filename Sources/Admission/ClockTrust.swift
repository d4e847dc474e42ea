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
}
