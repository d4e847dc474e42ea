// `doorcheck sync trust`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising
import Sync
import TicketSigning

struct SyncTrust: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Trust another box, to import its files and write files for it.",
        discussion: """
            Pass the file that `doorcheck sync id FILE` wrote on the other box, or the line that it printed, in \
            quotes. Compare the eight digits with those on the other box: if they differ, someone has replaced the file.

            On the machine with the master key, this makes the other box a member, with a role: gate, desk or \
            organiser, and what staff may do there. On any other, it makes this box one of that organiser's, once and \
            for all.

              doorcheck sync trust /media/usb/north-1.id
              doorcheck sync trust /media/usb/desk.id --role desk --action pay
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The file, or the line in quotes.", completion: .file())
    var card: [String]

    @OptionGroup var member: MemberOptions

    @Flag(help: "Replace a trusted box of the same name.")
    var replace = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let words = card.joined(separator: " ")
        let isFile = card.count == 1 && BoxCard(words) == nil
        let text = isFile ? String(decoding: try InputFile.read(words), as: UTF8.self) : words
        guard let known = BoxCard(text) else { throw SyncFileError.notAnID }
        let context = try CommandContext(creatingFor: configuration)
        let root = try await context.introduce(known, isReplacing: replace, changesRights: !member.isEmpty) {
            try await member.rights(of: known.key.box, in: context.ledger)
        }
        if let root {
            Terminal.note(
                "This box now belongs to the organiser with the code \(root.rootCode), for good: compare it with "
                    + "what `doorcheck box list` shows at the organiser's.")
        }
        let line = Line(name: known.name, code: known.code)
        try output.write([line], text: "'\(known.name.printable)' is trusted now; code \(line.code)\n")
    }

    /// The box that is trusted now.
    private struct Line: OutputRecord {
        static let columns = ["name", "code"]

        let schema = 1
        let name: String
        /// The eight digits to compare.
        let code: String
    }
}
