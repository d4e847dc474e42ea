// Boxes that joined a hub of this organiser before its database was lost.

import HubProtocol
import Ledger
import Logging
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
    /// How far ahead a membership may begin, in milliseconds, as clocks differ.
    private static let lead: Int64 = 60_000

    func enrol(_ signed: SignedMembership, key: BoxPublicKey) async throws -> EnrolledBox {
        let membership = signed.membership
        if let (fault, subject) = try await fault(in: signed, key: key) {
            service.refused.add(fault, of: subject)
            throw HubError.notAMember
        }
        if let known = try await service.store.box(by: membership) { return known }
        // What a code was worth, the first box has got.
        if let code = membership.code, try await ledger.isSpent(code, for: membership.box) {
            service.refused.add(.notMember, of: "box \(membership.box)")
            throw HubError.notAMember
        }
        // The ledger may know of an end, or of later terms.
        try await ledger.take(signed, on: moment)
        guard let valid = try await ledger.membership(of: membership.box)?.membership, valid.role != nil else {
            service.refused.add(.notMember, of: "box \(membership.box)")
            throw HubError.notAMember
        }
        guard valid.terms.revoked == nil else {
            service.refused.add(.revoked, of: "box \(membership.box)")
            throw HubError.revoked
        }
        return try await service.store.enrol(valid, publicKey: key, now: service.now())
    }

    /// Returns why a membership is none of this organiser's; `nil` if it may be one.
    private func fault(
        in signed: SignedMembership, key: BoxPublicKey
    ) async throws -> (kind: SyncFault.Kind, subject: String)? {
        let membership = signed.membership
        guard membership.box == key.box, !membership.endsCode else { return (.forgedMembership, "box \(key.box)") }
        // Strangers may ask, so the comparison that costs nothing comes first.
        guard try await ledger.root() == membership.terms.root else {
            return (.otherOrganiser, membership.terms.root.rootCode)
        }
        guard membership.terms.start <= service.now() + Self.lead else {
            return (.earlyMembership, "box \(membership.box)")
        }
        return signed.isAuthentic ? nil : (.forgedMembership, "box \(membership.box)")
    }

    /// Follows root's decisions: the hub's database may be a backup of before, and root may be on another machine.
    /// Turns away boxes that were revoked, or were members by a code that has ended; lets those in again whose
    /// revocation was taken back; and gives others what their memberships permit now.
    func followMemberships() async throws {
        guard let now = try await ledger.memberList(knowing: members) else { return }
        if members?.root != now.root { try await service.store.set(root: now.root) }
        members = now
        let (before, own) = (outcasts, try await ledger.ownBox().id)
        let boxes = try await service.boxes()
        outcasts = []
        for box in boxes where try await isOutcast(box.id, by: now) { outcasts.insert(box.id) }
        for box in boxes where box.id != own {
            if outcasts.contains(box.id), box.revoked == nil {
                try await service.store.revoke(box.id, now: service.now())
                logger.notice("box turned away", metadata: ["box": "\(box.name)"])
            } else if before.contains(box.id), !outcasts.contains(box.id), try await service.reinstate(box.id) {
                logger.notice("box let in again", metadata: ["box": "\(box.name)"])
            }
            if let rights = now.memberships[box.id]?.terms.rights, !box.has(rights) {
                try await service.store.set(rights, of: box.id)
                logger.notice("box has other rights", metadata: ["box": "\(box.name)"])
            }
        }
    }
}

extension OrganiserDashboard {
    /// Whether root wants a box turned away. Who has never been a member may be one later.
    private func isOutcast(_ box: BoxID, by members: MemberList) async throws -> Bool {
        if let membership = members.memberships[box] { return membership.terms.revoked != nil }
        let code: BoxID?
        if let known = codes[box] { code = known } else { code = try await service.store.code(of: box) }
        codes[box] = .some(code)
        return code.map(members.endedCodes.contains) ?? false
    }
}

extension EnrolledBox {
    fileprivate func has(_ rights: MemberRights) -> Bool {
        isRelay == (rights.role == .organiser) && events == rights.events
    }
}
