// `doorcheck hub account password`

import Accounts
import ArgumentParser
import DoorOutput
import DoorTexts
import Hub

struct HubAccountPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Change an account's password; its sessions end at every hub.",
        discussion: """
            The password has at least 10 characters. It is typed twice, or read from standard input as one line; \
            --generate makes a random one and prints it.

              doorcheck hub account password "Amina"
              doorcheck hub account password "Box office" --generate
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The account's name.")
    var name: String

    @OptionGroup var options: NewPasswordOptions

    func run() async throws {
        let name = try AccountName(name)
        let service = try await configuration.load().hubService()
        guard try await service.accounts().contains(where: { $0.name == name }) else {
            throw HubError.unknownAccount(name.description)
        }
        let (password, text) = try options.make()
        try await service.set(password, of: name)
        try options.write(text, of: name)
        Terminal.note("'\(name.description.printable)' has a new password, and has to log in again.")
    }
}
