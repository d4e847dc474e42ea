// `doorcheck office account`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import Office

struct OfficeAccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage the accounts of the people who use the office.",
        subcommands: [
            OfficeAccountAdd.self, OfficeAccountList.self, OfficeAccountSet.self, OfficeAccountRemove.self,
        ]
    )
}

extension ConfigurationOptions {
    /// Returns the office's accounts.
    ///
    /// - Throws: `ConfigurationError`.
    func officeAccounts() throws -> OfficeAccounts {
        OfficeAccounts(in: KeyFolder(path: try load().keysFolder))
    }
}
