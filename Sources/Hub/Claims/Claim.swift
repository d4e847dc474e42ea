// A granted claim.

public import TicketSigning

/// The right of one box to record one movement of a ticket.
public struct Claim: Hashable, Sendable {
    /// The position in the ticket's sequence, from 1.
    public let sequenceNumber: Int64
    /// The kind of movement.
    public let kind: ClaimKind
    /// The box that holds the claim.
    public let box: BoxID
    /// The box's own number for the claim.
    public let number: Int64
    /// The name that people use for that box.
    public let boxName: String
    /// The gate of the movement.
    public let gate: String
    /// The time on that box's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let at: Int64
}
