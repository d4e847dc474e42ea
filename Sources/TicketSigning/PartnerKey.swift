// The secret key that signs a partner's tickets.

/// Signs the tickets that a partner sells. It is made where they are sold, and never leaves that machine; the organiser
/// gets its public half and grants ticket numbers to it.
public struct PartnerKey: Sendable, Redacted {
    /// The seed of the Ed25519 key.
    let seed: Secret
    /// 32 bytes, Ed25519 (RFC 8032).
    public let publicKey: [UInt8]
    private let secret: [UInt8]

    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    init(seed: Secret) throws(SigningError) {
        guard let pair = Ed25519.pair(from: seed.bytes) else { throw .unavailable(algorithm: "Ed25519") }
        self.seed = seed
        (publicKey, secret) = pair
    }

    /// Returns a new key.
    ///
    /// - Returns: A key from 32 bytes of the kernel's random generator.
    /// - Throws: ``SigningError/unavailable(algorithm:)``.
    public static func random() throws(SigningError) -> PartnerKey {
        try PartnerKey(seed: Secret())
    }

    /// Signs one of the numbers that the partner was granted. The same number always gives the same code, so that a
    /// number that was sold twice is one ticket.
    ///
    /// - Parameters:
    ///   - number: A number.
    ///   - grant: The organiser's grant.
    /// - Returns: The signed ticket, whose ``SignedTicket/code`` goes into the QR code.
    /// - Throws: ``PartnerGrantError/beyond(number:)`` or ``PartnerGrantError/otherKey``.
    public func sign(_ number: UInt32, of grant: PartnerGrant) throws(PartnerGrantError) -> SignedTicket {
        guard grant.publicKey == publicKey else { throw .otherKey }
        guard grant.range(of: number) != nil else { throw .beyond(number: number) }
        return SignedTicket(signing: number, of: grant, with: self)
    }

    /// Returns the signature of a code under a grant.
    func proof(of body: [UInt8], under grant: GrantID) -> [UInt8] {
        Ed25519.sign(PartnerGrant.message(body, under: grant), with: secret)
    }
}
