// A ticket for programs.

import Ledger
import TicketSigning

/// A ticket with what happened to it as a JSON object; what is not known is absent.
struct TicketLine: Encodable {
    let schema = 1
    let ticket: String
    let user: String
    let holder: String?
    let reference: String?
    let tier: String?
    let status: String
    /// What staff said when they set the status.
    let statusWhy: String?
    /// The ticket that this one was issued in place of.
    let replaces: String?
    let admits: Int
    let note: String?
    let entries: [VerdictLine.First]
    /// What staff did to the ticket; absent where it was not asked for.
    let changes: [Change]?

    /// One thing that staff did.
    struct Change: Encodable {
        let at: String
        let action: String
        let by: String
        let why: String?
    }

    private enum CodingKeys: String, CodingKey {
        case schema, ticket, user, holder, reference, tier, status, replaces, admits, note, entries, changes
        case statusWhy = "status_why"
    }

    init(_ ticket: IssuedTicket, admits: Int, entries: [Entry], changes: [TicketChange]? = nil) {
        self.ticket = ticket.ticket.id.description
        user = ticket.ticket.user.description
        holder = ticket.holder
        reference = ticket.reference
        tier = ticket.tier
        status = ticket.status.rawValue
        statusWhy = ticket.statusWhy
        replaces = ticket.replaces?.description
        self.admits = admits
        note = ticket.note
        self.entries = entries.map { VerdictLine.First(at: $0.at.description, gate: $0.gate, box: $0.boxName) }
        self.changes = changes?.map {
            Change(at: $0.at.description, action: $0.action.rawValue, by: $0.by.actor, why: $0.by.why)
        }
    }

    /// For people: a line per fact.
    var text: String {
        let visits = entries.map { "entry        \($0.at), gate \($0.gate), box \($0.box.printable)\n" }.joined()
        let deeds = (changes ?? []).map { change in
            let why = change.why.map { ": \($0.printable)" } ?? ""
            return "\(change.action.padded(to: 12)) \(change.at), by \(change.by.printable)\(why)\n"
        }
        return """
            ticket       \(ticket)
            holder       \(holder?.printable ?? "-")
            reference    \(reference?.printable ?? "-")
            tier         \(tier?.printable ?? "-")
            status       \(status)
            note         \(note?.printable ?? "-")
            entered      \(entries.count) of \(admits)
            \(visits)\(deeds.joined())
            """
    }
}
