// `doorcheck sync import`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Sync

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
        let known = try await context.ledger.trustedKeys()
        var sender: TrustedKey?
        var isOwn = false
        let key = try await context.boxKey()
        let payload: SyncPayload
        do {
            payload = try SyncFile.open(InputFile.read(file), path: file.printable, with: key) { other in
                isOwn = other.bytes == key.publicKey.bytes
                sender = known.first { $0.key == other.bytes }
                return sender != nil
            }
        } catch _ where isOwn {
            throw CommandError(
                .badData, "This box wrote \(file.printable) itself; import it on the box that it is for.")
        }
        let result = try await context.ledger.merge(payload, on: WallClock.now)
        if let sender {
            try await context.ledger.trust(sender.key, as: sender.name, box: payload.versionVector.ledger)
        }
        let line = Line(from: sender?.name ?? "", result)
        try output.write([line], text: line.text)
        if result.isOlderFile {
            let name = sender?.name.printable ?? ""
            Terminal.note(
                "doorcheck: This file is older than the last one imported from '\(name)'; what was still missing here "
                    + "was taken from it.")
        }
        for sentence in result.faults.sentences { Terminal.note("doorcheck: \(sentence)") }
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

        var text: String {
            let counts = SharedRecord.Kind.allCases.compactMap { kind in
                new[kind.rawValue].map { kind.rawValue.counted($0) }
            }
            return
                "from '\(from.printable)': "
                + "\(counts.isEmpty ? "nothing new" : "new " + counts.joined(separator: ", "))\n"
        }
    }
}
