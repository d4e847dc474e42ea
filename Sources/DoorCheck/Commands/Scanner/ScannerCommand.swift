// `doorcheck scanner`: barcode scanners that are held in the hand.

import ArgumentParser

struct ScannerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scanner",
        abstract: "See what barcode scanners there are.",
        subcommands: [ScannerList.self]
    )
}
