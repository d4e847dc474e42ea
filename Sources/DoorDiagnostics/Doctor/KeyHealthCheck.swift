// The health check of the keys.

import DoorInstallation
import Glibc
import Ledger
import TicketSigning

/// Checks whether this box can verify the event's tickets, with key files that no one else can read.
struct KeyHealthCheck: HealthCheck {
    let context: CommandContext
    let event: Event

    func findings() async -> [HealthCheckResult] {
        do {
            let ring = try await context.keyRing()
            let facts = try await context.ledger.keys(of: event.id)
            let missing = facts.filter { !$0.isRetired && ring[$0.keyID] == nil }
            guard missing.isEmpty else { return [lacking(missing)] }
            let shown = "all valid keys for \(event.slug) are present and private"
            let foreign = try context.keys.foreignKeys(to: try await context.ledger.root()).map {
                HealthCheckResult.warning("keys", $0, do: "remove the file: this box does not use it")
            }
            let others = [try master(), uncopied, try await shared(facts), try await outdated()].compactMap(\.self)
            return [open ?? .ok("keys", shown)] + others + foreign
        } catch {
            return [.failure("keys", error)]
        }
    }

    /// The result for the folder's permissions: anyone who may write to it can remove or plant keys.
    private var open: HealthCheckResult? {
        var status = stat()
        let folder = context.keys.path
        guard stat(folder, &status) == 0, status.st_mode & 0o022 != 0 else { return nil }
        return .failure("keys", "other users can remove keys from \(folder)", do: "run `chmod go-w \(folder)`")
    }

    private func lacking(_ keys: [KeyRecord]) -> HealthCheckResult {
        let names = keys.map { "\($0.keyID) (epoch \($0.epoch))" }.joined(separator: ", ")
        return .failure(
            "keys", "key \(names) of \(event.slug) is missing from \(context.keys.path), so its tickets are refused",
            do: "run `doorcheck key export --key \(keys[0].keyID) FILE` on the issuer's machine, and copy FILE here"
        )
    }

    /// Warns that the master key has no copy, if somebody has put that off.
    private var uncopied: HealthCheckResult? {
        guard context.keys.hasMaster, context.keys.isMasterCopyDelayed else { return nil }
        return .warning(
            "keys",
            "nobody has said that a copy of the master key is in a safe place: if this disk fails, no ticket can be "
                + "signed or checked any more",
            do: "copy \(context.keys.masterPath) to a stick, and say so in `doorcheck office`"
        ).inOffice(.keyCopy)
    }

    /// Warns of a key that makes tickets on several boxes.
    private func shared(_ facts: [KeyRecord]) async throws -> HealthCheckResult? {
        let boxes = try await context.ledger.memberships().count { member in
            member.terms.revoked == nil && (member.terms.rights.events?.contains(event.id) ?? true)
        }
        guard boxes > 1, let key = facts.last(where: { !$0.isRetired && $0.suite == .hmacSHA256 }) else { return nil }
        let found = "\(boxes) machines have key \(key.keyID) of \(event.slug): whoever steals one can make tickets"
        guard key == facts.last(where: { !$0.isRetired }) else {
            return .warning(
                "keys", found,
                do: "reissue its tickets (`doorcheck ticket reissue --key \(key.keyID)`) and then retire it "
                    + "(`doorcheck key retire \(key.keyID)`)")
        }
        return .warning(
            "keys", found,
            do: "before you issue tickets, run `doorcheck key rotate --suite 2 --event \(event.slug)` where the master "
                + "key is"
        )
    }

    /// Names boxes that were shown codes which their program is too old for, as far as their records say so.
    private func outdated() async throws -> HealthCheckResult? {
        let boxes = try await context.ledger.boxes(refusing: "unsupported-suite", at: event.id)
        guard !boxes.isEmpty else { return nil }
        let names = boxes.map { "'\($0)'" }.joined(separator: ", ")
        return .warning(
            "keys", "\(names) refused codes of \(event.slug) as those of a newer program",
            do: "update DoorCheck there; if that is done, somebody tried codes that are none of yours")
    }

    /// Warns of a master key: a box at a door does not need it, and its loss compromises every event.
    private func master() throws -> HealthCheckResult? {
        guard (try? context.keys.master()) != nil else { return nil }
        return .warning(
            "keys", "the master key is on this machine: anyone who steals it can sign tickets for every event",
            do: "keep it on the issuer's machine; a door needs the keys of its events only"
        )
    }
}
