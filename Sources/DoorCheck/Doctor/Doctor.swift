// Everything the doctor looks at, in the order in which it is told.

import FoundationEssentials
import Ledger

/// Looks at a box before its doors open.
struct Doctor {
    let configuration: Configuration
    let now: Timestamp

    /// - Parameter tell: Takes each finding as soon as it is there: a camera takes seconds.
    /// - Returns: The gravest level.
    /// - Throws: What `tell` throws.
    func examine(telling tell: (HealthCheckResult) throws -> Void) async throws -> HealthCheckResult.Level {
        var gravest = HealthCheckResult.Level.ok
        for examination in await examinations() {
            for finding in await examination.findings() {
                try tell(finding)
                gravest = max(gravest, finding.level)
            }
        }
        return gravest
    }

    private func examinations() async -> [any HealthCheck] {
        let context = Result { try CommandContext(configuration, for: .reading) }
        var list: [any HealthCheck] = [
            DiskHealthCheck(ledgerPath: configuration.ledgerPath), LedgerHealthCheck(context: context),
        ]
        if let context = try? context.get() { list += await examinations(with: context) }
        list += configuration.cameraPaths.map { CameraHealthCheck(path: $0, request: configuration.video) }
        return list + [
            ScannerHealthCheck(wanted: configuration.scanner), DisplayHealthCheck(configuration: configuration),
            SoundHealthCheck(isMute: configuration.sound.isMute, device: configuration.sound.device),
            MemoryHealthCheck(),
        ]
    }

    /// What cannot be told without a ledger.
    private func examinations(with context: CommandContext) async -> [any HealthCheck] {
        let clock = ClockHealthCheck(newest: try? await context.ledger.newestRecord(), now: now)
        do {
            let event = try await context.event(named: nil)
            return [
                DoorHealthCheck(context: context, event: event, now: now),
                KeyHealthCheck(context: context, event: event),
                HubHealthCheck(context: context),
                clock,
            ]
        } catch {
            return [FailedHealthCheck(finding: .failure("event", error)), clock]
        }
    }
}

/// Something that could not be looked at.
private struct FailedHealthCheck: HealthCheck {
    let finding: HealthCheckResult

    func findings() async -> [HealthCheckResult] { [finding] }
}
