// The kinds of claims.

/// A movement of a ticket, or its undoing; each takes the next number in the ticket's sequence.
public enum ClaimKind: String, CaseIterable, Codable, Sendable {
    /// Someone goes in.
    case entry
    /// Someone goes out.
    case exit
    /// A movement is undone.
    case void
}
