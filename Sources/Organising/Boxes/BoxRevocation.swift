// Revoking boxes.

package import DoorInstallation
package import DoorOutput
import DoorTexts
package import Ledger
package import TicketSigning

/// The revocation of a box and what it changes, before anybody has decided on it.
package struct BoxRevocation {
    package let box: KnownBox
    /// What the box recorded from this moment on, by its clock, does not count.
    package let since: Timestamp
    package let effect: RevocationEffect
    package let lists: VersionRecallEffect
    fileprivate let revocation: Revocation
    /// Whether somebody has named the moment.
    fileprivate let isDated: Bool

    /// The error of revoking the box of this ledger.
    package static func ownBox(_ box: KnownBox) -> CommandError {
        CommandError(.badData, "'\(box.knownName.printable)' is this box; revoke it on another one.")
    }

    /// What changes, a sentence each; the first says how many admissions.
    package var sentences: [String] {
        [admissions]
            + [
                (effect.tickets, "\("ticket".counted(effect.tickets)) will have the status of before its changes."),
                (lists.kept, "Tickets and events that stay as it wrote them: \(lists.kept)."),
                (lists.restored, "Tickets and events that will be as before its changes: \(lists.restored)."),
                (lists.removed, "Tickets and events of its own that will no longer count: \(lists.removed)."),
            ]
            .filter { $0.0 > 0 }.map(\.1)
    }

    private var admissions: String {
        let name = box.knownName.printable
        // Lines of before the revocation that arrived after it.
        guard effect.admissions >= 0 else {
            return "\("admission".counted(-effect.admissions)) of \(name) that arrived meanwhile will count."
        }
        let from = isDated ? " since \(since.localTime(seenFrom: WallClock.now))" : ""
        let verb = effect.inside == 1 ? "is" : "are"
        let inside = effect.admissions > 0 ? "; \(effect.inside) of these guests \(verb) inside" : ""
        return "\("admission".counted(effect.admissions)) of \(name)\(from) will no longer count\(inside)."
    }
}

extension CommandContext {
    /// Returns what revoking a box would change. Nothing changes yet.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - moment: The moment from which nothing of it counts; `nil` for that of its revocation, or for now.
    /// - Returns: The plan.
    /// - Throws: ``CommandError`` for this box, and for a moment after that of its revocation; `LedgerError`.
    package func plan(revocationOf box: KnownBox, since moment: Timestamp?) async throws -> BoxRevocation {
        guard try await ledger.ownBox().id != box.id else {
            throw BoxRevocation.ownBox(box)
        }
        let held = box.membership?.terms.revoked.map { Timestamp(milliseconds: $0.since) }
        let since = moment ?? held ?? WallClock.now
        if let held, since > held {
            let name = box.knownName.printable
            throw CommandError(
                .usage,
                "'\(name)' is revoked from \(held.localTime(seenFrom: WallClock.now)) on. For a later time, take that "
                    + "back first: `doorcheck box revoke \(name) --undo`.")
        }
        let revocation = try await ledger.revocation(of: box.id, since: since)
        return BoxRevocation(
            box: box, since: since, effect: try await ledger.effect(of: revocation, on: box.id),
            lists: try await ledger.recallEffect(of: box.id, since: since), revocation: revocation,
            isDated: moment != nil)
    }

    /// Revokes a box as planned.
    ///
    /// - Parameters:
    ///   - plan: What ``plan(revocationOf:since:)`` returned.
    ///   - root: The organiser's root key.
    /// - Throws: `LedgerError`.
    package func revoke(_ plan: BoxRevocation, by root: RootKey) async throws {
        try await set(plan.revocation, of: plan.box, by: root)
    }
}
