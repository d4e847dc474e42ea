// Making boxes members, on the machine that has the master key.

import DoorOutput
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
        let master = try keys.master()
        let root = try master.rootKey()
        try await pin(Root(root.publicKey))
        try await ledger.signKeys(by: root) { key in
            (try? master.eventKey(for: key.event, epoch: key.epoch, suite: key.suite).keyID) == key.keyID
        }
        let own = try await ledger.ownBox()
        let held = try await ledger.memberships().first { $0.box == own.id }
        try await confirmInvited(by: root)
        // A revoked machine does not take itself back, even with the master key.
        guard held?.role != .organiser, held?.terms.revoked == nil, let key = try keys.boxKey(of: own.id) else {
            return root
        }
        let rights = MemberRights(.organiser, events: held?.terms.rights.events)
        try await admit(BoxCard(name: own.name, key: key.publicKey), with: rights, by: root)
        return root
    }

    /// Makes this box a member that organises, for what needs the master key.
    ///
    /// - Returns: The root key.
    /// - Throws: As ``becomeOrganiser()``; ``CommandError`` with advice if the master key is not on this machine.
    package func organiserKey() async throws -> RootKey {
        let root = try keys.master().rootKey()
        return try await becomeOrganiser() ?? root
    }

    /// Lets the ledger, and one that takes its place after a restore, belong to an organiser for good.
    ///
    /// - Parameter root: The organiser's root.
    /// - Throws: `LedgerError/refused(_:)` if it belongs to another one; other `LedgerError`; `KeyFileError`.
    package func pin(_ root: Root) async throws {
        try await ledger.pin(root)
        try keys.keep(root)
    }

    /// Lets a ledger that was restored from before it had an organiser belong to the one that the key folder names:
    /// it would take everything from everybody.
    func pinKeptOrganiser() async throws {
        if let root = try await ledger.root() {
            // A folder that cannot be written has its file from when it could.
            try? keys.keep(root)
        } else if let kept = try keys.organiser() {
            try await ledger.pin(kept)
        }
    }

    /// Signs for boxes themselves that joined with a code, and ends their codes: whoever has copied one can do nothing
    /// with it. A code that several boxes have used stays, until the organiser revokes one of them.
    private func confirmInvited(by root: RootKey) async throws {
        let invited = try await ledger.memberships().filter { $0.code != nil }
        for (_, members) in Dictionary(grouping: invited, by: \.code) {
            guard members.count == 1, let member = members.first else { continue }
            let terms = MembershipTerms(
                key: member.key.bytes, name: member.terms.name, rights: member.terms.rights,
                serial: try await ledger.nextSerial(on: WallClock.now),
                start: Timestamp(milliseconds: member.terms.start), root: root.publicKey)
            try await ledger.add(terms, signedBy: root)
            try await end(member.terms, by: root)
        }
    }

    /// Ends a joining code.
    private func end(_ invitation: MembershipTerms, by root: RootKey) async throws {
        let now = WallClock.now
        let terms = MembershipTerms(
            key: invitation.key.bytes, isInvitation: true, name: invitation.name, rights: invitation.rights,
            serial: try await ledger.nextSerial(on: now),
            start: Timestamp(milliseconds: invitation.start), revoked: .nothing(since: now), root: root.publicKey)
        try await ledger.add(terms, signedBy: root)
    }

    /// Makes a box a member, unless it is one that may do the same.
    ///
    /// - Parameters:
    ///   - card: The box.
    ///   - rights: What it may do.
    ///   - root: The organiser's root key.
    /// - Throws: ``CommandError`` if the box was revoked; `LedgerError`.
    package func admit(_ card: BoxCard, with rights: MemberRights, by root: RootKey) async throws {
        let held = try await ledger.memberships().first { $0.box == card.key.box }
        if held?.terms.revoked != nil {
            throw CommandError(
                .badData,
                "'\(card.name.printable)' was revoked. Let it go on as a new box (`doorcheck sync id --new` there), or "
                    + "take the revocation back with `doorcheck box revoke --undo \(card.name.printable)`.")
        }
        guard held?.role == nil || held?.terms.rights != rights else { return }
        let now = WallClock.now
        let terms = MembershipTerms(
            key: card.key.bytes, name: card.name, rights: rights,
            serial: try await ledger.nextSerial(on: now), start: now, root: root.publicKey)
        try await ledger.add(terms, signedBy: root)
        // Its versions are no longer taken from it.
        if let held, rights.writesLess(than: held.terms.rights) {
            try await ledger.recall(of: card.key.box, since: nil, on: now)
        }
    }

    /// Revokes a box, or takes its revocation back.
    ///
    /// - Parameters:
    ///   - revocation: What of it still counts; `nil` for everything.
    ///   - box: The box, which need not be a member.
    ///   - root: The organiser's root key.
    /// - Throws: `LedgerError`.
    package func set(_ revocation: Revocation?, of box: KnownBox, by root: RootKey) async throws {
        let (held, now) = (box.membership?.terms, WallClock.now)
        let terms = MembershipTerms(
            key: box.key, name: held?.name ?? box.name, rights: held?.rights ?? MemberRights(.gate),
            serial: try await ledger.nextSerial(on: now),
            start: held.map { Timestamp(milliseconds: $0.start) } ?? now, revoked: revocation, root: root.publicKey)
        try await ledger.add(terms, signedBy: root)
        // Otherwise whoever kept the code could make further boxes members.
        if let held = box.membership, held.code != nil { try await end(held.terms, by: root) }
        // From now on, nothing of the box arrives that would have to be taken back as well.
        let since = revocation.map { Timestamp(milliseconds: $0.since) }
        try await ledger.recall(of: box.id, since: since, on: now)
    }
}

extension Ledger {
    fileprivate func add(_ terms: MembershipTerms, signedBy root: RootKey) async throws {
        try await add(SignedMembership(Membership(terms), signature: try root.sign(terms)))
    }
}
