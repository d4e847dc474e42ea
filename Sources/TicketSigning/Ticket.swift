// The facts that a ticket's signature covers.

/// Who may enter which event with which ticket; says nothing about whether that is true.
public struct Ticket: Hashable, Sendable {
    /// The event the ticket is for.
    public let event: EventID
    /// The person the ticket was issued to.
    public let user: UserID
    /// The ticket itself.
    public let id: TicketID

    /// - Parameters:
    ///   - event: The event the ticket is for.
    ///   - user: The person the ticket was issued to.
    ///   - id: The ticket itself; a new one for every ticket ever issued.
    public init(event: EventID, user: UserID, id: TicketID) {
        self.event = event
        self.user = user
        self.id = id
    }
}
