// `doorcheck ticket find`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger
import TicketSigning

struct TicketFind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find tickets by their number, name, e-mail address, order number, or partner and number.",
        discussion: """
            Exit status 1 if nothing is found. If there are more than --limit, a note says how many.

              doorcheck ticket find "aarti sha"
              doorcheck ticket find 100471 --json | jq -r .ticket
              doorcheck ticket find '7B3A 778E'
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "A ticket's number, or words or their beginnings, in any order; case and accents do not matter.")
    var text: String

    @Option(parsing: .unconditional, help: ArgumentHelp("The largest number of tickets to show.", valueName: "n"))
    var limit = 50

    @OptionGroup var output: OutputOptions

    /// The number up to which matches beyond the limit are counted.
    private static let mostCounted = 1000

    func validate() throws {
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
            throw ValidationError("Give a ticket's number, or the beginning of a name, e-mail address or order number.")
        }
        guard limit > 0 else { throw ValidationError("--limit expects a whole number of at least 1.") }
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let ledger = context.ledger
        let terms = try await context.terms()
        let listed = try await ledger.tickets(matching: text, limit: min(limit, Int.max / 2) + Self.mostCounted)
        let found = try await ledger.listedGrantedTickets(matching: text) + listed
        let tickets = found.prefix(limit)
        try output.begin(TicketLine.self)
        guard !tickets.isEmpty else {
            throw CommandError(.refused, "No ticket's name or reference has words that begin like that.")
        }
        var table = TextTable("TICKET", "HOLDER", "REFERENCE", "TIER", "STATUS", "IN")
        for ticket in tickets {
            let admits = terms[ticket.ticket.event]?.people(of: ticket) ?? 1
            let line = TicketLine(ticket, admits: admits, book: try await ledger.logEntries(of: ticket.ticket.id))
            try output.add(line)
            table.add(
                line.ticket, line.holder ?? "-", line.reference ?? "-", line.tier ?? "-", line.status,
                "\(line.entries.count) of \(line.admits)"
            )
        }
        if output.isText { try Terminal.output(table.text) }
        let more = found.count - tickets.count
        guard more > 0 else { return }
        let shown = more < Self.mostCounted ? "\(more)" : "\(more) or more"
        Terminal.note("… and \(shown) others; give more of the name, or raise --limit.")
    }
}
