// A person or group that a ticket is issued to.

import Ledger
import TicketLists
import TicketSigning

/// A ticket to issue.
struct Guest: Hashable, Sendable {
    /// The holder's name.
    var name: String?
    /// E-mail address or order number.
    var reference: String?
    /// Kind of ticket.
    var tier: String?
    /// The number of people the ticket admits, 1 to 1000; `nil` for the number of its tier or event.
    var admits: Int?
    /// The status in the list: `valid`, `unpaid`, `blocked` or `revoked`.
    var status = TicketStatus.valid
    /// Whether the list says that the ticket is paid; `false` if it says nothing.
    var isPaid = false
    /// A note that asks staff to check something.
    var note: String?
    /// The start of admission.
    var opens: Timestamp?
    /// The end of admission, after ``opens``.
    var closes: Timestamp?
    /// The ticket's identifier if the list was imported.
    var imported: TicketID?
    /// The line in the list.
    var line: Int?
}

extension Guest {
    /// - Parameters:
    ///   - entry: A row of a list.
    ///   - event: The event.
    ///   - tier: The tier for rows without one.
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
