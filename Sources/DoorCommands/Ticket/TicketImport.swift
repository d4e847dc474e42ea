// `doorcheck ticket import`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising
import TicketLists
import TicketSigning

struct TicketImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import another platform's ticket list with its barcodes.",
        discussion: """
            Reads CSV and Excel workbooks (.xlsx) as exported by pretix, Eventbrite, Tito, Hi.Events, Ticket Tailor, \
            Universe, Luma, Meetup, Shopify, WooCommerce, Google Forms and others. Importing the same list again \
            changes nothing; a newer list adds tickets, payments and refunds. The same file with another --map \
            corrects its earlier tickets; `ticket undo-import` removes them. A bad row stops the import unless \
            --skip-bad is given. A column that may decide who enters, and is not understood, stops it too, until \
            --map, --only or --ignore says how to treat it.

              doorcheck ticket import attendees.xlsx --dry-run      what would happen
              doorcheck ticket import attendees.xlsx
              doorcheck ticket import list.csv --map barcode="My code" --map name=Who
              doorcheck ticket import orders.csv --only "Event=Summer Night"
              doorcheck ticket import codes.csv --map barcode=1 --map name=2

            Barcodes in the list are admitted as they are, without a signature. `doorcheck ticket issue` with the same \
            list creates codes for tickets without a barcode. See docs/importing.md.
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(
        help: "The list, CSV or XLSX; - for standard input.", completion: .file(extensions: ["csv", "xlsx", "tsv"]))
    var list: String

    @OptionGroup var options: ListOptions

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Flag(name: [.customShort("n"), .long], help: "Show what would be imported, and change nothing.")
    var dryRun = false

    @Flag(help: "Skip bad rows and import the others.")
    var skipBad = false

    @OptionGroup var output: OutputOptions

    /// The number of entries from which the sample of good ones is taken.
    private static let mostLookedAt = 50

    func run() async throws {
        let context = try CommandContext(configuration, for: dryRun ? .reading : .writing)
        let event = try await context.event(named: event)
        guard let newest = try await context.ledger.keys(of: event.id).last else {
            throw CommandError(.noInput, "Event '\(event.slug)' has no key in \(context.ledger.path).")
        }
        let (ticketList, file) = try options.openFile(list)
        let tiers = try await context.ledger.tiers(of: event.id).map(\.name)
        let (plan, staged) = try stage(ticketList, from: file, of: event, with: tiers, in: context.ledger)
        let faults = staged.faults
        if plan.total == 0, faults.count == 0 { Terminal.note("\(list.printable) has a header but no guests.") }
        let told = ListRemarks(all: staged.remarks)
        told.note(in: list)
        if plan.corrects != nil, !options.only.isEmpty {
            Terminal.note("Tickets from other rows of this file stay; `ticket undo-import` removes them.")
        }
        faults.note(in: list)
        let isRefused = told.stopCount > 0 || faults.count > 0 && !skipBad
        let isAdded = !dryRun && !isRefused
        if isAdded {
            try await context.ledger.addStagedTickets(of: event.id, epoch: newest.epoch, from: file)
            try await context.ledger.recordListUpdate(of: event.id, on: WallClock.now)
        }
        let report = ImportReport(
            event: event, list: ticketList, plan: plan, badRows: faults.badRows, remarks: told,
            sample: staged.sample(without: plan.conflicts),
            isAdded: isAdded, isRefused: isRefused, isDryRun: dryRun
        )
        try output.write([report.line], text: report.text)
        if isRefused { throw ExitStatus.badData.code }
    }

    /// What the rows of a list gave, apart from their tickets.
    private struct Staged {
        var faults = ListFaults()
        var remarks: [ListRemark] = []
        /// The first good rows.
        var entries: [ListEntry] = []

        func sample(without conflicts: [ImportConflict]) -> [ListEntry] {
            let lines = Set(conflicts.map(\.line))
            return Array(entries.filter { !lines.contains($0.line) }.prefix(3))
        }
    }

    /// Reads all rows, and compares their tickets with the ledger's.
    private func stage(
        _ list: TicketList,
        from file: ListFile,
        of event: Event,
        with tiers: [String],
        in ledger: Ledger
    ) throws -> (ImportPlan, Staged) {
        var staged = Staged()
        do {
            // The file still has the rows that --only omits, so the tickets that they created before remain.
            let (plan, remarks) = try list.compare(
                with: ledger, of: event, from: file, tiers: tiers, isWhole: options.only.isEmpty
            ) {
                if staged.entries.count < Self.mostLookedAt { staged.entries.append($0) }
            } fault: {
                staged.faults.add($0)
            }
            staged.remarks = remarks
            return (plan, staged)
        } catch let error as ListError {
            throw ListFailure.command(error, in: self.list)
        }
    }
}
