// The organiser's searches for tickets.

import Ledger
import TicketSigning

/// The tickets that were found.
struct FoundTickets: Sendable {
    var tickets: [OrganiserTicket] = []
    /// Whether there are more.
    var hasMore = false
    /// What is wrong with the code that was searched for, in a sentence; `nil` for nothing.
    var note: String?
}

extension OrganiserDashboard {
    /// How many tickets a search may find.
    static let searchLimits = 1...1000

    /// Finds tickets by a code, by a barcode, by their whole identifier, or by prefixes of the words of a name or
    /// reference.
    ///
    /// - Parameters:
    ///   - text: What was scanned or typed; not empty.
    ///   - limit: How many tickets to find by words; within ``searchLimits``.
    ///   - keys: Returns the secret keys that verify codes; called for a code only.
    ///   - permit: The permit of who searches; tickets of other events are not found.
    /// - Returns: The tickets, ordered by holder, those with this barcode first.
    /// - Throws: `LedgerError`.
    func tickets(
        matching text: String, atMost limit: Int, keys: () async throws -> [EventKey], for permit: TicketPermit
    ) async throws -> FoundTickets {
        let scope = permit.session.scope
        // Scanners and tables add a line's end.
        let text = text.trimmed
        if let id = TicketID(text.lowercased()) {
            let (tickets, note) = try await partnersOrListed(id, in: scope)
            return FoundTickets(tickets: tickets, note: note)
        }
        let code: TicketCode
        do throws(TicketRejection) {
            code = try TicketCode(text)
        } catch .notATicket {
            return try await tickets(withBarcodeOrWords: text, atMost: limit, in: scope)
        } catch { return FoundTickets(note: error.description) }
        return try await ticket(in: code, checkedWith: keys, in: scope)
    }

    private func tickets(with id: TicketID, in scope: EventScope) async throws -> [OrganiserTicket] {
        guard let ticket = try await ledger.ticket(id), scope.includes(ticket.ticket.event) else { return [] }
        return [OrganiserTicket(ticket)]
    }

    /// Finds the ticket that a code names. One that a known key did not sign names none.
    private func ticket(
        in code: TicketCode, checkedWith keys: () async throws -> [EventKey], in scope: EventScope
    ) async throws -> FoundTickets {
        var ring = KeyRing()
        // Without the keys a code can still be looked up, and that is said.
        for key in (try? await keys()) ?? [] { try? ring.insert(key) }
        for key in try await ledger.keys() where !key.isRetired { try? key.verifyingKey.map { try ring.insert($0) } }
        for grant in try await ledger.verifyingGrants() { ring.insert(grant) }
        var note: String?
        var sold: VerifiedTicket?
        do throws(TicketRejection) {
            sold = try TicketVerifier(keyRing: ring).verify(code)
        } catch .unknownKey {
            note = "Nobody knows whether this code is genuine: its key is retired, or not on the hub’s machine."
        } catch { return FoundTickets(note: error.description) }
        if let sold, case .grant = sold.signer {
            let (tickets, note) = try await partnersOrListed(sold.ticket.id, in: scope)
            return FoundTickets(tickets: tickets, note: note)
        }
        guard case .ticket(let id, _, _) = code.unverified else { return FoundTickets(note: note) }
        let tickets = try await tickets(with: id, in: scope)
        if tickets.isEmpty { note = "The ticket of this code is on no list that you may see." }
        return FoundTickets(tickets: tickets, note: note)
    }

    /// Returns a ticket of the list, or what is known of one that a partner may sell.
    private func partnersOrListed(
        _ id: TicketID, in scope: EventScope
    ) async throws -> (tickets: [OrganiserTicket], note: String?) {
        guard let granted = try await ledger.grantedTicket(id), scope.includes(granted.ticket.event) else {
            return (try await tickets(with: id, in: scope), nil)
        }
        return (
            [], "\(granted.facts.name) is a partner’s ticket, \(granted.facts.status.rawValue), which is on no list."
        )
    }

    private func tickets(
        withBarcodeOrWords text: String, atMost limit: Int, in scope: EventScope
    ) async throws -> FoundTickets {
        let exact = try await ledger.tickets(withBarcode: text).filter { scope.includes($0.ticket.event) }
        let known = Set(exact.map(\.ticket.id))
        // One more than is shown, to know whether there is one.
        let worded = try await ledger.tickets(matching: text, of: scope.events, limit: limit + 1)
        let others = worded.prefix(limit).filter { !known.contains($0.ticket.id) }
        return FoundTickets(
            tickets: (exact + others).map { OrganiserTicket($0) }, hasMore: worded.count > limit)
    }
}
