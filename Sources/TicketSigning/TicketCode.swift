// Encodes and parses the text in a ticket's QR code.

/// A ticket code that is well formed but not verified.
///
/// The order and widths of its fields are fixed and base45 has no spare bits, so that they reproduce exactly the text
/// that was read, and a verifier checks the proof against the same facts that it returns.
/// - SeeAlso: docs/wire-format.md
public struct TicketCode: Sendable, Redacted {
    private static let prefix = "DC1:"

    /// The signature suite that the code names.
    public let suite: SignatureSuite
    /// The beginning of the id of the key with which the code claims to be signed.
    public let keyHint: KeyHint
    /// The event that the code claims to be for; `nil` in suite 2, where the key says it.
    public let unverifiedEvent: EventID?
    /// The person that the code claims to be issued to.
    public let unverifiedUser: UserID
    /// The ticket that the code claims to be; do not act on it before a ``TicketVerifier`` has accepted it.
    public let unverifiedID: TicketID

    /// The bytes before the proof.
    let body: [UInt8]
    /// The tag of suite 1, or the signature of suite 2.
    let proof: [UInt8]

    /// Signs a ticket, without checking whether the key is for its event.
    init(signing ticket: Ticket, with key: EventKey) {
        suite = key.suite
        keyHint = KeyHint(bytes: key.keyID.bytes.prefix(suite.hintByteCount))
        unverifiedEvent = suite == .hmacSHA256 ? ticket.event : nil
        (unverifiedUser, unverifiedID) = (ticket.user, ticket.id)
        body =
            [suite.rawValue] + keyHint.bytes + (unverifiedEvent?.bytes ?? []) + ticket.user.bytes + ticket.id.bytes
        proof = key.proof(of: body)
    }

    /// Parses a text.
    ///
    /// - Parameter text: The content of a QR code; any text.
    /// - Throws: ``TicketRejection/notATicket``, ``TicketRejection/malformed`` or
    ///   ``TicketRejection/unsupportedSuite``.
    public init(_ text: String) throws(TicketRejection) {
        guard text.utf8.starts(with: Self.prefix.utf8) else { throw .notATicket }
        guard let bytes = try? Base45.decode(Substring(text.utf8.dropFirst(Self.prefix.utf8.count))),
            let first = bytes.first
        else { throw .malformed }
        guard let suite = SignatureSuite(rawValue: first) else { throw .unsupportedSuite }
        guard bytes.count == suite.codeByteCount else { throw .malformed }
        let body = bytes.dropLast(suite.proofByteCount)
        let identifiers = body.dropFirst(1 + suite.hintByteCount)
        guard let user = UserID(bytes: identifiers.suffix(32).prefix(16)),
            let id = TicketID(bytes: identifiers.suffix(16))
        else { throw .malformed }
        self.suite = suite
        keyHint = KeyHint(bytes: body[1...suite.hintByteCount])
        unverifiedEvent = EventID(bytes: identifiers.dropLast(32))
        (unverifiedUser, unverifiedID) = (user, id)
        self.body = Array(body)
        proof = Array(bytes.suffix(suite.proofByteCount))
    }

    /// The text to put into a QR code: 108 characters of its alphanumeric mode in suite 1, 154 in suite 2.
    public var text: String { Self.prefix + Base45.encode(body + proof) }
}
