// `doorcheck sync id`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising
import Sync
import TicketPrinting
import TicketSigning

struct SyncID: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "id",
        abstract: "Print this box's public identity for other boxes.",
        discussion: """
            The line contains the box's name and public key, and no secret; a terminal also shows it as a QR code. \
            Copy it to a USB stick and run `doorcheck sync trust` on the other box; both boxes show the same eight \
            digits.

              doorcheck sync id /media/usb/north-1.id
              doorcheck sync id --new
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "Write the line to a file (default: standard output).", completion: .file())
    var file: String?

    @Flag(help: "Continue as a new box with a new key, after this one's key was stolen or the box was revoked.")
    var new = false

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(creatingFor: configuration)
        if new {
            // Puts a key in place that a power cut left beside the old one.
            _ = try await context.keys.boxKey(of: context.ledger.ownBox().id)
            var unsigned = 0
            try await context.keys.renewBoxKey { old, new in
                unsigned = try await context.ledger.becomeNewBox(key: new.publicKey.bytes, leaving: old).unsigned
            }
            if unsigned > 0 {
                Terminal.note(
                    "The key of the old box is gone, so \("record".counted(unsigned)) that it has not shared are not "
                        + "signed: they stay in this ledger, and other boxes do not take them.")
            }
            Terminal.note(
                "This is a new box with a new key: introduce it to the others again (`doorcheck sync trust --replace`) "
                    + "or let it join the hub (`doorcheck hub join`). If a door is open here, start it again.")
        }
        let box = try await context.ledger.ownBox()
        let card = try await context.ownCard()
        if let file { try OutputFile.save(Array("\(card)\n".utf8), to: file) }
        if file == nil, output.isText, Terminal.outputIsScreen {
            try Terminal.output(QRSymbol(text: "\(card)", errorCorrection: .medium).terminalText())
        }
        let line = Line(box: box.id.description, name: card.name, card: "\(card)", code: card.code)
        try output.write([line], text: file == nil ? "\(card)\n" : "")
        Terminal.note("code \(card.code)")
    }

    /// A box's public identity.
    private struct Line: OutputRecord {
        static let columns = ["box", "name", "card", "code"]

        let schema = 1
        let box: String
        let name: String
        let card: String
        let code: String
    }
}
