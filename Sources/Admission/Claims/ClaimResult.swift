// The answer to a claim.

/// Whether a gate may proceed, and what other boxes did with the ticket at the zone.
public enum ClaimResult: Hashable, Sendable {
    /// No other gate gets this claim; `number` releases it. `others` holds all other claims, in order.
    case won(number: Int64, others: [Claim])
    /// Another gate has the claim; holds all claims, in order.
    case taken([Claim])
    /// There is no answer: the gate decides by what it knows.
    case alone
}
