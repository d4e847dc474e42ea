// `doorcheck sync export`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising

struct SyncExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write what another box does not have yet to a file that only it can open.",
        discussion: """
            The first file contains everything; later files contain what the other box did not have when it last wrote \
            a file for this one. A lost file does no harm: the next one contains its records too.

              doorcheck sync export /media/usb/for-north.dcsync --for north-1
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The file to write; an existing file is replaced.", completion: .file())
    var file: String

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The receiving box, by its name in `sync trust`.", valueName: "name"))
    var receiver: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let known = try await context.ledger.trustedKeys()
        guard let trusted = known.first(where: { $0.name == receiver }) else {
            let names = known.map(\.name)
            let list = names.isEmpty ? "none yet" : names.joined(separator: ", ")
            throw CommandError(
                .noInput,
                "This box trusts no box '\(receiver.printable)'; it trusts: \(list). Run `doorcheck sync trust` with "
                    + "the other box's id first.\(SimilarName.question(for: receiver, among: names))"
            )
        }
        let made = try await context.syncFile(for: trusted)
        try OutputFile.save(made.bytes, to: file)
        let line = Line(file: file, receiver: receiver, records: made.records)
        try output.write([line], text: "\("record".counted(line.records)) for '\(receiver.printable)'\n")
    }

    /// The file that was written.
    private struct Line: OutputRecord {
        static let columns = ["file", "receiver", "records"]

        let schema = 1
        let file: String
        let receiver: String
        let records: Int
    }
}
