// Preparing tickets of the ledger for printing.

import Attendance
import Ledger
import TicketPrinting
import TicketSigning

/// Signs tickets of one event and composes their texts.
final class TicketFaceBuilder {
    private let master: MasterKey
    private let terms: EventTerms
    private let when: String
    private var signers: [UInt32: TicketSigner] = [:]

    /// - Parameters:
    ///   - master: The issuer's secret.
    ///   - terms: The terms of the event.
    ///   - zone: The time zone of printed times.
    init(master: MasterKey, terms: EventTerms, zone: LocalZone) {
        self.master = master
        self.terms = terms
        when = terms.event.opens.map { "\(zone.day($0)), \(zone.clock($0))" } ?? ""
    }

    /// Returns the texts and the code of a ticket.
    ///
    /// - Parameter ticket: A ticket of the event.
    /// - Returns: The content to print.
    /// - Throws: `SigningError`.
    func face(of ticket: IssuedTicket) throws -> TicketFace {
        let signer =
            try signers[ticket.epoch]
            ?? TicketSigner(key: master.eventKey(for: ticket.ticket.event, epoch: ticket.epoch))
        signers[ticket.epoch] = signer
        return TicketFace(
            code: try signer.sign(ticket.ticket).code,
            id: ticket.ticket.id.description,
            event: terms.event.name,
            when: when,
            tier: ticket.tier ?? "",
            holder: ticket.holder ?? "",
            people: terms.people(of: ticket)
        )
    }
}
