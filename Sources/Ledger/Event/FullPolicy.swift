// What happens at the door of a zone that is full.

/// What happens to tickets at a zone with as many people inside as it may hold.
public enum FullPolicy: String, CaseIterable, Hashable, Sendable {
    /// They do not enter until somebody leaves.
    case refuse
    /// Staff decides.
    case ask
}
