// `doorcheck hub revoke`

import ArgumentParser
import DoorOutput
import DoorTexts
import Hub
import TicketSigning

struct HubRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Shut a box out of the hub, such as a stolen one.",
        discussion: """
            Its requests are turned away from now on, and what it writes later is kept aside, whoever brings it. Keys \
            of events that are on the box stay good: give the event a new one.

              doorcheck hub revoke "North gate"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The box's name or identifier.")
    var box: String

    func run() async throws {
        let revoked = try await configuration.load().hubService().revoke(box)
        Terminal.note("'\(revoked.name.printable)' (\(revoked.id)) is shut out.")
    }
}
