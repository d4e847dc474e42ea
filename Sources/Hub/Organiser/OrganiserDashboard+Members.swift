// Boxes that joined a hub of this organiser before its database was lost.

import HubProtocol
import Ledger
import Sync
import TicketSigning

/// Knows the organiser's root, and thereby the members.
protocol MemberRegister: Sendable {
    /// Enrols a box by its membership if the hub does not know it: the hub's database was restored from before the box
    /// joined, or is new.
    ///
    /// - Parameters:
    ///   - signed: What the box presents.
    ///   - key: The box's key, with which it has signed the request.
    /// - Returns: The enrolled box.
    /// - Throws: ``HubError/notAMember``, ``HubError/revoked``, ``HubError/nameTaken(_:)`` or another ``HubError``;
    ///   `LedgerError`.
    func enrol(_ signed: SignedMembership, key: BoxPublicKey) async throws -> EnrolledBox
}

extension OrganiserDashboard: MemberRegister {
    func enrol(_ signed: SignedMembership, key: BoxPublicKey) async throws -> EnrolledBox {
        let box = signed.membership.box
        // Strangers may ask, so the comparison that costs nothing comes first.
        guard box == key.box, try await ledger.root() == signed.membership.terms.root, !signed.membership.endsCode,
            signed.isAuthentic
        else { throw HubError.notAMember }
        // The ledger may know of an end, or of later terms.
        try await ledger.add(signed)
        guard let valid = try await ledger.membership(of: box)?.membership, valid.role != nil else {
            throw HubError.notAMember
        }
        guard valid.terms.revoked == nil else { throw HubError.revoked }
        return try await service.store.enrol(valid, publicKey: key, now: service.now())
    }
}
