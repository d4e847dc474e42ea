// `doorcheck hub account remove`

import Accounts
import ArgumentParser
import DoorOutput
import DoorTexts
import Hub

struct HubAccountRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an account; its sessions end at every hub.",
        discussion: """
            What the account did stays recorded with its name.

              doorcheck hub account remove "Amina"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The account's name.")
    var name: String

    func run() async throws {
        let name = try AccountName(name)
        try await configuration.load().hubService().removeAccount(name)
        Terminal.note("'\(name.description.printable)' can no longer log in, and its sessions have ended.")
    }
}
