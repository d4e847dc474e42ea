// A gate's request before it lets somebody through.

public import Ledger
public import TicketSigning

/// A request to record the next movement of a ticket.
public struct ClaimRequest: Hashable, Sendable {
    /// The ticket; for a replacement, the first ticket of its series.
    public let ticket: TicketID
    /// The gate, and its event.
    public let gate: Gate
    /// The zone behind the gate.
    public let zone: ZoneName
    /// The claim's sequence number: for a new claim, one more than the number of movements and voids of the ticket at
    /// the zone that the box knows of; at least 1.
    public let sequenceNumber: Int
    /// What the gate is about to record.
    public let kind: Claim.Kind
    /// The current time by this machine's wall clock.
    public let at: Timestamp
}
