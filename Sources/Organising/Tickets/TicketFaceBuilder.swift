// Preparing tickets of the ledger for printing.

package import Attendance
package import DoorInstallation
import DoorTexts
package import Ledger
package import Paper
package import TicketPrinting
package import TicketSigning

/// Signs tickets of one event and composes their texts.
package final class TicketFaceBuilder {
    private let signers: TicketSigners
    private let terms: EventTerms
    private let design: TicketDesign
    private let zone: LocalZone
    /// The times by when the doors open for a ticket: most tickets share one.
    private var times: [Timestamp?: TicketTimes] = [:]

    /// - Parameters:
    ///   - signers: What signs the tickets.
    ///   - terms: The terms of the event.
    ///   - design: How its tickets look.
    ///   - zone: The time zone of printed times.
    package init(signers: TicketSigners, terms: EventTerms, design: TicketDesign, zone: LocalZone) {
        (self.signers, self.terms, self.design, self.zone) = (signers, terms, design, zone)
    }

    /// Returns the texts and the code of a ticket.
    ///
    /// - Parameter ticket: A ticket of the event.
    /// - Returns: The content to print.
    /// - Throws: `SigningError`.
    package func face(of ticket: IssuedTicket) throws -> TicketFace {
        let doors = terms.policy(of: ticket).opens
        let times = times[doors] ?? TicketTimes(doors: doors, starts: design.starts, zone: zone)
        self.times[doors] = times
        let colour = ticket.tier.flatMap { design.colours[$0] }
        return TicketFace(
            code: try signers.code(of: ticket),
            id: ticket.ticket.id.description,
            number: TicketNumber(ticket.ticket.id).description,
            event: terms.event.name,
            when: times.day,
            times: times.times,
            venue: design.venue ?? "",
            address: design.address ?? "",
            tier: ticket.tier ?? "",
            holder: ticket.holder ?? "",
            people: terms.people(of: ticket),
            colour: colour.map { PaperColour($0.hex) } ?? TicketFace.usualColour
        )
    }

    /// The day and the time of the event in one text, for lists: `Sat 4 Jul 2026, 18:00`; empty if it has no time.
    package var when: String {
        terms.event.opens.map { "\(zone.day($0)), \(zone.clock($0))" } ?? ""
    }
}

extension CommandContext {
    /// Returns what composes the tickets of an event, with this machine's time zone.
    ///
    /// - Parameter event: The event.
    /// - Returns: The builder.
    /// - Throws: ``CommandError`` if the master key is not on this machine; `KeyFileError`, `LedgerError`.
    package func faces(of event: Event) async throws -> TicketFaceBuilder {
        let terms = try await ledger.terms(of: event.id) ?? EventTerms(event: event, tiers: [:])
        return TicketFaceBuilder(
            signers: try await ticketSigners(), terms: terms, design: try await ledger.design(of: event.id),
            zone: .machine)
    }

    /// Returns the logo on the tickets of an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: The logo; `nil` if it has none.
    /// - Throws: `LedgerError`; `PaperError` if it is damaged.
    package func logo(of event: EventID) async throws -> PaperPicture? {
        try await ledger.logo(of: event).map { png in try PaperPicture(png: png) }
    }
}
