// Encodes and parses the text in a ticket's QR code.

/// A ticket code that is well formed but not verified.
///
/// It stores only the fields. Their order and widths are fixed and base45 has no spare bits, so they reproduce
/// exactly the text that was read, and a verifier checks the tag against the same facts that it returns.
/// - SeeAlso: docs/wire-format.md
public struct SignedTicket: Sendable, Redacted {
    /// The number of bytes in a tag.
    static let tagByteCount = 16

    private static let prefix = "DC1:"

    /// The signature suite that the code names.
    public let suite: SignatureSuite
    /// The id of the key with which the code claims to be signed.
    public let keyID: KeyID
    /// The ticket that the code claims to be; do not act on it before a ``TicketVerifier`` has accepted it.
    public let unverifiedTicket: Ticket

    let tag: [UInt8]

    /// Signs a ticket, without checking whether the key is for its event.
    init(signing ticket: Ticket, with key: EventKey) {
        suite = key.suite
        keyID = key.keyID
        unverifiedTicket = ticket
        tag = key.tag(of: Self.body(suite: suite, keyID: keyID, ticket: ticket))
    }

    /// Parses a text.
    ///
    /// - Parameter code: The content of a QR code; any text.
    /// - Throws: ``TicketRejection/notATicket``, ``TicketRejection/malformed`` or
    ///   ``TicketRejection/unsupportedSuite``.
    public init(code: String) throws(TicketRejection) {
        guard code.utf8.starts(with: Self.prefix.utf8) else { throw .notATicket }
        guard let bytes = try? Base45.decode(Substring(code.utf8.dropFirst(Self.prefix.utf8.count))) else {
            throw .malformed
        }
        guard let first = bytes.first else { throw .malformed }
        guard let suite = SignatureSuite(rawValue: first) else { throw .unsupportedSuite }
        guard bytes.count == 69,
            let keyID = KeyID(bytes: bytes[1..<5]),
            let event = EventID(bytes: bytes[5..<21]),
            let user = UserID(bytes: bytes[21..<37]),
            let id = TicketID(bytes: bytes[37..<53])
        else { throw .malformed }
        self.suite = suite
        self.keyID = keyID
        self.unverifiedTicket = Ticket(event: event, user: user, id: id)
        self.tag = Array(bytes[53..<69])
    }

    /// The text to put into a QR code: 108 characters of its alphanumeric mode.
    public var code: String { Self.prefix + Base45.encode(body + tag) }

    /// The 53 bytes that the tag covers.
    var body: [UInt8] { Self.body(suite: suite, keyID: keyID, ticket: unverifiedTicket) }

    private static func body(suite: SignatureSuite, keyID: KeyID, ticket: Ticket) -> [UInt8] {
        [suite.rawValue] + keyID.bytes + ticket.event.bytes + ticket.user.bytes + ticket.id.bytes
    }
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
