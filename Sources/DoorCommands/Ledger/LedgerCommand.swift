// `doorcheck ledger`

import ArgumentParser

struct LedgerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Check, back up and export the ledger.",
        subcommands: [LedgerInfo.self, LedgerVerify.self, LedgerBackup.self, LedgerExport.self]
    )
}
