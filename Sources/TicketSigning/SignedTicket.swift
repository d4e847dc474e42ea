// A ticket with its code.

/// A ticket that was signed here.
public struct SignedTicket: Sendable, Redacted {
    /// The ticket.
    public let ticket: Ticket
    private let signed: TicketCode

    /// Signs a ticket, without checking whether the key is for its event.
    init(signing ticket: Ticket, with key: EventKey) {
        self.ticket = ticket
        signed = TicketCode(signing: ticket, with: key)
    }

    /// Signs a partner's number, without checking whether it was granted.
    init(signing number: UInt32, of grant: PartnerGrant, with key: PartnerKey) {
        ticket = grant.ticket(number)
        signed = TicketCode(signing: number, of: grant.id, with: key)
    }

    /// The text to put into a QR code: 108 characters of its alphanumeric mode in suite 1, 154 in suite 2, 112 in
    /// suite 3.
    public var code: String { signed.text }
}

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
