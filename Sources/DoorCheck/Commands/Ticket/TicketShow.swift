// `doorcheck ticket show`

import ArgumentParser
import Ledger
import TicketSigning

struct TicketShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a ticket and all that happened to it.",
        discussion: """
              doorcheck ticket show 6ba7b810-9dad-41d1-80b4-00c04fd430c8
              doorcheck ticket show "aarti shah"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var argument: TicketArgument

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() async throws {
        let station = try Station(configuration, for: .reading)
        let ledger = station.ledger
        let ticket = try await station.ticket(named: argument.ticket).id
        guard let record = try await ledger.record(of: ticket) else { throw station.missing(ticket) }
        let listed = record.listed
        let line = TicketLine(
            listed,
            admits: try await station.terms()[listed.ticket.event]?.people(of: listed) ?? 1,
            book: record.book,
            shownAgain: try await ledger.repetitions(of: ticket),
            changes: record.changes,
            version: record.version
        )
        try Terminal.output(json ? JSONLine.text(line) : line.text)
    }
}
