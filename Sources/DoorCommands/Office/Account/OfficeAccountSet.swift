// `doorcheck office account set`

import Accounts
import ArgumentParser
import DoorOutput
import DoorTexts
import Office

struct OfficeAccountSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change an account's role or password; its sessions end.",
        discussion: """
            The password has at least 10 characters. It is typed twice, or read from standard input as one line; \
            --generate makes a random one and prints it.

              doorcheck office account set "Amina" --role desk
              doorcheck office account set "Amina" --password
              doorcheck office account set "Desk 1" --generate
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The account's name.")
    var name: String

    @Option(help: ArgumentHelp("What the account may do: organiser, desk or viewer.", valueName: "role"))
    var role: AccountRole?

    @Flag(help: "Ask for a new password.")
    var password = false

    @OptionGroup var options: NewPasswordOptions

    func validate() throws {
        guard role != nil || password || options.generate else {
            throw ValidationError("Give what to change: --role, --password or --generate.")
        }
    }

    func run() async throws {
        let name = try AccountName(name)
        let accounts = try configuration.officeAccounts()
        guard try await accounts.all().contains(where: { $0.name == name }) else {
            throw OfficeAccountsError.unknown(name.description)
        }
        let new = password || options.generate ? try options.make() : nil
        try await accounts.set(name, role: role, password: new?.password)
        try options.write(new?.text, of: name)
        Terminal.note("'\(name.description.printable)' is changed, and has to log in again.")
    }
}
