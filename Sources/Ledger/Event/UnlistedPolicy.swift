// The policy for genuine tickets that are not on the box's list.

/// The policy for a ticket whose signature is valid but which is not on a box's list, for instance because it was
/// sold after the last sync.
public enum UnlistedPolicy: String, CaseIterable, Hashable, Sendable {
    /// It does not enter.
    case refuse
    /// Staff decide.
    case ask
    /// It enters, once.
    case admit
}
