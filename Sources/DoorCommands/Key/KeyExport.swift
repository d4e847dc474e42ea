// `doorcheck key export`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger
import Organising
import TicketSigning

struct KeyExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write an event's key to a file for a box, never the master key.",
        discussion: """
            Copy the file to the key folder of each box that checks the event's tickets. Anyone who has the file of a \
            key of suite 1 can create tickets for this event. The file of a key of suite 2 is not secret, and boxes \
            that sync do not need it.

              doorcheck key export --event summer-night /media/usb/summer-night.key
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("A key of `doorcheck key list` (default: the event's newest).", valueName: "key"))
    var key: String?

    @Argument(help: "The file to write; it must not exist yet.", completion: .file(extensions: ["key"]))
    var file: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let record = try await record(in: context)
        switch try context.keyFile(of: record) {
        case .secret(let key): try KeyFile.writeEventKey(key, to: file)
        case .open(let certificate): try KeyFile.writeCertificate(certificate, to: file)
        }
        try output.write([FileLine(file: file)], text: file + "\n")
    }

    /// Returns the key that is asked for.
    private func record(in context: CommandContext) async throws -> KeyRecord {
        if let key {
            let record = try await context.key(named: key)
            guard record.isRetired else { return record }
            throw CommandError(.badData, "Key \(record.keyID) is retired, so that no box needs it.")
        }
        let event = try await context.event(named: event)
        if let newest = try await context.ledger.keys(of: event.id).last(where: { !$0.isRetired }) { return newest }
        throw CommandError(.noInput, "Event '\(event.slug)' has no key in \(context.ledger.path).")
    }
}
