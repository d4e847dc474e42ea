// The facts covered by a ticket's signature.

/// An event, a user and a ticket, without any claim that the ticket is genuine.
public struct Ticket: Hashable, Sendable {
    /// The event the ticket is for.
    public let event: EventID
    /// The person the ticket was issued to.
    public let user: UserID
    /// The ticket's identifier.
    public let id: TicketID

    /// Creates a ticket.
    ///
    /// - Parameters:
    ///   - event: The event the ticket is for.
    ///   - user: The person the ticket was issued to.
    ///   - id: The ticket's identifier, unique among all tickets ever issued.
    public init(event: EventID, user: UserID, id: TicketID) {
        self.event = event
        self.user = user
        self.id = id
    }
}
