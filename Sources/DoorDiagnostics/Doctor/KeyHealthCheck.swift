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
            let ring = try context.keys.ring(for: try await context.ledger.keys())
            let facts = try await context.ledger.keys(of: event.id)
            let missing = facts.filter { !$0.isRetired && ring[$0.keyID] == nil }
            guard missing.isEmpty else { return [lacking(missing)] }
            let shown = "all valid keys for \(event.slug) are present and private"
            return [open ?? .ok("keys", shown), try master(), try await shared(facts)].compactMap(\.self)
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
            do: "run `doorcheck key export --event \(event.slug) FILE` on the issuer's machine, and copy FILE here"
        )
    }

    /// Warns of a key that makes tickets on several boxes.
    private func shared(_ facts: [KeyRecord]) async throws -> HealthCheckResult? {
        let boxes = try await context.ledger.memberships().count { $0.terms.revoked == nil }
        guard boxes > 1, facts.last(where: { !$0.isRetired })?.suite == .hmacSHA256 else { return nil }
        return .warning(
            "keys", "\(boxes) machines have the key of \(event.slug): whoever steals one can make tickets",
            do: "before you issue tickets, run `doorcheck key rotate --suite 2 --event \(event.slug)` where the master "
                + "key is"
        )
    }

    /// Warns of a master key: a box at a door does not need it, and its loss compromises every event.
    private func master() throws -> HealthCheckResult? {
        guard (try? context.keys.master()) != nil else { return nil }
        return .warning(
            "keys", "the master key is on this machine: anyone who steals it can sign tickets for every event",
            do: "keep it on the issuer's machine; a door needs only the file from `doorcheck key export`"
        )
    }
}
