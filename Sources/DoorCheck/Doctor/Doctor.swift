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
    func examine(telling tell: (Finding) throws -> Void) async throws -> Finding.Level {
        var gravest = Finding.Level.ok
        for examination in await examinations() {
            for finding in await examination.findings() {
                try tell(finding)
                gravest = max(gravest, finding.level)
            }
        }
        return gravest
    }

    private func examinations() async -> [any Examination] {
        let station = Result { try Station(configuration, for: .reading) }
        var list: [any Examination] = [
            DiskExamination(ledgerPath: configuration.ledgerPath), LedgerExamination(station: station),
        ]
        if let station = try? station.get() { list += await examinations(with: station) }
        list += configuration.cameraPaths.map { CameraExamination(path: $0, request: configuration.video) }
        return list + [
            ScannerExamination(wanted: configuration.scanner), DisplayExamination(configuration: configuration),
            SoundExamination(isMute: configuration.sound.isMute, device: configuration.sound.device),
            MemoryExamination(),
        ]
    }

    /// What cannot be told without a ledger.
    private func examinations(with station: Station) async -> [any Examination] {
        let clock = ClockExamination(newest: try? await station.ledger.newestRecord(), now: now)
        do {
            let event = try await station.event(named: nil)
            return [
                DoorExamination(station: station, event: event, now: now),
                KeyExamination(station: station, event: event),
                HubExamination(station: station),
                clock,
            ]
        } catch {
            return [FailedExamination(finding: .failure("event", error)), clock]
        }
    }
}

/// Something that could not be looked at.
private struct FailedExamination: Examination {
    let finding: Finding

    func findings() async -> [Finding] { [finding] }
}
