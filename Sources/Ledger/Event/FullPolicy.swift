// The policy for a full zone.

/// What happens to tickets at a zone that is at capacity.
public enum FullPolicy: String, CaseIterable, Hashable, Sendable {
    /// They do not enter until somebody leaves.
    case refuse
    /// Staff decide.
    case ask
}
