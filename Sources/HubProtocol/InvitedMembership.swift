// What a joining box gets from the organiser by way of the hub.

public import Ledger
public import TicketSigning

/// A membership that root has signed for whoever has a joining code.
///
/// The hub keeps and hands out what it cannot make: root has signed the terms, and the code's key has signed the root,
/// so the box knows which organiser handed out its code.
public struct InvitedMembership: Hashable, Codable, Sendable {
    /// What root signed for the code's key.
    public let terms: MembershipTerms
    /// Root's signature of the terms.
    public let signature: RecordBytes
    /// The root, signed by the code's key: Ed25519 over `doorcheck/pledge/v1`, a zero byte, and the root.
    public let pledge: RecordBytes

    /// - Parameters:
    ///   - code: The joining code.
    ///   - name: The member's name for people.
    ///   - rights: What the member may do.
    ///   - serial: Greater than that of every earlier membership: hybrid logical time.
    ///   - start: When the membership begins.
    ///   - root: The organiser's root key.
    /// - Throws: `SigningError`; `EncodingError`.
    public init(
        of code: EnrolmentCode,
        name: String,
        rights: MemberRights,
        serial: Int64,
        start: Timestamp,
        signedBy root: RootKey
    ) throws {
        let key = try code.key()
        terms = MembershipTerms(
            key: key.publicKey, isInvitation: true, name: name, rights: rights, serial: serial, start: start,
            root: root.publicKey)
        signature = try root.sign(terms)
        pledge = RecordBytes(key.sign(Self.pledgeMessage(for: root.publicKey)))
    }

    /// Returns the membership of the box that has the code.
    ///
    /// - Parameters:
    ///   - key: The box's public key; 32 bytes.
    ///   - signer: The same key, to sign with.
    ///   - code: The joining code.
    /// - Returns: The membership; `nil` if root or the code's key did not sign what came from the hub.
    /// - Throws: `SigningError`.
    public func membership(
        of key: [UInt8],
        signedBy signer: some RecordSigner,
        with code: EnrolmentCode
    ) throws -> SignedMembership? {
        let pair = try code.key()
        guard terms.key.bytes == pair.publicKey,
            EnrolmentKey.verifies(pledge.bytes, of: Self.pledgeMessage(for: terms.root.bytes), by: pair.publicKey)
        else { return nil }
        let proof = pair.sign(Membership.proofMessage(for: key))
        let consent = signer.sign(Membership.consentMessage(for: pair.publicKey))
        let membership = Membership(key: key, consent: consent, proof: proof, terms: terms)
        let signed = SignedMembership(membership, signature: signature)
        return signed.isAuthentic ? signed : nil
    }

    private static func pledgeMessage(for root: [UInt8]) -> [UInt8] { Array("doorcheck/pledge/v1\0".utf8) + root }
}
