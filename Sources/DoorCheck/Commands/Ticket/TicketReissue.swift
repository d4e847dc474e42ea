// `doorcheck ticket reissue`

import ArgumentParser
import Ledger
import TicketSigning

struct TicketReissue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reissue",
        abstract: "Issue a new ticket in place of one, and write its code.",
        discussion: """
            For a ticket that was lost or shown around. The old code is refused from now on; name, terms and entries go \
            over to the new one. Without --csv, --png or --svg the new code goes to standard output as CSV.

              doorcheck ticket reissue 6ba7b810-9dad-41d1-80b4-00c04fd430c8 \\
                  --why "lost phone" --png codes/
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var staff: StaffOptions
    @OptionGroup var argument: TicketArgument
    @OptionGroup var codes: CodeOptions

    func run() async throws {
        let attribution = try staff.attribution
        let station = try Station(configuration, for: .writing)
        let ticket = try await station.ticket(named: argument.ticket)
        let event = try await station.event(of: ticket)
        let codes = try codes.writer(try station.keys.master())
        let office = try await station.office(for: event)
        guard let new = try await office.reissue(ticket.id, by: attribution, on: WallClock.now) else {
            throw station.missing(ticket.id)
        }
        try codes.write([new], on: try await station.terms(of: event))
        Terminal.note("Ticket \(ticket.id) is replaced by \(new.ticket.id).")
    }
}
