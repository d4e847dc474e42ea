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
    /// The beginning of the id of the key, or of the grant, with which the code claims to be signed.
    public let keyHint: KeyHint
    /// What the code claims to be; do not act on it before a ``TicketVerifier`` has accepted it.
    public let unverified: Claim

    /// The bytes before the proof.
    let body: [UInt8]
    /// The tag of suite 1, or the signature.
    let proof: [UInt8]

    /// What a code claims to be.
    public enum Claim: Hashable, Sendable {
        /// A ticket of an event: `nil` in suite 2, where the key says it.
        case ticket(TicketID, user: UserID, event: EventID?)
        /// One of the numbers that a partner was granted.
        case number(UInt32)

        fileprivate var bytes: [UInt8] {
            switch self {
            case .ticket(let id, let user, let event): (event?.bytes ?? []) + user.bytes + id.bytes
            case .number(let number): number.bigEndianBytes
            }
        }

        /// Fails if there are not as many bytes as the suite has.
        fileprivate init?(_ bytes: some Collection<UInt8>, in suite: SignatureSuite) {
            guard bytes.count == suite.claimByteCount else { return nil }
            switch suite {
            case .hmacSHA256, .ed25519:
                guard let user = UserID(bytes: bytes.suffix(32).prefix(16)), let id = TicketID(bytes: bytes.suffix(16))
                else { return nil }
                self = .ticket(id, user: user, event: EventID(bytes: bytes.dropLast(32)))
            case .partner:
                self = .number(bytes.reduce(0) { $0 << 8 | UInt32($1) })
            }
        }
    }

    private init(
        _ claim: Claim, _ suite: SignatureSuite, keyed id: [UInt8], proof: (_ body: [UInt8]) -> [UInt8]
    ) {
        self.suite = suite
        keyHint = KeyHint(bytes: id.prefix(suite.hintByteCount))
        unverified = claim
        body = [suite.rawValue] + keyHint.bytes + claim.bytes
        self.proof = proof(body)
    }

    /// Signs a ticket, without checking whether the key is for its event.
    init(signing ticket: Ticket, with key: EventKey) {
        let event = key.suite == .hmacSHA256 ? ticket.event : nil
        let claim = Claim.ticket(ticket.id, user: ticket.user, event: event)
        self.init(claim, key.suite, keyed: key.keyID.bytes, proof: key.proof)
    }

    /// Signs a number, without checking whether it was granted to this partner.
    init(signing number: UInt32, of grant: GrantID, with key: PartnerKey) {
        self.init(.number(number), .partner, keyed: grant.bytes) { key.proof(of: $0, under: grant) }
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
        guard let claim = Claim(body.dropFirst(1 + suite.hintByteCount), in: suite) else { throw .malformed }
        self.suite = suite
        keyHint = KeyHint(bytes: body[1...suite.hintByteCount])
        unverified = claim
        self.body = Array(body)
        proof = Array(bytes.suffix(suite.proofByteCount))
    }

    /// The text to put into a QR code: 108 characters of its alphanumeric mode in suite 1, 154 in suite 2, 112 in
    /// suite 3.
    public var text: String { Self.prefix + Base45.encode(body + proof) }
}
