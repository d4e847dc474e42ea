// One person, or group, that a ticket is issued to.

import Ledger
import TicketLists
import TicketSigning

/// One ticket to issue.
struct Guest: Hashable, Sendable {
    /// The holder's name.
    var name: String?
    /// E-mail address or order number.
    var reference: String?
    /// Kind of ticket.
    var tier: String?
    /// How many people the ticket lets in, 1 to 1000; `nil` for as many as its tier or event says.
    var admits: Int?
    /// What the list says of the ticket: `valid`, `unpaid`, `blocked` or `revoked`.
    var status = TicketStatus.valid
    /// Whether the list says that it is paid; one that says nothing does not.
    var isPaid = false
    /// What staff is to check.
    var note: String?
    /// Start of admission.
    var opens: Timestamp?
    /// End of admission, after ``opens``.
    var closes: Timestamp?
    /// The ticket's identifier if the list was imported.
    var imported: TicketID?
    /// The line of the list.
    var line: Int?
}

extension Guest {
    /// - Parameters:
    ///   - entry: A row of a list.
    ///   - event: Of which event.
    ///   - tier: For rows without one.
    init(_ entry: ListEntry, of event: EventID, tier: String?) {
        let ticket = ImportedTicket(entry, of: event)
        self.init(
            name: ticket.holder,
            reference: ticket.reference,
            tier: ticket.tier ?? tier,
            admits: ticket.admits,
            status: ticket.status ?? .valid,
            isPaid: ticket.status == .valid,
            note: ticket.note,
            opens: ticket.opens,
            closes: ticket.closes,
            imported: ticket.ticket.id,
            line: entry.line
        )
    }
}
