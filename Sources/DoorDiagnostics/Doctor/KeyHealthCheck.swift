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
            let shown = "every key of \(event.slug) that is good is here, for its owner's eyes only"
            return [open ?? .ok("keys", shown), try master()].compactMap(\.self)
        } catch {
            return [.failure("keys", error)]
        }
    }

    /// The result for the folder's permissions: anyone who may write to it can remove or plant keys.
    private var open: HealthCheckResult? {
        var status = stat()
        let folder = context.keys.path
        guard stat(folder, &status) == 0, status.st_mode & 0o022 != 0 else { return nil }
        return .failure("keys", "others can take keys out of \(folder)", do: "run `chmod go-w \(folder)`")
    }

    private func lacking(_ keys: [KeyRecord]) -> HealthCheckResult {
        let names = keys.map { "\($0.keyID) (epoch \($0.epoch))" }.joined(separator: ", ")
        return .failure(
            "keys", "no file in \(context.keys.path) holds key \(names) of \(event.slug), so its tickets are refused",
            do: "write it on the issuer's machine, `doorcheck key export --event \(event.slug) FILE`, and copy it here"
        )
    }

    /// Warns of a master key: a box at a door does not need it, and its loss compromises every event.
    private func master() throws -> HealthCheckResult? {
        guard (try? context.keys.master()) != nil else { return nil }
        return .warning(
            "keys", "the master key is on this machine: who takes it can sign tickets of every event",
            do: "leave it on the issuer's machine; a door needs only what `doorcheck key export` writes"
        )
    }
}
