// `doorcheck doctor`: checks whether this box is ready.

import ArgumentParser
import DoorDiagnostics
import DoorOutput
import DoorTexts

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look at everything the door needs, and say what to do about it.",
        discussion: """
            Run it before the doors open: disk, ledger, event, list, keys, clock, cameras and what they see, barcode \
            scanner, display, memory. Nothing is changed; a small file is written beside the ledger and taken away again.

              doorcheck doctor           hold a ticket before the camera meanwhile
              doorcheck doctor --json | jq 'select(.level != "ok")'

            Exit status: 0 where nothing has to be mended, 1 where something has, 78 for a configuration that cannot be \
            read.
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
        let (mend, look) = (levels[.failure] ?? 0, levels[.warning] ?? 0)
        if mend > 0 { return "Not ready: \(mend) to mend, \(look) to look at." }
        return look > 0 ? "Ready, with \(look) to look at." : "Ready."
    }
}
