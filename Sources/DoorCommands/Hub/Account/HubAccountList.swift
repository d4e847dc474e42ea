// `doorcheck hub account list`

import Accounts
import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Hub
import Ledger
import TicketSigning

struct HubAccountList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts that open the organiser's pages.",
        discussion: """
              doorcheck hub account list
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let accounts = try await configuration.load().hubService().accounts()
        let ledger = try? CommandContext(configuration, for: .reading).ledger
        let events = Dictionary(try await ledger?.events().map { ($0.id, $0.slug) } ?? []) { first, _ in first }
        var table = TextTable("NAME", "ROLE", "EVENTS", "LAST LOG-IN")
        for account in accounts {
            let names = account.events.map { $0.map { events[$0] ?? $0.description }.sorted().joined(separator: ", ") }
            let seen = account.lastLogIn.map { Timestamp(milliseconds: $0).localTime(seenFrom: WallClock.now) }
            table.add(account.name.description, account.role.rawValue, names ?? "all", seen ?? "never")
        }
        try output.write(accounts.map(Line.init), text: table.text)
    }

    /// An account.
    private struct Line: OutputRecord {
        static let columns = ["name", "role", "events", "logged_in"]

        let schema = 1
        let name: String
        let role: String
        let events: [String]?
        let loggedIn: String?

        init(_ account: HubAccount) {
            name = account.name.description
            role = account.role.rawValue
            events = account.events?.map(\.description).sorted()
            loggedIn = account.lastLogIn.map { Timestamp(milliseconds: $0).description }
        }
    }
}
