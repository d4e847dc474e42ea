// What a gate asks before it lets somebody through.

public import Ledger
public import TicketSigning

/// The wish to record the next thing that happens with a ticket.
public struct ClaimRequest: Hashable, Sendable {
    /// Which ticket; of those that were issued in place of one another, the first.
    public let ticket: TicketID
    /// Where, at which event.
    public let gate: Gate
    /// What lies behind the gate.
    public let zone: ZoneName
    /// One more than what the box knows to have happened with the ticket at the zone; 1 or more.
    public let turn: Int
    /// What would happen.
    public let kind: ClaimedMovement.Kind
    /// When, by this machine's wall clock.
    public let at: Timestamp
}
