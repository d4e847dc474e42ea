// All health checks, in the order in which they are reported.

package import DoorConfiguration
import DoorInstallation
import FoundationEssentials
package import Ledger

/// Checks a box before its doors open.
package struct Doctor {
    let configuration: Configuration
    let now: Timestamp

    package init(configuration: Configuration, now: Timestamp) {
        self.configuration = configuration
        self.now = now
    }

    /// - Parameter tell: Called with each result as soon as it is available: a camera takes seconds.
    /// - Returns: The most severe level.
    /// - Throws: Rethrows errors of `tell`.
    package func examine(telling tell: (HealthCheckResult) throws -> Void) async throws -> HealthCheckResult.Level {
        var gravest = HealthCheckResult.Level.ok
        for check in await healthChecks() {
            for finding in await check.findings() {
                try tell(finding)
                gravest = max(gravest, finding.level)
            }
        }
        return gravest
    }

    private func healthChecks() async -> [any HealthCheck] {
        let context = Result { try CommandContext(configuration, for: .reading, as: "doorcheck doctor") }
        var list: [any HealthCheck] = [
            DiskHealthCheck(ledgerPath: configuration.ledgerPath), LedgerHealthCheck(context: context),
        ]
        if let context = try? context.get() { list += await healthChecks(with: context) }
        list += configuration.cameraPaths.map { CameraHealthCheck(path: $0, request: configuration.video) }
        return list + [
            ScannerHealthCheck(wanted: configuration.scanner), DisplayHealthCheck(configuration: configuration),
            SoundHealthCheck(isMute: configuration.sound.isMute, device: configuration.sound.device),
            MemoryHealthCheck(), ConfinementHealthCheck(),
        ]
    }

    /// Returns the health checks that need a ledger.
    private func healthChecks(with context: CommandContext) async -> [any HealthCheck] {
        let clock = ClockHealthCheck(newest: try? await context.ledger.newestRecord(), now: now)
        do {
            let event = try await context.event(named: nil)
            return [
                DoorHealthCheck(context: context, event: event, now: now),
                KeyHealthCheck(context: context, event: event),
                MembershipHealthCheck(context: context),
                HubHealthCheck(context: context),
                clock,
            ]
        } catch {
            return [FailedHealthCheck(finding: .failure("event", error)), clock]
        }
    }
}

/// A health check that could not be performed.
private struct FailedHealthCheck: HealthCheck {
    let finding: HealthCheckResult

    func findings() async -> [HealthCheckResult] { [finding] }
}
