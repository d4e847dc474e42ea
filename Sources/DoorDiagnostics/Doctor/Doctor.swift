// All health checks, in the order in which they are reported.

package import DoorConfiguration
import DoorInstallation
import FoundationEssentials
package import Ledger

/// Checks a box before its doors open.
package struct Doctor {
    let configuration: Configuration
    let now: Timestamp
    private let event: String?
    private let cameras: [String]

    /// - Parameters:
    ///   - configuration: The box's configuration.
    ///   - event: The short name of the door's event; `nil` for the configuration's, or the only one.
    ///   - camera: The door's camera; `nil` for those of the configuration.
    ///   - now: The time.
    package init(configuration: Configuration, event: String? = nil, camera: String? = nil, now: Timestamp) {
        (self.configuration, self.event, self.now) = (configuration, event, now)
        cameras = camera.map { [$0] } ?? configuration.cameraPaths
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
        list += cameras.map { CameraHealthCheck(path: $0, request: configuration.video) }
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
            let event = try await context.event(named: event)
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
