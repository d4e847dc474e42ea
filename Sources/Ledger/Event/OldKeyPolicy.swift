// What happens at the door to codes that an old key signed.

/// A code's key may be older than the one that the ticket is listed under, or, for a ticket that is on no list, older
/// than the event's newest key in force.
public enum OldKeyPolicy: String, CaseIterable, Hashable, Sendable {
    /// It does not enter.
    case refuse
    /// Staff decides.
    case ask
}
