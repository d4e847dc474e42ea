// What happens at the door to genuine tickets that the box's list does not have.

/// A ticket whose signature holds may still be missing from a box's list: sold after the last sync, for example.
public enum UnlistedPolicy: String, CaseIterable, Hashable, Sendable {
    /// It does not enter.
    case refuse
    /// Staff decides.
    case ask
    /// It enters, once.
    case admit
}
