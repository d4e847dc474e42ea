// `doorcheck office account list`

import Accounts
import ArgumentParser
import DoorOutput
import DoorTexts
import Office

struct OfficeAccountList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the accounts of the office.",
        discussion: """
              doorcheck office account list
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let accounts = try await configuration.officeAccounts().all()
        var table = TextTable("NAME", "ROLE")
        for account in accounts { table.add(account.name.description, account.role.rawValue) }
        try output.write(accounts.map(Line.init), text: table.text)
    }

    /// An account.
    private struct Line: OutputRecord {
        static let columns = ["name", "role"]

        let schema = 1
        let name: String
        let role: String

        init(_ account: OfficeAccount) {
            (name, role) = (account.name.description, account.role.rawValue)
        }
    }
}
