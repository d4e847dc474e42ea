// `doorcheck ticket find`

import ArgumentParser
import Ledger
import TicketSigning

struct TicketFind: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find tickets by the beginning of a name, e-mail address or order number."
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "How the name or reference begins; upper and lower case are the same.")
    var text: String

    @Option(help: ArgumentHelp("The most to show.", valueName: "n"))
    var limit = 50

    @Flag(help: "Print JSON Lines.")
    var json = false

    func validate() throws {
        guard !text.isEmpty else { throw ValidationError("Say how the name or reference begins.") }
        guard limit > 0 else { throw ValidationError("--limit expects a whole number from 1.") }
    }

    func run() async throws {
        let station = try Station(configuration, for: .reading)
        let ledger = station.ledger
        let terms = try await station.terms()
        let tickets = try await ledger.tickets(startingWith: text, limit: limit)
        var table = TextTable("TICKET", "HOLDER", "REFERENCE", "TIER", "STATUS", "IN")
        for ticket in tickets {
            let admits = terms[ticket.ticket.event]?.people(of: ticket) ?? 1
            let line = TicketLine(ticket, admits: admits, book: try await ledger.book(of: ticket.ticket.id))
            if json { try Terminal.output(JSONLine.text(line)) }
            table.add(
                line.ticket, line.holder ?? "-", line.reference ?? "-", line.tier ?? "-", line.status,
                "\(line.entries.count) of \(line.admits)"
            )
        }
        if !json { try Terminal.output(table.text) }
        if tickets.isEmpty { throw CommandError(.refused, "No ticket's name or reference begins with that.") }
    }
}
