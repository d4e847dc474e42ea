// `doorcheck ticket reissue`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising
import TicketSigning

struct TicketReissue: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reissue",
        abstract: "Replace tickets with new ones and write their codes.",
        discussion: """
            Use it for tickets that were lost or shared, and with --key for all tickets that a key signed, before or \
            after that key is retired. The old codes are refused from now on; the new tickets keep name, terms and \
            entries. Either all are replaced or none. Without --output, --png or --svg the new codes go to standard \
            output as CSV.

              doorcheck ticket reissue 6ba7b810-9dad-41d1-80b4-00c04fd430c8 \\
                  --why "lost phone" --png codes/
              doorcheck ticket reissue --key 3f9a01bc --why "stolen key" --output codes.csv

            With --key, tickets that enter by another platform's barcode are not changed.
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var staff: StaffOptions

    @Argument(help: "Identifiers, codes as scanned, or words of a name, e-mail address or order number.")
    var tickets: [String] = []

    @Option(help: ArgumentHelp("All tickets that this key signed; `key list` shows keys.", valueName: "key"))
    var key: String?

    @OptionGroup var codes: CodeOptions

    func validate() throws {
        guard tickets.isEmpty != (key == nil) else {
            throw ValidationError("Give either tickets or --key.")
        }
    }

    func run() async throws {
        let attribution = try staff.attribution
        let context = try CommandContext(configuration, for: .writing)
        guard let (event, old) = try await chosen(in: context) else { return }
        let codes = try codes.writer(try await context.ticketSigners(), for: old.count)
        let issuer = try await context.ticketIssuer(for: event)
        let terms = try await context.terms(of: event)
        let new = try await issuer.reissue(old, by: attribution, on: WallClock.now)
        try codes.write(recorded: new, of: event, on: terms)
        if let first = new.first, old.count == 1 {
            Terminal.note("Ticket \(old[0]) is replaced by \(first.ticket.id).")
        } else {
            Terminal.note("\("ticket".counted(new.count)) replaced.")
        }
    }

    /// Returns the selected tickets, each once and all of one event; `nil` if there are none to reissue.
    private func chosen(in context: CommandContext) async throws -> (event: Event, tickets: [TicketID])? {
        if let key { return try await signed(by: try await context.key(named: key), in: context) }
        var found: [Ticket] = []
        for (index, text) in tickets.enumerated() {
            let ticket = try await context.telling(index, of: tickets.count) {
                try await context.ticket(named: text)
            }
            guard try await context.ledger.ticket(ticket.id) != nil else { throw context.missing(ticket.id) }
            if !found.contains(ticket) { found.append(ticket) }
        }
        guard let first = found.first, found.allSatisfy({ $0.event == first.event }) else {
            throw CommandError(.usage, "The tickets belong to several events; reissue those of one event at a time.")
        }
        return (try await context.event(of: first), found.map(\.id))
    }

    private func signed(
        by key: KeyRecord,
        in context: CommandContext
    ) async throws -> (event: Event, tickets: [TicketID])? {
        guard let event = try await context.ledger.events().first(where: { $0.id == key.event }) else {
            throw CommandError(.noInput, "The event of key \(key.keyID) is not in \(context.ledger.path).")
        }
        guard try await context.ticketIssuer(for: event).epoch > key.epoch else {
            throw CommandError(
                .usage, "Key \(key.keyID) also signs new tickets; create another key with `doorcheck key rotate` first."
            )
        }
        let imported = try await context.ledger.tickets(inForceOf: key, withBarcode: true).count
        if imported > 0 {
            Terminal.note(
                "\("ticket".counted(imported)) of other platforms left as they are: their barcodes let them in.")
        }
        let tickets = try await context.ledger.tickets(inForceOf: key, withBarcode: false)
        if tickets.isEmpty { Terminal.note("Key \(key.keyID) signed no ticket that may enter; nothing was changed.") }
        return tickets.isEmpty ? nil : (event, tickets.map(\.ticket.id))
    }
}
