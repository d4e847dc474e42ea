// `doorcheck hub account add`

import Accounts
import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Hub
import Ledger
import TicketSigning

struct HubAccountAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an account that opens the organiser's pages with a password.",
        discussion: """
            An organiser may do everything; a desk sees guests' names, blocks tickets, lifts blocks and sends \
            messages; a viewer sees figures only. What an account does is recorded with its name, of 1 to 40 characters.

            The password has at least 10 characters. It is typed twice, or read from standard input as one line; \
            --generate makes a random one and prints it.

              doorcheck hub account add "Amina" --role organiser
              doorcheck hub account add "Desk 1" --role desk --event night --generate
              doorcheck hub account add "Sponsor" --role viewer < sponsor.password
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The account's name.")
    var name: String

    @Option(help: ArgumentHelp("What the account may do: organiser, desk or viewer.", valueName: "role"))
    var role: AccountRole

    @Option(
        help: ArgumentHelp(
            "An event that the account may see, by its short name or UUID; may be given several times (default: all).",
            valueName: "event"))
    var event: [String] = []

    @OptionGroup var options: NewPasswordOptions

    func run() async throws {
        let name = try AccountName(name)
        let service = try await configuration.load().hubService(creatingFile: true)
        // Nobody types a password in vain.
        guard try await !service.accounts().contains(where: { $0.name == name }) else {
            throw HubError.accountExists(name.description)
        }
        let account = HubAccount(name: name, role: role, events: try await events())
        let (password, text) = try options.make()
        try await service.add(account, password: password)
        try options.write(text, of: name)
        Terminal.note("'\(name.description.printable)' may log in as \(role.rawValue).")
        if role == .organiser, try await service.hasToken() {
            Terminal.note("The token opens the pages as well; `doorcheck hub token --off` removes it.")
        }
    }

    private func events() async throws -> Set<EventID>? {
        guard !event.isEmpty else { return nil }
        return try await EventNames(event).events(in: try? CommandContext(configuration, for: .reading).ledger)
    }
}
