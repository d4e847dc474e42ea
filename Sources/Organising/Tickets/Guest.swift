// A person or group that a ticket is issued to.

package import Ledger
package import TicketLists
package import TicketSigning

/// A ticket to issue.
package struct Guest: Hashable, Sendable {
    /// The holder's name.
    package var name: String?
    /// E-mail address or order number.
    package var reference: String?
    /// Kind of ticket.
    package var tier: String?
    /// The number of people the ticket admits, 1 to 1000; `nil` for the number of its tier or event.
    package var admits: Int?
    /// The status in the list: `valid`, `unpaid`, `blocked` or `revoked`.
    package var status = TicketStatus.valid
    /// Whether the list says that the ticket is paid; `false` if it says nothing.
    package var isPaid = false
    /// A note that asks staff to check something.
    package var note: String?
    /// The start of admission.
    package var opens: Timestamp?
    /// The end of admission, after ``opens``.
    package var closes: Timestamp?
    /// The ticket's identifier if the list was imported.
    package var imported: TicketID?
    /// The identifier of a new ticket; `nil` for a random one.
    package var newID: TicketID?
    /// The line in the list.
    package var line: Int?

    /// Creates a guest; what is left out, the list does not say.
    package init(
        name: String? = nil,
        reference: String? = nil,
        tier: String? = nil,
        admits: Int? = nil,
        status: TicketStatus = .valid,
        isPaid: Bool = false,
        note: String? = nil,
        opens: Timestamp? = nil,
        closes: Timestamp? = nil,
        imported: TicketID? = nil,
        line: Int? = nil
    ) {
        (self.name, self.reference, self.tier, self.admits) = (name, reference, tier, admits)
        (self.status, self.isPaid, self.note) = (status, isPaid, note)
        (self.opens, self.closes, self.imported, self.line) = (opens, closes, imported, line)
    }
}

extension Guest {
    /// - Parameters:
    ///   - entry: A row of a list.
    ///   - event: The event.
    ///   - tier: The tier for rows without one.
    package init(_ entry: ListEntry, of event: EventID, tier: String?) {
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
