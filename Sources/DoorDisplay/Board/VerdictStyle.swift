// The styles of verdicts.

/// A style that guests can recognise from 3 m: each has its own word, its own shape, and its own colour or frame.
///
/// Only ``admit`` fills the page with its colour, so that green always and only means "go in".
public enum VerdictStyle: String, CaseIterable, Encodable, Hashable, Sendable {
    /// Go in.
    case admit
    /// Go out.
    case exit
    /// The ticket is valid, but this gate only checks.
    case checked
    /// A repetition: the verdict of a few seconds ago still holds, and no one enters on it.
    case again
    /// The ticket was already used; the most common dispute at a door.
    case used
    /// The ticket does not admit anyone.
    case refuse
    /// Staff decide.
    case ask
    /// The code is not one of ours, for example a menu's.
    case quiet

    /// How long the guest page shows the verdict; a different code replaces it at once.
    ///
    /// An admission need only be seen, a refusal must be read, and a guest who waits for staff waits longer.
    public var hold: Duration {
        switch self {
        case .admit, .exit, .checked, .again: .seconds(3)
        case .used, .refuse: .seconds(6)
        case .ask: .seconds(20)
        case .quiet: .seconds(2)
        }
    }
}
