// Issues ticket codes.

/// Signs the tickets of one event.
public struct TicketSigner: Sendable {
    private let key: EventKey

    /// Creates a signer.
    ///
    /// - Parameter key: The event's key of the newest epoch.
    public init(key: EventKey) {
        self.key = key
    }

    /// Signs a ticket; the same ticket and key always give the same code.
    ///
    /// - Parameter ticket: A ticket of the key's event.
    /// - Returns: The signed ticket, whose ``SignedTicket/code`` goes into the QR code.
    /// - Throws: ``SigningError/otherEvent(ticket:key:)``.
    public func sign(_ ticket: Ticket) throws(SigningError) -> SignedTicket {
        guard ticket.event == key.event else { throw .otherEvent(ticket: ticket.event, key: key.event) }
        return SignedTicket(signing: ticket, with: key)
    }
}
