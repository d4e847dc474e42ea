// What the hub says to a claim.

/// Whether the gate may go on.
public enum ClaimAnswer: Hashable, Sendable {
    /// The place is the asker's.
    case won
    /// Another box has it; `standing` are the claims from that place on, in order, at least one. Whoever takes them for
    /// things that happened knows where the ticket stands.
    case taken(standing: [Claim])
}
