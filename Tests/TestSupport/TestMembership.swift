// Memberships of boxes in tests.

public import Ledger
public import Sync
public import TicketSigning

extension BoxPublicKey {
    /// Returns a membership that root signs for the box.
    ///
    /// - Throws: `EncodingError`.
    public func membership(
        _ role: BoxRole = .gate,
        serial: Int64 = 1,
        name: String = "gate",
        of root: RootKey
    ) throws -> SignedMembership {
        try membership(MemberRights(role), serial: serial, name: name, of: root)
    }

    /// Returns a membership that root signs for the box.
    ///
    /// - Throws: `EncodingError`.
    public func membership(
        _ rights: MemberRights,
        serial: Int64 = 1,
        name: String = "gate",
        revoked revocation: Revocation? = nil,
        of root: RootKey
    ) throws -> SignedMembership {
        let terms = MembershipTerms(
            key: bytes, name: name, rights: rights, serial: serial, start: Timestamp(milliseconds: 1),
            revoked: revocation, root: root.publicKey)
        let membership = Membership(terms)
        return SignedMembership(membership, signature: try root.sign(terms))
    }
}
