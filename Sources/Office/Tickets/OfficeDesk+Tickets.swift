// Finding, selling and changing tickets.

import Accounts
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising
import TicketSigning

/// What part of the list the page asks for.
struct TicketSearch: Decodable {
    var text: String?
    var tier: String?
    var status: String?
    var entered: Bool?
    var after: String?
    var limit: Int?
}

/// Where a part of the list ends, and the next one begins.
enum TicketPlace: Hashable {
    case beginning
    /// In a list that is sorted by name, after this ticket.
    case ticket(TicketID)
    /// In a list with the latest tickets first, after this revision.
    case revision(Int64)

    /// - Parameter text: What ``text`` gave; `nil` for the beginning.
    init?(_ text: String?) {
        guard let text else {
            self = .beginning
            return
        }
        if let ticket = TicketID(text) {
            self = .ticket(ticket)
        } else if let revision = Int64(text) {
            self = .revision(revision)
        } else {
            return nil
        }
    }

    /// The place as pages send it back; empty for the beginning.
    var text: String {
        switch self {
        case .beginning: ""
        case .ticket(let ticket): "\(ticket)"
        case .revision(let revision): "\(revision)"
        }
    }

    var ticket: TicketID? {
        if case .ticket(let ticket) = self { ticket } else { nil }
    }

    var revision: Int64? {
        if case .revision(let revision) = self { revision } else { nil }
    }
}

/// A ticket to sell.
struct TicketSale: Decodable {
    /// A text that the page makes up for each sale: one that is sent again, because its answer was lost, is the same.
    var sale: String?
    var name: String?
    var reference: String?
    var tier: String?
    var admits: Int?
    var note: String?
    var paid: Bool?
}

/// An action on a ticket that the person saw.
struct TicketActionRequest: Decodable {
    let action: String
    let why: String?
    let version: String
}

/// An undo of the last entry or exit with a ticket that the person saw.
struct TicketUndoRequest: Decodable {
    let why: String?
    let version: String
}

extension OfficeDesk {
    private static let usualCount = 50
    private static let mostTickets = 200
    /// How many tickets of the list are passed for an answer, in search of those that a filter selects. If it selects
    /// few, the page asks for the rest.
    private static let mostPassed = 10_000
    /// The same for a filter that looks at the scans of each ticket, which takes several times as long.
    private static let mostPassedWithScans = 1500
    /// A list with more tickets is not sorted: its latest tickets come first.
    private static let mostSorted = 2000
    /// How many tickets with the same words are compared with a filter.
    private static let mostLookedAt = 2000

    /// Returns a part of an event's list: the tickets that match, otherwise all by name; in a long list, those that
    /// were added or corrected last come first.
    ///
    /// - Throws: ``OfficeRefusal``, `LedgerError`.
    func tickets(_ search: TicketSearch, of event: EventID) async throws -> TicketPage {
        _ = try await self.event(event)
        let ledger = try context().ledger
        guard search.status.map({ TicketStatus(rawValue: $0) != nil }) ?? true,
            let place = TicketPlace(search.after)
        else { throw OfficeRefusal("This choice is not known; load the page again.") }
        let limit = min(max(search.limit ?? Self.usualCount, 1), Self.mostTickets)
        let text = search.text?.trimmed ?? ""
        guard text.isEmpty else {
            let hasFilter = search.tier != nil || search.status != nil || search.entered != nil
            let most = hasFilter ? Self.mostLookedAt : Self.mostTickets
            let found = try await tickets(matching: text, of: event, limit: most, for: search)
                .filter { search.includes($0) }
            return TicketPage(tickets: found.prefix(Self.mostTickets).map(TicketEntry.init), next: nil)
        }
        var filter = TicketFilter()
        filter.event = event
        filter.tier = search.tier
        filter.statuses = Set(search.status.flatMap { TicketStatus(rawValue: $0) }.map { [$0] } ?? [])
        filter.isEntered = search.entered
        if try await isSorted(at: place, of: event, in: ledger) {
            let part = try await ledger.ticketsByHolder(matching: filter, after: place.ticket, limit: limit)
            let last = part.hasMore ? part.tickets.last?.ticket.ticket.id : nil
            let next = last.map { TicketPlace.ticket($0).text }
            return TicketPage(tickets: part.tickets.map(TicketEntry.init), next: next)
        }
        return try await latest(matching: filter, after: place, limit: limit, in: ledger)
    }

    private func isSorted(at place: TicketPlace, of event: EventID, in ledger: Ledger) async throws -> Bool {
        switch place {
        case .ticket: return true
        case .revision: return false
        case .beginning:
            let counts = try await counter.counts(of: event, in: ledger).counts
            let total = counts?.tickets.values.reduce(0, +)
            return total.map { $0 <= Self.mostSorted } ?? false
        }
    }

    /// Returns a part of a long list, the latest tickets first.
    private func latest(
        matching filter: TicketFilter, after place: TicketPlace, limit: Int, in ledger: Ledger
    ) async throws -> TicketPage {
        let part = try await ledger.tickets(
            matching: filter, after: place.revision, limit: limit,
            lookingAt: filter.isEntered == nil ? Self.mostPassed : Self.mostPassedWithScans)
        return TicketPage(
            tickets: part.tickets.map(TicketEntry.init), next: part.next.map { TicketPlace.revision($0).text })
    }

    /// Finds tickets by identifier, by number, by code, by another shop's code, or by words of a name or reference.
    private func tickets(
        matching text: String, of event: EventID, limit: Int, for search: TicketSearch
    ) async throws -> [ListedTicket] {
        let context = try context()
        var ids: [TicketID] = []
        if let id = TicketID(text.lowercased()) {
            ids = [id]
        } else if let ticket = try? TicketVerifier(keyRing: try await context.keyRing()).verify(code: text) {
            ids = [ticket.ticket.id]
        } else {
            ids = try await context.ledger.tickets(withBarcode: text).map(\.ticket.id)
            let matching = try await context.ledger.tickets(
                matching: text, of: [event], tier: search.tier, status: search.status.flatMap(TicketStatus.init),
                limit: limit)
            // Whether somebody has entered is known only of the tickets that are looked up one by one.
            ids += matching.prefix(search.entered == nil ? Self.mostTickets : limit).map(\.ticket.id)
        }
        var seen: Set<TicketID> = []
        return try await context.ledger.listedTickets(ids.filter { seen.insert($0).inserted })
            .filter { $0.ticket.ticket.event == event }
    }

    /// Returns a ticket with everything that happened to it.
    ///
    /// - Throws: ``OfficeRefusal`` if it is not on the list; `LedgerError`.
    func ticket(_ id: TicketID, for permit: DeskPermit) async throws -> TicketState {
        let ledger = try context().ledger
        guard let record = try await ledger.record(of: id), let listed = try await ledger.listedTickets([id]).first
        else { throw OfficeRefusal.missing("ticket") }
        return TicketState(
            record, listed, undo: try await undoable(record, for: permit), for: permit,
            canPrint: canPrint(id, permit))
    }

    /// Returns the last entry or exit with a ticket, if the person may undo it.
    private func undoable(_ record: TicketRecord, for permit: DeskPermit) async throws -> TicketState.Undoable? {
        let ledger = try context().ledger
        guard let last = record.movements.last,
            permit.session.role.permitsUndo(of: last, at: try await ledger.ownBox().id)
        else { return nil }
        return TicketState.Undoable(
            last, limit: try await event(record.listed.ticket.event).undoTime, now: WallClock.now)
    }

    /// Undoes the last entry or exit with a ticket, for a group that of one person.
    ///
    /// - Returns: The ticket as it is now.
    /// - Throws: ``OfficeRefusal`` if it has changed since the person saw it, or nothing can be undone; `LedgerError`.
    func undo(_ wanted: TicketUndoRequest, on id: TicketID, for permit: DeskPermit) async throws -> TicketState {
        guard let seen = TicketVersion(wanted.version) else {
            throw OfficeRefusal("This cannot be done here; load the page again.")
        }
        guard let why = wanted.why?.trimmed, !why.isEmpty else {
            throw OfficeRefusal("Enter a reason; it is kept.", field: "why")
        }
        let context = try context()
        guard let record = try await context.ledger.record(of: id) else { throw OfficeRefusal.missing("ticket") }
        guard record.version == seen else { throw Self.changedMeanwhile }
        if let last = record.movements.last {
            guard permit.session.role.permitsUndo(of: last, at: try await context.ledger.ownBox().id) else {
                throw OfficeRefusal(
                    "Box \(last.entry.boxName) recorded this; an organiser undoes it, or staff at that box.",
                    because: .notPermitted)
            }
        }
        let now = WallClock.now
        let attribution = try Attribution(actor: permit.session.person.name, why: why)
        let undo: Undo
        do {
            undo = try await context.undo(record.listed.ticket, seen: seen, on: now, by: attribution)
        } catch LedgerError.changedMeanwhile(let changes) {
            throw Self.refusal(changes)
        }
        switch undo {
        case .undone: return try await ticket(id, for: permit)
        case .nothing:
            throw OfficeRefusal(
                "There is nothing to undo: no one has entered or left with this ticket.", because: .conflict)
        case .tooLate(let movement, let limit):
            guard limit > .zero else { throw OfficeRefusal("The event allows no undo.", because: .conflict) }
            let time = movement.entry.at.localTime(seenFrom: now)
            throw OfficeRefusal(
                "The last entry or exit was at \(time); the event allows an undo for \(limit.minutes) minutes.",
                because: .conflict)
        }
    }

    /// Returns whether somebody may have a ticket's code: an organiser, and whoever has just sold the ticket. A copy of
    /// another guest's ticket would turn that guest away.
    func canPrint(_ id: TicketID, _ permit: DeskPermit) -> Bool {
        permit.session.role == .organiser || sellers[id] == permit.session.person
    }

    /// Does something with a ticket.
    ///
    /// - Returns: The ticket; for a reissue, the new one.
    /// - Throws: ``OfficeRefusal`` if it has changed since the person saw it, or if it cannot be done; `LedgerError`.
    func perform(
        _ wanted: TicketActionRequest, on id: TicketID, for permit: DeskPermit
    ) async throws -> TicketState {
        guard let action = TicketAction(rawValue: wanted.action), let seen = TicketVersion(wanted.version) else {
            throw OfficeRefusal("This cannot be done here; load the page again.")
        }
        let context = try context()
        let why = wanted.why.flatMap { $0.isEmpty ? nil : $0 }
        guard let status = try await context.ledger.ticket(id)?.status else { throw OfficeRefusal.missing("ticket") }
        guard permit.permits(action, on: status) else {
            throw OfficeRefusal(
                "Your account may block tickets and lift blocks; an organiser revokes and reissues.",
                because: .notPermitted)
        }
        let attribution = try Attribution(actor: permit.session.person.name, why: why)
        do {
            guard action == .reissue else {
                let changed = try await context.ledger.change(
                    action, of: id, seen: seen, by: attribution, on: WallClock.now)
                guard changed != nil else { throw OfficeRefusal.missing("ticket") }
                return try await ticket(id, for: permit)
            }
            guard try await context.ledger.version(of: id) == seen else { throw Self.changedMeanwhile }
            guard let ticket = try await context.ledger.ticket(id) else { throw OfficeRefusal.missing("ticket") }
            // Otherwise the old code would be refused and nobody could write the new one.
            _ = try await context.ticketSigners()
            let issuer = try await context.ticketIssuer(for: try await event(ticket.ticket.event))
            let new = try await issuer.reissue([id], by: attribution, on: WallClock.now)
            guard let first = new.first else { throw OfficeRefusal.missing("ticket") }
            return try await self.ticket(first.ticket.id, for: permit)
        } catch LedgerError.changedMeanwhile(let changes) {
            throw Self.refusal(changes)
        }
    }

    private static func refusal(_ changes: ConcurrentChange) -> OfficeRefusal {
        OfficeRefusal(
            changes.sentence { $0.localTime(seenFrom: WallClock.now) }, because: .conflict, kind: .changedMeanwhile)
    }

    private static let changedMeanwhile = OfficeRefusal(
        "The ticket has changed since you opened it; nothing was done.", because: .conflict, kind: .changedMeanwhile)

    /// Puts one more guest on the list; a sale that is sent again makes no second ticket.
    ///
    /// - Throws: ``OfficeRefusal`` that names the field; `LedgerError`.
    func sell(_ sale: TicketSale, at id: EventID, for permit: DeskPermit) async throws -> TicketState {
        let person = permit.session.person
        // What the page calls the sale gives the ticket its identifier, so that a sale that is sent again is the same
        // ticket, also after the office was started again.
        let new = sale.sale.map { Self.ticket(of: $0, in: permit.session, at: id) } ?? .random()
        let selling = sales[new] ?? Task { try await sellOnce(sale, as: new, at: id, by: person) }
        sales[new] = selling
        defer { sales[new] = nil }
        try await selling.value
        return try await ticket(new, for: permit)
    }

    private static func ticket(of sale: String, in session: OfficeSession, at event: EventID) -> TicketID {
        let facts = [session.person.id, session.accountMark, sale].joined(separator: "\0")
        return .derived(from: Array("doorcheck/office-sale/v1\0\(facts)\0".utf8) + event.bytes)
    }

    private func sellOnce(
        _ sale: TicketSale, as new: TicketID, at id: EventID, by person: OfficePerson
    ) async throws {
        if try await context().ledger.ticket(new) == nil { try await sellNew(sale, as: new, at: id, by: person) }
        sellers[new] = person
    }

    private func sellNew(
        _ sale: TicketSale, as new: TicketID, at id: EventID, by person: OfficePerson
    ) async throws {
        let event = try await event(id)
        _ = try await context().ticketSigners()
        guard (1...1000).contains(sale.admits ?? 1) else {
            throw OfficeRefusal("A ticket admits 1 to 1000 people.", field: "admits")
        }
        // A payment is recorded under the name of who has taken the money.
        var guest = Guest(
            name: try Self.line(sale.name, "name"), reference: try Self.line(sale.reference, "reference"),
            tier: try Self.line(sale.tier, "tier"), admits: sale.admits, status: .unpaid, isPaid: sale.paid ?? true,
            note: try Self.line(sale.note, "note"))
        let context = try context()
        if let tier = guest.tier {
            // In the event's own spelling: the same letters can be other bytes.
            guard let known = try await context.ledger.tiers(of: id).first(where: { $0.name == tier }) else {
                throw OfficeRefusal("The event has no tier “\(tier)”.", field: "tier")
            }
            guest.tier = known.name
        }
        let seller = try Attribution(actor: person.name, why: TicketChange.saleReason)
        guest.newID = new
        _ = try await context.ticketIssuer(for: event)
            .issue(to: [guest], from: nil, soldBy: seller, on: WallClock.now)
    }

    private static func line(_ text: String?, _ field: String) throws(OfficeRefusal) -> String? {
        guard let text = text?.trimmed, !text.isEmpty else { return nil }
        guard text.unicodeScalars.count <= EventForm.longestText, text.isPlainLine else {
            throw OfficeRefusal(
                "Write this in one line of at most \(EventForm.longestText) characters.", field: field)
        }
        return text
    }
}

extension TicketSearch {
    fileprivate func includes(_ ticket: IssuedTicket) -> Bool {
        (tier == nil || tier == ticket.tier) && (status == nil || status == ticket.status.rawValue)
    }

    fileprivate func includes(_ listed: ListedTicket) -> Bool {
        includes(listed.ticket) && (entered == nil || entered == (listed.entries > 0))
    }
}
