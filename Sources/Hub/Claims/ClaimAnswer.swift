// The hub's answer to a claim.

/// Whether the gate may go on, and the other claims to the ticket.
public struct ClaimAnswer: Hashable, Sendable {
    /// Whether the caller holds the claim.
    public let isWon: Bool
    /// All other claims to the ticket in the zone, in order. Together with the box's own ledger they give the
    /// ticket's present state.
    public let standing: [Claim]
}
