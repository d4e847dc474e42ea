// The health check of the membership.

import DoorInstallation
import DoorTexts
import Ledger

/// Checks whether other boxes heed what this one records.
struct MembershipHealthCheck: HealthCheck {
    let context: CommandContext

    func findings() async -> [HealthCheckResult] {
        do {
            guard let root = try await context.ledger.root() else { return [] }
            let own = try await context.ledger.ownBox().id
            let member = try await context.ledger.memberships().first { $0.box == own }
            guard let member else {
                return [
                    .warning(
                        "member", "this box is not a member, so other boxes ignore what it records",
                        do: "make it one where the master key is, with `doorcheck box admit`, and sync")
                ]
            }
            guard member.terms.revoked == nil else {
                return [
                    .failure(
                        "member", "the organiser has revoked this box, so it admits no one",
                        do: "ask the organiser; it can go on as a new box with `doorcheck sync id --new`")
                ]
            }
            let role = member.terms.role.printable
            return [.ok("member", "this box belongs to the organiser with the code \(root.rootCode), as \(role)")]
        } catch {
            return [.failure("member", error)]
        }
    }
}
