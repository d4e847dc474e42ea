// `doorcheck event reopen`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger

struct EventReopen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen",
        abstract: "Reopen a closed event; its times and terms are unchanged.",
        discussion: """
              doorcheck event reopen summer-night
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "Short name of the event (default: the configuration's, or the only one).")
    var event: String?

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let event = try await context.event(named: event)
        guard try await context.ledger.close(event.id, at: nil) != nil else {
            return Terminal.note("\(event.slug) is not closed.")
        }
        Terminal.note("\(event.slug) is open again.")
    }
}
