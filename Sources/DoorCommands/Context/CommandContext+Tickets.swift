// Finding tickets by the names that people use.

import DoorConfiguration
import DoorInstallation
import DoorOutput
import Ledger
import TicketSigning

extension CommandContext {
    /// Finds the ticket that a text names: an identifier of the list, a genuine code (listed or not), another
    /// platform's barcode, words of a name, e-mail address or order number that identify one ticket, or a partner and a
    /// number.
    ///
    /// - Parameter text: The text as typed or scanned.
    /// - Returns: The ticket as in its code.
    /// - Throws: ``CommandError`` that never contains the text, because a code is as good as a ticket. If several
    ///   tickets match, they are listed on standard error.
    func ticket(named text: String) async throws -> Ticket {
        try await presented(text).ticket
    }

    /// Finds the ticket that a text names and the epoch of the key that signed its code; `nil` if the text is not a
    /// code.
    func presented(_ text: String) async throws -> (ticket: Ticket, epoch: UInt32?) {
        if let id = TicketID(text) {
            guard let known = try await ledger.knownTicket(id) else { throw missing(id) }
            return (known, nil)
        }
        let verifier = TicketVerifier(keyRing: try await keyRing())
        do throws(TicketRejection) {
            let verified = try verifier.verify(code: text)
            guard case .key(let epoch) = verified.signer else { return (verified.ticket, nil) }
            return (verified.ticket, epoch)
        } catch .notATicket {
            guard let ticket = try await listedTicket(named: text) else {
                throw CommandError(
                    .noInput,
                    "No ticket matches; name one by its identifier or code, or by words of a name, e-mail address or "
                        + "order number, as `ticket find` takes them.")
            }
            return (ticket, nil)
        } catch {
            throw CommandError(.refused, error.description)
        }
    }

    /// Finds the identifiers of listed tickets, each once.
    ///
    /// - Parameter texts: Texts that ``ticket(named:)`` accepts.
    /// - Returns: The identifiers, in the order of first mention.
    /// - Throws: ``CommandError``.
    func ticketIDs(named texts: [String]) async throws -> [TicketID] {
        var ids: [TicketID] = []
        for (index, text) in texts.enumerated() {
            let id = try await telling(index, of: texts.count) { try await ticket(named: text).id }
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    /// Adds an argument's position to errors, because no error quotes the argument.
    ///
    /// - Parameters:
    ///   - index: The argument's index, starting at 0.
    ///   - count: The number of arguments.
    ///   - body: The operation on the argument.
    /// - Returns: The result of `body`.
    /// - Throws: Errors of `body`, with the argument's position if there are several arguments.
    func telling<Result>(_ index: Int, of count: Int, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as CommandError where count > 1 {
            throw CommandError(error.status, "Ticket \(index + 1) of the \(count) named: \(error)")
        }
    }

    /// Finds the only listed ticket with a barcode, or with words of a name, e-mail address or order number.
    ///
    /// - Parameter text: A text that is neither an identifier nor one of our codes.
    /// - Returns: `nil` if none matches.
    /// - Throws: ``CommandError`` if several match.
    func listedTicket(named text: String) async throws -> Ticket? {
        var found = try await ledger.tickets(withBarcode: text)
        if found.isEmpty { found = try await ledger.tickets(matching: text, limit: Self.mostCounted) }
        found += try await ledger.listedGrantedTickets(matching: text)
        found = found.filter { !$0.isRemoved }
        if let event = try await configuredEvent() { found = found.preferring { $0.ticket.event == event } }
        found = found.preferring { $0.status != .replaced }
        let exact = found.filter { $0.isCalled(text) }
        if exact.count == 1 { found = exact }
        guard found.count > 1 else { return found.first?.ticket }
        try await note(found)
        throw CommandError(
            .usage, "Several tickets match, so nothing was done; name one by its identifier, or say more of the name.")
    }

    private static let mostCounted = 1000
    private static let mostShown = 20

    private func configuredEvent() async throws -> EventID? {
        guard let slug = configuration.eventSlug else { return nil }
        return try await ledger.event(named: slug)?.id
    }

    /// Lists the tickets that match a name on standard error.
    private func note(_ tickets: [IssuedTicket]) async throws {
        let slugs = Dictionary(
            try await ledger.events().map { ($0.id, $0.slug) }, uniquingKeysWith: { first, _ in first })
        var table = TextTable("TICKET", "HOLDER", "E-MAIL", "ORDER", "TIER", "STATUS", "EVENT")
        for ticket in tickets.prefix(Self.mostShown) {
            let words = (ticket.reference ?? "").split(separator: " ").map(String.init)
            let (mail, order) = (words.filter { $0.contains("@") }, words.filter { !$0.contains("@") })
            table.add(
                ticket.ticket.id.description, ticket.holder ?? "-", mail.isEmpty ? "-" : mail.joined(separator: " "),
                order.isEmpty ? "-" : order.joined(separator: " "), ticket.tier ?? "-", ticket.status.rawValue,
                slugs[ticket.ticket.event] ?? "-"
            )
        }
        for line in table.text.split(separator: "\n") { Terminal.note(String(line)) }
        let more = tickets.count - Self.mostShown
        if more > 0 {
            Terminal.note("… and \(tickets.count < Self.mostCounted ? "\(more)" : "\(more) or more") others.")
        }
    }

    /// Returns the error for a ticket that is not on the list.
    func missing(_ id: TicketID) -> CommandError {
        CommandError(.noInput, "No ticket \(id) is on the list in \(ledger.path).")
    }
}

extension IssuedTicket {
    /// Returns whether a text is the complete name, e-mail address or order number of the ticket's holder.
    fileprivate func isCalled(_ text: String) -> Bool {
        let wanted = text.lowercased()
        let names = [holder, reference].compactMap(\.self) + (reference ?? "").split(separator: " ").map(String.init)
        return names.contains { $0.lowercased() == wanted }
    }
}

extension [IssuedTicket] {
    /// Returns the tickets that satisfy a predicate, or all tickets if none does.
    fileprivate func preferring(_ isBetter: (IssuedTicket) -> Bool) -> [IssuedTicket] {
        let better = filter(isBetter)
        return better.isEmpty ? self : better
    }
}
