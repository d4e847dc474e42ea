// The answer to a claim.

/// Whether a gate may go on, and what other boxes did with the ticket at the zone.
public enum ClaimResult: Hashable, Sendable {
    /// No other gate gets this turn; the number gives it back. All other turns, in order.
    case won(number: Int64, others: [ClaimedMovement])
    /// It is taken; all turns, in order.
    case taken([ClaimedMovement])
    /// Nobody answered: the gate decides by what it knows.
    case alone
}
