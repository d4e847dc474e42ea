// `doorcheck office account add`

import Accounts
import ArgumentParser
import DoorOutput
import DoorTexts
import Office

struct OfficeAccountAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an account that opens the office with a password.",
        discussion: """
            An organiser may do everything; a desk finds, sells and blocks tickets, lifts blocks, admits guests from \
            pictures, exports tables, and sends messages to the gates; a viewer sees figures only. What an account \
            does is recorded with its name, of 1 to 40 characters.

            The password has at least 10 characters. It is typed twice, or read from standard input as one line; \
            --generate makes a random one and prints it.

              doorcheck office account add "Amina" --role organiser
              doorcheck office account add "Desk 1" --role desk --generate
              doorcheck office account add "Sponsor" --role viewer < sponsor.password
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The account's name.")
    var name: String

    @Option(help: ArgumentHelp("What the account may do: organiser, desk or viewer.", valueName: "role"))
    var role: AccountRole

    @OptionGroup var options: NewPasswordOptions

    func run() async throws {
        let name = try AccountName(name)
        let accounts = try configuration.officeAccounts()
        // Nobody types a password in vain.
        guard try await !accounts.all().contains(where: { $0.name == name }) else {
            throw OfficeAccountsError.exists(name.description)
        }
        let (password, text) = try options.make()
        try await accounts.add(name, as: role, password: password)
        try options.write(text, of: name)
        Terminal.note("'\(name.description.printable)' may log in to the office as \(role.rawValue).")
    }
}
