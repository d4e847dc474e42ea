// `doorcheck sync import`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising

struct SyncImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a file that another box wrote for this one.",
        discussion: """
            The door stays open, and lets guests in meanwhile. A file that was changed is refused as a whole. An \
            import that was interrupted is finished by importing the file again; importing it twice changes nothing.

              doorcheck sync import /media/usb/for-north.dcsync
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The file.", completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(creatingFor: configuration)
        let (result, sender) = try await context.merge(syncFile: InputFile.read(file), named: file.printable)
        let name = sender?.name ?? ""
        try output.write([Line(from: name, result)], text: "from '\(name.printable)': \(result.summary)\n")
        for sentence in result.remarks(on: name.printable) { Terminal.note("doorcheck: \(sentence)") }
    }

    /// What a file brought.
    private struct Line: OutputRecord {
        static let columns = ["from"] + SharedRecord.Kind.allCases.map { "new_\($0.rawValue)" }

        let schema = 1
        let from: String
        let new: [String: Int]

        init(from: String, _ result: MergeResult) {
            self.from = from
            new = Dictionary(uniqueKeysWithValues: result.new.map { ($0.key.rawValue, $0.value) })
        }
    }
}
