// `doorcheck ledger export`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger
import TicketLists
import TicketSigning

struct LedgerExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all tickets or all scans as CSV or JSON Lines.",
        discussion: """
            Goes to standard output, row by row. Fields that a spreadsheet would take for a formula get an apostrophe in \
            front. Barcodes of other platforms open the door, so they are left out unless --barcodes is given.

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

    @Flag(help: "Print JSON Lines instead of CSV.")
    var json = false

    enum Contents: String, CaseIterable, ExpressibleByArgument {
        case tickets, scans
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let event = event == nil ? nil : try await context.event(named: event).id
        switch contents {
        case .tickets:
            if !json { try Terminal.output(CSVWriter.row(TicketRow.columns)) }
            try context.ledger.forEachTicket(of: event) { ticket in
                let record = TicketRow(ticket, withBarcode: barcodes)
                try Terminal.output(json ? JSONLine.text(record) : CSVWriter.row(record.fields))
            }
        case .scans:
            if !json { try Terminal.output(CSVWriter.row(ScanLine.columns)) }
            try context.ledger.forEachScan(of: event) { scan in
                let line = ScanLine(scan)
                try Terminal.output(json ? JSONLine.text(line) : CSVWriter.row(line.fields))
            }
        }
    }
}
