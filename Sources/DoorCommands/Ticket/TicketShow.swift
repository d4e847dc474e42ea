// `doorcheck ticket show`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger
import TicketSigning

struct TicketShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a ticket and its history.",
        discussion: """
              doorcheck ticket show 6ba7b810-9dad-41d1-80b4-00c04fd430c8
              doorcheck ticket show "aarti shah"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var argument: TicketArgument

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let ledger = context.ledger
        let ticket = try await context.ticket(named: argument.ticket).id
        guard let record = try await ledger.record(of: ticket) else { throw context.missing(ticket) }
        let listed = record.listed
        let line = TicketLine(
            listed,
            admits: try await context.terms()[listed.ticket.event]?.people(of: listed) ?? 1,
            book: record.log,
            shownAgain: try await ledger.repetitions(of: ticket),
            changes: record.changes,
            version: record.version
        )
        try output.write([line], text: line.text)
    }
}
