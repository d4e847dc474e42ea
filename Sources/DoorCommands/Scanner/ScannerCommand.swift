// `doorcheck scanner`: hand-held barcode scanners.

import ArgumentParser

struct ScannerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scanner",
        abstract: "See what barcode scanners there are.",
        subcommands: [ScannerList.self]
    )
}
