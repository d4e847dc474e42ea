// The few ways in which a verdict looks.

/// What a guest can tell apart from 3 m: each look has a word, a shape and a colour or frame of its own.
///
/// Only ``admit`` fills the page with its colour: green says "go in", and nothing else does.
public enum VerdictStyle: String, CaseIterable, Encodable, Hashable, Sendable {
    /// Go in.
    case admit
    /// Go out.
    case exit
    /// The ticket is good, and nobody enters here.
    case checked
    /// What was said seconds ago is still so, and nobody enters on it.
    case again
    /// The ticket was good once; the commonest dispute at a door.
    case used
    /// Nobody enters with it.
    case refuse
    /// Staff decides.
    case ask
    /// Nothing of ours was shown, a menu's code for example.
    case quiet

    /// How long the guest page shows it; a different code takes its place at once.
    ///
    /// An admission need only be seen, a refusal must be read, and who waits for staff waits longer.
    public var hold: Duration {
        switch self {
        case .admit, .exit, .checked, .again: .seconds(3)
        case .used, .refuse: .seconds(6)
        case .ask: .seconds(20)
        case .quiet: .seconds(2)
        }
    }
}
