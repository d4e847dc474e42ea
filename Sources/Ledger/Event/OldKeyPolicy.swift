// The policy for codes that an old key signed.

/// The policy for a code whose key is older than the one that the ticket is listed under or, for a ticket that is on
/// no list, older than the event's newest key in force.
public enum OldKeyPolicy: String, CaseIterable, Hashable, Sendable {
    /// It does not enter.
    case refuse
    /// Staff decide.
    case ask
}
