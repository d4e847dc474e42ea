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
        /// Those that may enter, in the order of the list.
        let tickets: [IssuedTicket]
        let newCount: Int
        /// Rows that get no code: the list or the ledger says that they are blocked or withdrawn.
        let withdrawnCount: Int
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
    /// A guest who stands in the list n times has n tickets afterwards, however often the list is issued, and one who
    /// was imported keeps the imported ticket. Tickets with the same reference belong to one user. A row that is
    /// withdrawn gets no ticket; one that was issued before is withdrawn, unless staff took that back. A ticket that was
    /// not paid is, once the list says so.
    ///
    /// - Parameters:
    ///   - guests: In the order of the list.
    ///   - onlyNew: Count tickets that are there already.
    ///   - instant: Now.
    /// - Returns: A ticket for each guest who may enter.
    /// - Throws: `LedgerError`; then none was issued.
    func issue(to guests: [Guest], onlyNew: Bool, on instant: Timestamp) async throws -> Issue {
        let existing = try await ledger.tickets(of: event)
        let newest = Self.newest(of: existing)
        var users: [String: UserID] = [:]
        for ticket in existing.reversed() {
            if let reference = ticket.reference { users[reference] = ticket.ticket.user }
        }
        var taken = Set(onlyNew ? guests.compactMap { $0.imported.flatMap { newest[$0]?.ticket.id } } : [])
        var spare: [Identity: [IssuedTicket]] = [:]
        // The last ones are taken first: those that may enter.
        let usable = existing.filter { onlyNew && $0.status != .replaced && !taken.contains($0.ticket.id) }
        for ticket in usable.filter(\.isWithdrawn) + usable.filter({ !$0.isWithdrawn }).reversed() {
            spare[identity(of: ticket), default: []].append(ticket)
        }
        var new: [IssuedTicket] = []
        func known(_ guest: Guest) -> IssuedTicket? {
            if onlyNew, let imported = guest.imported.flatMap({ newest[$0] }) { return imported }
            return spare[identity(of: guest)]?.popLast()
        }
        func issued(_ guest: Guest) -> IssuedTicket {
            let user = guest.reference.flatMap { users[$0] } ?? .random()
            if let reference = guest.reference { users[reference] = user }
            let ticket = guest.ticket(Ticket(event: event, user: user, id: .random()), epoch: epoch)
            new.append(ticket)
            return ticket
        }
        var paid: [IssuedTicket] = []
        let good = guests.filter { !$0.isWithdrawn }.map { guest in
            guard let ticket = known(guest) else { return issued(guest) }
            if ticket.status == .unpaid, guest.isPaid { paid.append(ticket) }
            return ticket
        }
        taken = Set(good.map(\.ticket.id))
        let refunded = guests.filter(\.isWithdrawn).compactMap(known).filter { !taken.contains($0.ticket.id) }
        try await ledger.add(new)
        for ticket in refunded { try await withdraw(ticket, on: instant) }
        let list = try Attribution(actor: "ticket list", why: "paid in the list")
        for ticket in paid { _ = try await ledger.change(.pay, of: ticket.ticket.id, by: list, on: instant) }
        try await ledger.noteListing(of: event, on: instant)
        let entering = good.filter { !$0.isWithdrawn }
        return Issue(tickets: entering, newCount: new.count, withdrawnCount: guests.count - entering.count)
    }

    private func withdraw(_ ticket: IssuedTicket, on instant: Timestamp) async throws {
        let changes = try await ledger.changes(of: ticket.ticket.id)
        let isTakenBack = changes.contains { $0.action == .restore && $0.was == .revoked }
        guard ticket.status != .revoked, !isTakenBack else { return }
        let list = try Attribution(actor: "ticket list", why: "withdrawn in the list")
        _ = try await ledger.change(.revoke, of: ticket.ticket.id, by: list, on: instant)
    }

    /// Which ticket stands for each one now: itself, or the last one that it was issued anew as.
    private static func newest(of tickets: [IssuedTicket]) -> [TicketID: IssuedTicket] {
        let next = Dictionary(
            tickets.compactMap { ticket in ticket.replaces.map { ($0, ticket) } },
            uniquingKeysWith: { first, _ in first }
        )
        return Dictionary(
            tickets.map { ticket in
                var newest = ticket
                while newest.status == .replaced, let later = next[newest.ticket.id] { newest = later }
                return (ticket.ticket.id, newest)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Issues new tickets in place of others, all or none: lost, shown around, or signed with a key that is to end.
    ///
    /// - Parameters:
    ///   - ids: Which tickets, each once and on the list; their codes are refused from now on.
    ///   - attribution: Who, and why.
    ///   - instant: Now.
    /// - Returns: The new tickets, with the old ones' entries.
    /// - Throws: `LedgerError`; then nothing was changed.
    func reissue(
        _ ids: [TicketID],
        by attribution: Attribution,
        on instant: Timestamp
    ) async throws -> [IssuedTicket] {
        try await ledger.reissue(ids, epoch: epoch, by: attribution, on: instant)
    }

    private func identity(of ticket: IssuedTicket) -> Identity {
        Identity(name: ticket.holder, reference: ticket.reference, tier: ticket.tier, admits: ticket.admits)
    }

    private func identity(of guest: Guest) -> Identity {
        Identity(name: guest.name, reference: guest.reference, tier: guest.tier, admits: guest.admits)
    }
}

extension IssuedTicket {
    fileprivate var isWithdrawn: Bool { status == .blocked || status == .revoked }
}

extension Guest {
    fileprivate var isWithdrawn: Bool { status == .blocked || status == .revoked }

    fileprivate func ticket(_ ticket: Ticket, epoch: UInt32) -> IssuedTicket {
        IssuedTicket(
            ticket: ticket,
            epoch: epoch,
            tier: tier,
            status: status,
            holder: name,
            reference: reference,
            admits: admits,
            note: note,
            opens: opens,
            closes: closes
        )
    }
}
