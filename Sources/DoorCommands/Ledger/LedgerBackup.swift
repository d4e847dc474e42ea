// `doorcheck ledger backup`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger

struct LedgerBackup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a verified copy of the ledger while the door stays open.",
        discussion: """
            The copy is verified as by `ledger verify` before it gets its name, and only this user can read it, \
            because it contains all names. To restore it, stop the door and put the copy in the ledger's place, \
            without the old -wal and -shm files.

              doorcheck ledger backup /media/usb/ledger-$(date +%F-%H%M).sqlite
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "A file that does not exist yet.", completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let ledger = try CommandContext(configuration, for: .reading).ledger
        let line = VerificationLine(try await ledger.backup(to: file), of: file)
        try output.write([line], text: line.text)
    }
}
