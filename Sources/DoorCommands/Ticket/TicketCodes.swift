// `doorcheck ticket codes`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising
import TicketPrinting
import TicketSigning

struct TicketCodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes",
        abstract: "Write the codes of issued tickets again.",
        discussion: """
            Writes the codes of the event's tickets that may enter, or of the named tickets. Tickets with a retired \
            key are left out, because doors refuse them. Tickets are not changed. Without --output, --png or --svg the \
            codes go to standard output as CSV.

              doorcheck ticket codes --output codes.csv
              doorcheck ticket codes --tier Regular --medium print --svg codes/
              doorcheck ticket codes 6ba7b810-9dad-41d1-80b4-00c04fd430c8 --png codes/
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "Tickets by identifier, code or name (default: all that may enter).")
    var tickets: [String] = []

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("Only tickets of this tier.", valueName: "name"))
    var tier: String?

    @OptionGroup var codes: CodeOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let event = try await context.event(named: event)
        let selection = try await TicketSelection(
            context, of: event, tier: try await context.knownTier(named: tier, of: event),
            named: try await context.ticketIDs(named: tickets))
        if let sentence = selection.leftOut { Terminal.note(sentence) }
        var chosen: [IssuedTicket] = []
        try selection.forEach { chosen.append($0) }
        let codes = try codes.writer(try await context.ticketSigners(), for: chosen.count)
        try codes.write(chosen, on: try await context.terms(of: event))
        try await context.markCodesWritten(of: chosen.map(\.ticket.id), of: event)
        Terminal.note("\("code".counted(chosen.count)) of \(event.name.printable) written.")
    }
}
