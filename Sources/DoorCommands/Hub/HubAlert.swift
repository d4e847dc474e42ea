// `doorcheck hub alert`

import Alerts
import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger

struct HubAlert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert",
        abstract: "Send a test message to everybody whom the hub tells when something goes wrong.",
        discussion: """
            Uses the webhook and the mail addresses below `[hub.alerts]` in the configuration, as `hub serve` does, \
            and says for each whether the message was accepted. Nothing is retried; after 15 s it gives up.

              doorcheck hub alert
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try configuration.load()
        let channels = try settings.alertSettings().senders
        guard !channels.isEmpty else {
            throw CommandError(
                .configuration,
                "There is nobody to tell: set `webhook`, or `mail_to`, `mail_from` and `smtp`, below [hub.alerts].")
        }
        // The ledger knows the name that the hub uses, and this works without one.
        let name = try? await CommandContext(configuration, for: .reading).ledger.ownBox().name
        try output.begin(Line.self)
        var failures = 0
        for channel in channels {
            let failure = await channel.sendTest(hub: name ?? settings.boxName, now: WallClock.now.milliseconds)
            if failure != nil { failures += 1 }
            let line = Line(channel: channel.name, delivered: failure == nil, problem: failure?.description)
            let outcome = failure?.description.printable ?? "delivered"
            try output.add(line, text: "\(channel.name.printable): \(outcome).\n")
        }
        guard failures == 0 else {
            throw CommandError(.unavailable, "\(failures) of \(channels.count) test messages were not delivered.")
        }
    }

    /// A channel, and what became of the test.
    private struct Line: OutputRecord {
        static let columns = ["channel", "delivered", "problem"]

        let schema = 1
        let channel: String
        let delivered: Bool
        let problem: String?
    }
}
