// `doorcheck doctor`: checks whether this box is ready.

import ArgumentParser
import DoorDiagnostics
import DoorOutput
import DoorTexts

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything that the door needs, and say how to fix problems.",
        discussion: """
            Run it before the doors open. It checks the disk, ledger, event, list, keys, clock, cameras and what they \
            see, barcode scanner, display and memory. It changes nothing, apart from a small temporary file next to \
            the ledger.

              doorcheck doctor           with a ticket in front of the camera
              doorcheck doctor --json | jq 'select(.level != "ok")'

            Exit status: 0 if no problem was found, 1 if one was, 78 if the configuration cannot be read.
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try output.begin(HealthCheckResult.self)
        var levels: [HealthCheckResult.Level: Int] = [:]
        let gravest = try await Doctor(configuration: configuration.load(), now: WallClock.now).examine { finding in
            levels[finding.level, default: 0] += 1
            try output.add(finding, text: finding.text)
        }
        if output.isText { Terminal.note(Self.summary(levels)) }
        if gravest == .failure { try ExitStatus.refused.finish() }
    }

    private static func summary(_ levels: [HealthCheckResult.Level: Int]) -> String {
        let (failures, warnings) = (levels[.failure] ?? 0, levels[.warning] ?? 0)
        if failures > 0 { return "Not ready: \(failures) to fix, \(warnings) to check." }
        return warnings > 0 ? "Ready, with \(warnings) to check." : "Ready."
    }
}
