// A ticket for programs.

import Ledger
import TicketSigning

/// A ticket with its entries as a JSON object; what is not known is absent.
struct TicketLine: Encodable {
    let schema = 1
    let ticket: String
    let user: String
    let holder: String?
    let reference: String?
    let tier: String?
    let status: String
    let admits: Int
    let note: String?
    let entries: [VerdictLine.First]

    init(_ ticket: IssuedTicket, entries: [Entry]) {
        self.ticket = ticket.ticket.id.description
        user = ticket.ticket.user.description
        holder = ticket.holder
        reference = ticket.reference
        tier = ticket.tier
        status = ticket.status.rawValue
        admits = ticket.admits
        note = ticket.note
        self.entries = entries.map { VerdictLine.First(at: $0.at.description, gate: $0.gate, box: $0.boxName) }
    }

    /// For people: a line per fact.
    var text: String {
        let visits = entries.map { "entry        \($0.at), gate \($0.gate), box \($0.box.printable)\n" }.joined()
        return """
            ticket       \(ticket)
            holder       \(holder?.printable ?? "-")
            reference    \(reference?.printable ?? "-")
            tier         \(tier?.printable ?? "-")
            status       \(status)
            note         \(note?.printable ?? "-")
            in           \(entries.count) of \(admits)
            \(visits)
            """
    }
}
