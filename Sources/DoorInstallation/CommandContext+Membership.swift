// Making boxes members, on the machine that has the master key.

import DoorTexts
package import Ledger
package import Sync
package import TicketSigning

extension CommandContext {
    /// Makes this box a member that organises, if the master key is on this machine: its ledger then belongs to the
    /// master key's root.
    ///
    /// - Returns: The root key; `nil` if the master key is not on this machine, or may not be read.
    /// - Throws: `LedgerError/refused(_:)` if the ledger belongs to another organiser; other `LedgerError`;
    ///   `KeyFileError`.
    @discardableResult
    package func becomeOrganiser() async throws -> RootKey? {
        guard keys.hasMaster else { return nil }
        let root = try keys.master().rootKey()
        try await ledger.pin(Root(root.publicKey))
        let own = try await ledger.ownBox()
        let isOrganiser = try await ledger.memberships().contains { $0.box == own.id && $0.role == .organiser }
        guard !isOrganiser, let key = try keys.boxKey(of: own.id) else { return root }
        try await admit(BoxCard(name: own.name, key: key.publicKey), as: .organiser, by: root)
        return root
    }

    /// Makes a box a member, unless it is one with this role.
    ///
    /// - Parameters:
    ///   - card: The box.
    ///   - role: What it may do.
    ///   - root: The organiser's root key.
    /// - Throws: `LedgerError`.
    package func admit(_ card: BoxCard, as role: BoxRole, by root: RootKey) async throws {
        let held = try await ledger.memberships().first { $0.box == card.key.box }
        guard held?.role != role else { return }
        let now = WallClock.now
        let terms = MembershipTerms(
            key: card.key.bytes, name: card.name, role: role, serial: try await ledger.nextSerial(on: now), start: now,
            root: root.publicKey)
        let membership = Membership(key: card.key.bytes, proof: nil, terms: terms)
        try await ledger.add(SignedMembership(membership, signature: try root.sign(terms)))
    }
}
