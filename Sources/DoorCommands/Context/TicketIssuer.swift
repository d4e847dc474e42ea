// Issuing tickets to guests.

import DoorInstallation
import DoorOutput
import Ledger
import TicketSigning

/// Issues tickets of one event.
struct TicketIssuer {
    let ledger: Ledger
    let event: EventID
    let epoch: UInt32

    /// The tickets of one list, including those that existed before.
    struct Issue {
        /// The tickets that may enter, in the order of the list.
        let tickets: [IssuedTicket]
        let newCount: Int
        /// The number of rows that get no code because the list or the ledger has them as blocked or revoked.
        let withdrawnCount: Int
        /// The number of tickets that the same list created before and now has with other values.
        let correctedCount: Int
    }

    /// The values that identify two rows of a list as the same guest.
    private struct Identity: Hashable {
        let name: String?
        let reference: String?
        let tier: String?
        let admits: Int?
    }

    /// Puts guests on the list, all or none.
    ///
    /// A guest who occurs n times in the list has n tickets afterwards, however often the list is issued, and a guest
    /// who was imported keeps the imported ticket. If the same file was issued or imported before, each of its lines
    /// refers to the ticket that it created then. Tickets with the same reference belong to one user. A withdrawn row
    /// gets no ticket; if it was issued before, its ticket is revoked, unless staff restored it. An unpaid ticket
    /// becomes paid once the list says so.
    ///
    /// - Parameters:
    ///   - guests: The guests, in the order of the list.
    ///   - file: The list's file; without one, each guest gets a new ticket.
    ///   - instant: The current time.
    /// - Returns: A ticket for each guest who may enter.
    /// - Throws: `LedgerError`; then no ticket was issued.
    func issue(to guests: [Guest], from file: ListFile?, on instant: Timestamp) async throws -> Issue {
        let onlyNew = file != nil
        let existing = try await ledger.tickets(of: event).filter { !$0.isRemoved }
        let newest = Self.newest(of: existing)
        let earlier =
            if let file { try await ledger.earlierImport(of: file, into: event) } else {
                nil as (import: ListImport, lines: [Int: TicketID])?
            }
        let aliases = try await ledger.ticketAliases()
        var users: [String: UserID] = [:]
        for ticket in existing.reversed() {
            if let reference = ticket.reference { users[reference] = ticket.ticket.user }
        }
        func named(_ guest: Guest) -> IssuedTicket? {
            guard onlyNew else { return nil }
            let line = guest.line.flatMap { earlier?.lines[$0] }
            return (line ?? guest.imported.map { aliases[$0] ?? $0 }).flatMap { newest[$0] }
        }
        var taken = Set(guests.compactMap { named($0)?.ticket.id })
        var spare: [Identity: [IssuedTicket]] = [:]
        // Tickets are taken from the end, so those that may enter are last.
        let usable = existing.filter { onlyNew && $0.status != .replaced && !taken.contains($0.ticket.id) }
        for ticket in usable.filter(\.isWithdrawn) + usable.filter({ !$0.isWithdrawn }).reversed() {
            spare[identity(of: ticket), default: []].append(ticket)
        }
        var issue = ListIssue()
        func known(_ guest: Guest) -> IssuedTicket? {
            guard let ticket = named(guest) else { return spare[identity(of: guest)]?.popLast() }
            guard let earlier, guest.line.map({ earlier.lines[$0] != nil }) == true else { return ticket }
            let corrected = ticket.corrected(by: guest, wholly: earlier.import.kind == .issued)
            if corrected != ticket { issue.corrected.append(corrected) }
            return corrected
        }
        func issued(_ guest: Guest) -> IssuedTicket {
            let user = guest.reference.flatMap { users[$0] } ?? .random()
            if let reference = guest.reference { users[reference] = user }
            let ticket = guest.ticket(Ticket(event: event, user: user, id: .random()), epoch: epoch)
            issue.new.append((ticket, guest.line))
            return ticket
        }
        let good = guests.filter { !$0.isWithdrawn }.map { guest in
            guard let ticket = known(guest) else { return issued(guest) }
            if ticket.status == .unpaid, guest.isPaid { issue.paid.append(ticket.ticket.id) }
            return ticket
        }
        taken = Set(good.map(\.ticket.id))
        for ticket in guests.filter(\.isWithdrawn).compactMap(known) where !taken.contains(ticket.ticket.id) {
            if try await isToWithdraw(ticket) { issue.withdrawn.append(ticket.ticket.id) }
        }
        try await ledger.add(issue, to: event, from: file, on: instant)
        try await ledger.noteListing(of: event, on: instant)
        let entering = good.filter { !$0.isWithdrawn }
        return Issue(
            tickets: entering, newCount: issue.new.count, withdrawnCount: guests.count - entering.count,
            correctedCount: Set(issue.corrected.map(\.ticket.id)).count)
    }

    /// Returns whether a withdrawal in the list applies: it does not if staff restored the ticket.
    private func isToWithdraw(_ ticket: IssuedTicket) async throws -> Bool {
        guard ticket.status != .revoked else { return false }
        let changes = try await ledger.changes(of: ticket.ticket.id)
        return !changes.contains { $0.action == .restore && $0.was == .revoked }
    }

    /// Maps each ticket to its current one: itself, or its latest replacement.
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

    /// Replaces tickets with new ones, all or none: because they are lost, shared, or signed with a key to be
    /// retired.
    ///
    /// - Parameters:
    ///   - ids: The tickets, each once and on the list; their codes are refused from now on.
    ///   - attribution: Who does it, and why.
    ///   - instant: The current time.
    /// - Returns: The new tickets, with the entries of the old ones.
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

extension IssuedTicket {
    /// Returns the ticket with the values that its list has now.
    ///
    /// - Parameters:
    ///   - guest: A row of the list.
    ///   - wholly: Whether values that the row lacks are removed from the ticket.
    /// - Returns: A ticket with the same identifiers and the same status.
    fileprivate func corrected(by guest: Guest, wholly: Bool) -> IssuedTicket {
        func value<Value>(_ new: Value?, _ old: Value?) -> Value? { wholly ? new : new ?? old }
        return IssuedTicket(
            ticket: ticket,
            epoch: epoch,
            tier: value(guest.tier, tier),
            status: status,
            holder: value(guest.name, holder),
            reference: value(guest.reference, reference),
            admits: value(guest.admits, admits),
            note: value(guest.note, note),
            opens: value(guest.opens, opens),
            closes: value(guest.closes, closes),
            statusWhy: statusWhy,
            replaces: replaces
        )
    }
}

extension CommandContext {
    /// Returns the issuer of an event's tickets, which signs with the event's newest key.
    func ticketIssuer(for event: Event) async throws -> TicketIssuer {
        guard let newest = try await ledger.keys(of: event.id).last(where: { !$0.isRetired }) else {
            throw CommandError(.noInput, "Event '\(event.slug)' has no key in \(ledger.path).")
        }
        return TicketIssuer(ledger: ledger, event: event.id, epoch: newest.epoch)
    }
}
