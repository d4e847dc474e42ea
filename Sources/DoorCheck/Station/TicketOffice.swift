// Where guests become tickets.

import Ledger
import TicketSigning

/// Issues tickets of one event.
struct TicketOffice {
    let ledger: Ledger
    let event: EventID
    let epoch: UInt32

    /// Tickets of one list, those that were there before among them.
    struct Issue {
        /// In the order of the list.
        let tickets: [IssuedTicket]
        let newCount: Int
    }

    /// What makes two rows of a list the same guest's.
    private struct Identity: Hashable {
        let name: String?
        let reference: String?
        let tier: String?
        let admits: Int?
    }

    /// Puts guests on the list, all or none.
    ///
    /// A guest who stands in the list n times has n tickets afterwards, however often the list is issued. Tickets
    /// with the same reference belong to one user.
    ///
    /// - Parameters:
    ///   - guests: In the order of the list.
    ///   - onlyNew: Count tickets that are there already.
    /// - Returns: A ticket for each guest.
    /// - Throws: `LedgerError`; then none was issued.
    func issue(to guests: [Guest], onlyNew: Bool) async throws -> Issue {
        let existing = try await ledger.tickets(of: event)
        var users: [String: UserID] = [:]
        var spare: [Identity: [IssuedTicket]] = [:]
        for ticket in existing.reversed() {
            if let reference = ticket.reference { users[reference] = ticket.ticket.user }
            if onlyNew { spare[identity(of: ticket), default: []].append(ticket) }
        }
        var new: [IssuedTicket] = []
        let tickets = guests.map { guest in
            let identity = Identity(
                name: guest.name, reference: guest.reference, tier: guest.tier, admits: guest.admits
            )
            if let known = spare[identity]?.popLast() { return known }
            let user = guest.reference.flatMap { users[$0] } ?? .random()
            if let reference = guest.reference { users[reference] = user }
            let ticket = IssuedTicket(
                ticket: Ticket(event: event, user: user, id: .random()),
                epoch: epoch,
                tier: guest.tier,
                holder: guest.name,
                reference: guest.reference,
                admits: guest.admits
            )
            new.append(ticket)
            return ticket
        }
        try await ledger.add(new)
        return Issue(tickets: tickets, newCount: new.count)
    }

    /// Issues a new ticket in place of one: lost, shown around, or with another name.
    ///
    /// - Parameters:
    ///   - id: Which ticket; its code is refused from now on.
    ///   - attribution: Who, and why.
    ///   - instant: Now.
    /// - Returns: The new ticket, with the old one's entries.
    /// - Throws: `LedgerError`; then nothing was changed.
    func reissue(_ id: TicketID, by attribution: Attribution, on instant: Timestamp) async throws -> IssuedTicket? {
        try await ledger.reissue(id, epoch: epoch, by: attribution, on: instant)
    }

    private func identity(of ticket: IssuedTicket) -> Identity {
        Identity(name: ticket.holder, reference: ticket.reference, tier: ticket.tier, admits: ticket.admits)
    }
}
