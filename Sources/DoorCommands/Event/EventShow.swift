// `doorcheck event show`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger

struct EventShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an event and its figures.",
        discussion: """
            Shows the rules of the event, its tiers, gates and zones, the number of tickets and the number of people \
            inside.

              doorcheck event show summer-night
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "Short name of the event (default: the configuration's, or the only one).")
    var event: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let event = try await context.event(named: event)
        let line = try await EventLine(event, in: context.ledger)
        try output.write([line], text: line.text)
    }
}
