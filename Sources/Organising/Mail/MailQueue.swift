// The mails that are to be sent.

import DoorInstallation
package import Ledger
package import Mail
package import TicketSigning

/// The mails of an event: one to each address, with all tickets that are for it.
package struct MailQueue: Sendable {
    /// A mail to one address.
    package struct Letter: Sendable {
        package let to: MailAddress
        package let tickets: [IssuedTicket]

        package var ids: [TicketID] { tickets.map(\.ticket.id) }

        /// Returns the mail as the list is now: thousands of mails take long, and tickets are revoked meanwhile.
        ///
        /// - Parameter ledger: The ledger.
        /// - Returns: The tickets that may still enter and have the same address; `nil` if there are none.
        /// - Throws: `LedgerError`.
        func asListed(in ledger: Ledger) async throws -> Letter? {
            let listed = try await ledger.listedTickets(ids).map(\.ticket).filter { ticket in
                [.valid, .unpaid].contains(ticket.status)
                    && MailAddress(of: ticket)?.address.lowercased() == to.address.lowercased()
            }
            return listed.isEmpty ? nil : Letter(to: to, tickets: listed)
        }
    }

    /// What is to be sent, in the order of the guests' names.
    package private(set) var letters: [Letter] = []
    /// The tickets that were sent.
    package private(set) var sent = 0
    /// The tickets whose mails the server has refused.
    package private(set) var refused: [Undelivered] = []
    /// The tickets of which nobody knows whether they were sent.
    package private(set) var unknown: [Undelivered] = []
    /// The tickets without an e-mail address.
    package private(set) var unaddressed = 0

    /// A ticket that has not certainly arrived.
    package struct Undelivered: Sendable {
        package let ticket: IssuedTicket
        package let state: MailState
    }

    /// More tickets would make a mail that servers refuse as too large.
    private static let mostTickets = 25

    /// Blocks its thread.
    ///
    /// - Parameters:
    ///   - selection: The tickets.
    ///   - states: What became of those that were sent.
    /// - Throws: `LedgerError`; ``CommandError`` if there are no tickets.
    package init(_ selection: TicketSelection, _ states: [TicketID: MailState]) throws {
        var places: [String: Int] = [:]
        try selection.forEach { ticket in
            guard let to = MailAddress(of: ticket) else {
                unaddressed += 1
                return
            }
            switch states[ticket.ticket.id] {
            case .sent: sent += 1
            case .refused(let time, let reply):
                refused.append(.init(ticket: ticket, state: .refused(time, reply: reply)))
            case .unknown(let time): unknown.append(.init(ticket: ticket, state: .unknown(time)))
            case nil: add(ticket, to, &places)
            }
        }
    }

    private mutating func add(_ ticket: IssuedTicket, _ to: MailAddress, _ places: inout [String: Int]) {
        // Servers treat addresses that differ in case alone as one.
        let key = to.address.lowercased()
        if let place = places[key], letters[place].tickets.count < Self.mostTickets {
            letters[place] = Letter(to: letters[place].to, tickets: letters[place].tickets + [ticket])
        } else {
            places[key] = letters.count
            letters.append(Letter(to: to, tickets: [ticket]))
        }
    }
}

extension MailAddress {
    /// Finds the address that a ticket is sent to: its reference, or the only address in it beside an order number.
    ///
    /// - Parameter ticket: The ticket.
    package init?(of ticket: IssuedTicket) {
        let words = ticket.reference?.split(separator: " ").map(String.init) ?? []
        let addresses = Set(words.compactMap { MailAddress(address: $0, name: nil)?.address })
        guard addresses.count == 1, let address = addresses.first else { return nil }
        self.init(address: address, name: ticket.holder)
    }
}

/// Why tickets have not certainly arrived.
package enum UndeliveredKind: String, CaseIterable, Codable, Sendable {
    /// The mail server refused the mail.
    case refused
    /// Nobody knows whether the mail server has the mail.
    case unknown

    /// Returns the tickets of this kind.
    ///
    /// - Parameter states: What became of the event's tickets.
    /// - Returns: The tickets, ordered by their identifiers.
    package func tickets(in states: [TicketID: MailState]) -> [TicketID] {
        states.filter { state in
            switch (self, state.value) {
            case (.refused, .refused), (.unknown, .unknown): true
            default: false
            }
        }.keys.sorted()
    }
}
