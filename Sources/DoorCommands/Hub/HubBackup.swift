// `doorcheck hub backup`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Hub

struct HubBackup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a copy of the hub's database while the hub runs.",
        discussion: """
            The copy is one file, from SQLite as from PostgreSQL. It has all that was stored when the command began, \
            and only this user can read it, because it contains all names. Back up the ledger and the key folder as \
            well: the hub's own key is not in the copy.

              doorcheck hub backup /media/usb/hub-$(date +%F-%H%M).sqlite
              doorcheck ledger backup /media/usb/ledger-$(date +%F-%H%M).sqlite
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "A file that does not exist yet.", completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let line = HubCopyLine(try await configuration.load().hubService().backUp(to: file), in: file)
        try output.write([line], text: "Copied \(line.sentence) to \(file).\n")
    }
}

/// What a database holds after it was copied.
struct HubCopyLine: OutputRecord {
    static let columns = ["database", "records", "boxes", "claims"]

    let schema = 1
    /// The file or server, without a password.
    let database: String
    let records: Int64
    let boxes: Int64
    let claims: Int64

    init(_ contents: HubContents, in place: String) {
        database = place.withoutPassword
        (records, boxes, claims) = (contents.records, contents.boxes, contents.claims)
    }

    /// The numbers, for people.
    var sentence: String {
        "\("record".counted(records)), \("box".counted(boxes)) and \("claim".counted(claims))"
    }
}
