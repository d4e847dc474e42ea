// What is claimed.

/// What happens with a ticket; each takes the next place in the ticket's order.
public enum ClaimKind: String, CaseIterable, Codable, Sendable {
    /// Somebody goes in.
    case entry
    /// Somebody goes out.
    case exit
    /// A movement is taken back.
    case void
}
