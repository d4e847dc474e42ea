// The health check of the ledger's file.

import DoorConfiguration
import DoorInstallation
import Ledger

/// Checks whether the ledger can be opened and is intact.
struct LedgerHealthCheck: HealthCheck {
    let context: Result<CommandContext, any Error>

    func findings() async -> [HealthCheckResult] {
        do {
            let (ledger, configuration) = (try context.get().ledger, try context.get().configuration)
            try await ledger.quickCheck()
            let name = try await ledger.ownBox().name
            let whole = HealthCheckResult.ok("ledger", "\(ledger.path) is intact, box \(name)")
            let isNamed = configuration.setting(of: .box).origin != .builtIn
            guard isNamed, configuration.boxName != name else { return [whole] }
            return [
                whole,
                .warning(
                    "ledger", "the configuration names this box \(configuration.boxName), but the ledger \(name)",
                    do: "set `box` to \(name): a box keeps the name that it had when its ledger was created"),
            ]
        } catch {
            return [.failure("ledger", error)]
        }
    }
}
