// What a rule may look at.

public import Ledger
public import TicketSigning

/// Everything a rule judges by; nothing else, so that the same circumstances always give the same verdict.
public struct Circumstances: Hashable, Sendable {
    /// What the signed code says.
    public let ticket: Ticket
    /// What the ledger knows about the ticket.
    public let history: TicketHistory
    /// The event behind the door.
    public let event: Event
    /// The moment of the scan, by the box's wall clock.
    public let instant: Timestamp

    /// - Parameters:
    ///   - ticket: What the signed code says.
    ///   - history: What the ledger knows about the ticket.
    ///   - event: The event behind the door.
    ///   - instant: The moment of the scan.
    public init(ticket: Ticket, history: TicketHistory, event: Event, instant: Timestamp) {
        self.ticket = ticket
        self.history = history
        self.event = event
        self.instant = instant
    }
}
