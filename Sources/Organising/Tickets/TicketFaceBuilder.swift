// Preparing tickets of the ledger for printing.

package import Attendance
package import Ledger
package import TicketPrinting
import TicketSigning

/// Signs tickets of one event and composes their texts.
package final class TicketFaceBuilder {
    private let signers: TicketSigners
    private let terms: EventTerms
    private let when: String

    /// - Parameters:
    ///   - signers: What signs the tickets.
    ///   - terms: The terms of the event.
    ///   - zone: The time zone of printed times.
    package init(signers: TicketSigners, terms: EventTerms, zone: LocalZone) {
        self.signers = signers
        self.terms = terms
        when = terms.event.opens.map { "\(zone.day($0)), \(zone.clock($0))" } ?? ""
    }

    /// Returns the texts and the code of a ticket.
    ///
    /// - Parameter ticket: A ticket of the event.
    /// - Returns: The content to print.
    /// - Throws: `SigningError`.
    package func face(of ticket: IssuedTicket) throws -> TicketFace {
        TicketFace(
            code: try signers.code(of: ticket),
            id: ticket.ticket.id.description,
            event: terms.event.name,
            when: when,
            tier: ticket.tier ?? "",
            holder: ticket.holder ?? "",
            people: terms.people(of: ticket)
        )
    }
}
