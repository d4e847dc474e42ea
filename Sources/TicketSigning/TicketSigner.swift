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

/// A key that cannot be derived, stored or used as requested; never about a guest's ticket.
public enum SigningError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libcrypto does not offer `algorithm`: its default provider is disabled, or memory is exhausted.
    case unavailable(algorithm: String)
    /// A key signs only for its own event.
    case otherEvent(ticket: EventID, key: EventID)
    /// The key ring contains another key with this id.
    case keyIDTaken(KeyID)

    public var description: String {
        switch self {
        case .unavailable(let algorithm):
            "libcrypto cannot compute \(algorithm): check that openssl.cnf leaves its default provider on."
        case .otherEvent(let ticket, let key):
            "A ticket of event \(ticket) cannot be signed with a key of event \(key): use that event's own key."
        case .keyIDTaken(let id):
            "Two different keys have the id \(id): keep one of them, and rotate the key of the other event."
        }
    }
}
