// `doorcheck ticket list`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger
import TicketSigning

struct TicketListing: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List an event's tickets by holder, all or some of them.",
        discussion: """
            Filters combine. Replaced tickets are left out unless --status replaced is given, and so are tickets whose \
            import was undone.

              doorcheck ticket list --not-entered --tier VIP
              doorcheck ticket list --status unpaid --status blocked
              doorcheck ticket list --entered --gate north --csv > north.csv
              doorcheck ticket list --import 3 --json | jq -r .ticket
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("Only tickets of this tier.", valueName: "name"))
    var tier: String?

    @Option(
        help: ArgumentHelp(
            "With this status only: \(TicketStatus.allCases.map(\.rawValue).joined(separator: ", ")); may be given "
                + "again.",
            valueName: "status"))
    var status: [TicketStatus] = []

    @Flag(help: "Only tickets with which someone has entered.")
    var entered = false

    @Flag(help: "Only tickets with which no one has entered.")
    var notEntered = false

    @Option(help: ArgumentHelp("Only tickets with which someone has entered through this gate.", valueName: "name"))
    var gate: String?

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "Only tickets from this import, by its number in `ticket imports`.", valueName: "number"))
    var imported: Int?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !notEntered || !entered && gate == nil else {
            throw ValidationError(
                "--not-entered contradicts --entered and --gate; leave one out.")
        }
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let filter = try await filter(in: context)
        var table = GrowingTable(
            "TICKET", "HOLDER", "REFERENCE", "TIER", "STATUS", "IN"
        )
        try output.begin(ListedTicketRow.self)
        try context.ledger.forEachTicket(matching: filter) { listed in
            let row = ListedTicketRow(listed)
            guard output.isText else { return try output.add(row) }
            try table.add(
                row.ticket, row.holder ?? "-", row.reference ?? "-", row.tier ?? "-", row.status,
                "\(row.entries) of \(row.admits)")
        }
        if output.isText { try table.finish() }
    }

    private func filter(in context: CommandContext) async throws -> TicketFilter {
        let event = try await context.event(named: event)
        var filter = TicketFilter()
        filter.event = event.id
        filter.tier = try await context.knownTier(named: tier, of: event)
        filter.statuses = Set(status)
        filter.isEntered = entered ? true : notEntered ? false : nil
        if let gate { filter.gate = try await context.knownGate(named: gate, of: event) }
        guard let imported else { return filter }
        guard try await context.ledger.imports(of: event.id).contains(where: { $0.number == imported }) else {
            throw CommandError(
                .noInput,
                "Event '\(event.slug)' has no import \(imported); `doorcheck ticket imports` lists its imports.")
        }
        filter.imported = imported
        return filter
    }
}

/// A ticket of the list.
private struct ListedTicketRow: OutputRecord {
    let schema = 1
    let event: String
    let ticket: String
    let holder: String?
    let reference: String?
    let tier: String?
    let status: String
    let statusWhy: String?
    let admits: Int
    let entries: Int
    let firstEntry: String?
    let note: String?
    /// Whether another platform's barcode is accepted for it.
    let barcode: Bool
    /// The import that put it on the list of this ledger.
    let `import`: Int?

    init(_ listed: ListedTicket) {
        let ticket = listed.ticket
        event = listed.event
        self.ticket = ticket.ticket.id.description
        holder = ticket.holder
        reference = ticket.reference
        tier = ticket.tier
        status = ticket.status.rawValue
        statusWhy = ticket.statusWhy
        admits = listed.admits
        entries = listed.entries
        firstEntry = listed.firstEntry?.description
        note = ticket.note
        barcode = listed.hasBarcode
        self.import = listed.imported
    }

    static let columns = [
        "event", "ticket", "holder", "reference", "tier", "status", "status_why", "admits", "entries", "first_entry",
        "note", "barcode", "import",
    ]

    var fields: [String] {
        let texts: [String?] = [
            event, ticket, holder, reference, tier, status, statusWhy, String(admits), String(entries), firstEntry,
            note,
            String(barcode), self.import.map(String.init),
        ]
        return texts.map { $0 ?? "" }
    }
}
