// Issuing tickets to guests.

package import DoorInstallation
import DoorOutput
package import Ledger
package import TicketSigning

/// Issues tickets of one event.
package struct TicketIssuer {
    package let ledger: Ledger
    package let event: EventID
    package let epoch: UInt32

    /// The tickets of one list, including those that existed before.
    package struct Issue {
        /// The tickets that may enter, in the order of the list.
        package let tickets: [IssuedTicket]
        package let newCount: Int
        /// The number of rows that get no code because the list or the ledger has them as blocked or revoked.
        package let withdrawnCount: Int
        /// The number of tickets that the same list created before and now has with other values.
        package let correctedCount: Int
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
    ///   - seller: Who sells the tickets, which is recorded with those that are paid; `nil` if a list says so.
    ///   - instant: The current time.
    /// - Returns: A ticket for each guest who may enter.
    /// - Throws: `LedgerError`; then no ticket was issued.
    package func issue(
        to guests: [Guest], from file: ListFile?, soldBy seller: Attribution? = nil, on instant: Timestamp
    ) async throws -> Issue {
        // Without a list nobody has a ticket already, and only an order or address tells whose a new one is.
        let isNewToAll = file == nil && guests.allSatisfy { $0.reference == nil }
        let existing = isNewToAll ? [] : try await ledger.tickets(of: event).filter { !$0.isRemoved }
        let earlier =
            if let file { try await ledger.earlierImport(of: file, into: event) } else {
                nil as (import: ListImport, lines: [Int: TicketID])?
            }
        var matcher = GuestMatcher(event: event, epoch: epoch, earlier: earlier, users: existing)
        if file != nil { matcher.add(existing, for: guests, aliases: try await ledger.ticketAliases()) }
        let good = guests.filter { !$0.isWithdrawn }.map { matcher.ticket(for: $0) }
        let withdrawn = guests.filter(\.isWithdrawn).compactMap { matcher.knownTicket(for: $0) }
        var issue = matcher.issue
        issue.seller = seller
        let taken = Set(good.map(\.ticket.id))
        for ticket in withdrawn where !taken.contains(ticket.ticket.id) {
            if try await isToWithdraw(ticket) { issue.withdrawn.append(ticket.ticket.id) }
        }
        try await ledger.add(issue, to: event, from: file, on: instant)
        try await ledger.recordListUpdate(of: event, on: instant)
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

    /// Replaces tickets with new ones, all or none: because they are lost, shared, or signed with a key to be
    /// retired.
    ///
    /// - Parameters:
    ///   - ids: The tickets, each once and on the list; their codes are refused from now on.
    ///   - attribution: Who does it, and why.
    ///   - instant: The current time.
    /// - Returns: The new tickets, with the entries of the old ones.
    /// - Throws: `LedgerError`; then nothing was changed.
    package func reissue(
        _ ids: [TicketID],
        by attribution: Attribution,
        on instant: Timestamp
    ) async throws -> [IssuedTicket] {
        try await ledger.reissue(ids, epoch: epoch, by: attribution, on: instant)
    }
}

/// Matches the guests of one list with the tickets that exist, and collects what is to be changed.
private struct GuestMatcher {
    private let event: EventID
    private let epoch: UInt32
    /// The earlier import of the same file, and the tickets that its lines created.
    private let earlier: (import: ListImport, lines: [Int: TicketID])?
    private var users: [String: UserID] = [:]
    /// The tickets that rows of imports mean under other identifiers.
    private var aliases: [TicketID: TicketID] = [:]
    /// The current ticket of each: itself, or its latest replacement.
    private var newest: [TicketID: IssuedTicket] = [:]
    /// The tickets that no row of the list names, by guest; the next to give is last.
    private var spare: [Identity: [IssuedTicket]] = [:]
    /// The changes so far.
    private(set) var issue = ListIssue()

    /// The values that identify two rows of a list as the same guest.
    private struct Identity: Hashable {
        let name: String?
        let reference: String?
        let tier: String?
        let admits: Int?
    }

    /// Creates a matcher that gives every guest a new ticket.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - epoch: The epoch of the key that signs new tickets.
    ///   - earlier: The earlier import of the same file.
    ///   - existing: The tickets on the list, which tell the user of each reference.
    init(
        event: EventID,
        epoch: UInt32,
        earlier: (import: ListImport, lines: [Int: TicketID])?,
        users existing: [IssuedTicket]
    ) {
        (self.event, self.epoch, self.earlier) = (event, epoch, earlier)
        for ticket in existing.reversed() {
            if let reference = ticket.reference { users[reference] = ticket.ticket.user }
        }
    }

    /// Adds tickets that guests may have already.
    mutating func add(_ existing: [IssuedTicket], for guests: [Guest], aliases: [TicketID: TicketID]) {
        newest = Self.newest(of: existing)
        self.aliases = aliases
        let named = Set(guests.compactMap { self.named($0)?.ticket.id })
        let usable = existing.filter { $0.status != .replaced && !named.contains($0.ticket.id) }
        // Tickets are taken from the end, so those that may enter are last.
        for ticket in usable.filter(\.isWithdrawn) + usable.filter({ !$0.isWithdrawn }).reversed() {
            spare[identity(of: ticket), default: []].append(ticket)
        }
    }

    /// Returns the ticket of a guest who may enter: one that exists, or a new one.
    mutating func ticket(for guest: Guest) -> IssuedTicket {
        guard let ticket = knownTicket(for: guest) else { return newTicket(for: guest) }
        if ticket.status == .unpaid, guest.isPaid { issue.paid.append(ticket.ticket.id) }
        return ticket
    }

    /// Returns a ticket that exists, with the values that the list has now; `nil` if the guest has none.
    mutating func knownTicket(for guest: Guest) -> IssuedTicket? {
        guard let ticket = named(guest) else { return spare[identity(of: guest)]?.popLast() }
        guard let earlier, guest.line.map({ earlier.lines[$0] != nil }) == true else { return ticket }
        let corrected = ticket.corrected(by: guest, wholly: earlier.import.kind == .issued)
        if corrected != ticket { issue.corrected.append(corrected) }
        return corrected
    }

    private mutating func newTicket(for guest: Guest) -> IssuedTicket {
        let user = guest.reference.flatMap { users[$0] } ?? .random()
        if let reference = guest.reference { users[reference] = user }
        let ticket = guest.ticket(Ticket(event: event, user: user, id: guest.newID ?? .random()), epoch: epoch)
        issue.new.append((ticket, guest.line))
        if ticket.status == .unpaid, guest.isPaid { issue.paid.append(ticket.ticket.id) }
        return ticket
    }

    /// Returns the current ticket that the guest's row, or an import, names.
    private func named(_ guest: Guest) -> IssuedTicket? {
        let line = guest.line.flatMap { earlier?.lines[$0] }
        return (line ?? guest.imported.map { aliases[$0] ?? $0 }).flatMap { newest[$0] }
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
    package func ticketIssuer(for event: Event) async throws -> TicketIssuer {
        guard let newest = try await ledger.keys(of: event.id).last(where: { !$0.isRetired }) else {
            throw CommandError(.noInput, "Event '\(event.slug)' has no key in \(ledger.path).")
        }
        return TicketIssuer(ledger: ledger, event: event.id, epoch: newest.epoch)
    }
}
