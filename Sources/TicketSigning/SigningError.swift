// Errors of keys and signing.

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
            "Two different keys have the id \(id): keep one of them, and rotate the other's event to its next epoch."
        }
    }
}
