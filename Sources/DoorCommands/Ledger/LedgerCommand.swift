// `doorcheck ledger`

import ArgumentParser

struct LedgerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Look after the ledger: check it, copy it, take its contents out.",
        subcommands: [LedgerInfo.self, LedgerVerify.self, LedgerBackup.self, LedgerExport.self]
    )
}
