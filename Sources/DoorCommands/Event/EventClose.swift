// `doorcheck event close`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger

struct EventClose: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "close",
        abstract: "Close an event: from the next scan on, none of its tickets enters.",
        discussion: """
            Every entry is refused as `too-late`, whatever times a tier or a ticket has and whatever the box's clock \
            says. Guests can still leave, staff can still admit someone by hand, and an entry can be undone. Other \
            boxes close with their next sync. `doorcheck event reopen` reopens the event.

              doorcheck event close summer-night
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "Short name of the event (default: the configuration's, or the only one).")
    var event: String?

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let event = try await context.event(named: event)
        guard try await context.ledger.close(event.id, at: WallClock.now) != nil else {
            return Terminal.note("\(event.slug) is already closed.")
        }
        Terminal.note("\(event.slug) is closed; `doorcheck event reopen \(event.slug)` reopens it.")
    }
}
