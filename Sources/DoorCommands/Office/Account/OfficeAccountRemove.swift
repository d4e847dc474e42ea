// `doorcheck office account remove`

import Accounts
import ArgumentParser
import DoorOutput
import DoorTexts
import Office

struct OfficeAccountRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove an account of the office; its sessions end.",
        discussion: """
            What the account did stays recorded with its name. The link that `doorcheck office` shows opens the office \
            as before.

              doorcheck office account remove "Amina"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The account's name.")
    var name: String

    func run() async throws {
        let name = try AccountName(name)
        try await configuration.officeAccounts().remove(name)
        Terminal.note("'\(name.description.printable)' can no longer open the office, and its sessions have ended.")
    }
}
