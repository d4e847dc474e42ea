// What the hub says to a claim.

/// Whether the gate may go on, and what else it should know.
public struct ClaimAnswer: Hashable, Sendable {
    /// Whether the place is the asker's.
    public let isWon: Bool
    /// All other claims to the ticket's places in the zone, in order: whoever takes them for things that happened, beside
    /// what is in the own ledger, knows where the ticket stands.
    public let standing: [Claim]
}
