// `doorcheck scanner`: hand-held barcode scanners.

import ArgumentParser

struct ScannerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scanner",
        abstract: "List barcode scanners.",
        subcommands: [ScannerList.self]
    )
}
