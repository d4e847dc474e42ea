// `doorcheck ledger export`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger

struct LedgerExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all tickets or all scans as CSV or JSON Lines.",
        discussion: """
            Prints one row per ticket or scan, as CSV unless --json is given. In CSV, a text that a spreadsheet could \
            take for a formula has an apostrophe in front. Barcodes of other platforms admit guests, so they are left \
            out without --barcodes.

              doorcheck ledger export tickets > tickets.csv
              doorcheck ledger export scans --json | jq -r 'select(.verdict == "refuse")'
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "What to write: tickets or scans.")
    var contents: Contents

    @Option(help: ArgumentHelp("Short name of the event (default: all events).", valueName: "name"))
    var event: String?

    @Flag(help: "Write other platforms' barcodes with the tickets.")
    var barcodes = false

    @OptionGroup var output: OutputOptions

    enum Contents: String, CaseIterable, ExpressibleByArgument {
        case tickets, scans
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let event = event == nil ? nil : try await context.event(named: event).id
        switch contents {
        case .tickets:
            try export.begin(TicketRow.self)
            try context.ledger.forEachTicket(of: event) { try export.add(TicketRow($0, withBarcode: barcodes)) }
        case .scans:
            try export.begin(ScanLine.self)
            try context.ledger.forEachScan(of: event) { try export.add(ScanLine($0)) }
        }
    }

    /// The options, with CSV unless JSON was chosen.
    private var export: OutputOptions {
        var export = output
        export.csv = !output.json
        return export
    }
}
