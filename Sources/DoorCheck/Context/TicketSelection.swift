// Which tickets are written to files.

import Ledger
import TicketSigning

/// The tickets of an event that may enter, or some of them; never those whose key was retired.
struct TicketSelection {
    private let ledger: Ledger
    private let event: Event
    private let tier: String?
    private let named: Set<TicketID>
    private let retired: RetiredKeys

    /// What is said of the tickets that are left out because their key was retired; `nil` where there are none.
    let leftOut: String?

    /// - Parameters:
    ///   - context: With the ledger.
    ///   - event: Which event.
    ///   - tier: This kind of ticket only.
    ///   - named: These only; empty for all.
    /// - Throws: `LedgerError`.
    init(_ context: CommandContext, of event: Event, tier: String?, named: [TicketID]) async throws {
        (ledger, self.event, self.tier, self.named) = (context.ledger, event, tier, Set(named))
        let keys = try await context.ledger.keys(of: event.id)
        retired = RetiredKeys(keys)
        var ended: [IssuedTicket] = []
        for key in keys where key.isRetired {
            for hasBarcode in [false, true] {
                ended += try await ledger.tickets(inForceOf: key, withBarcode: hasBarcode)
            }
        }
        let (tier, wanted) = (self.tier, self.named)
        leftOut = retired.sentence(leavingOut: ended.filter { Self.isMeant($0, tier, wanted) })
    }

    /// Hands on the tickets in the order of their holders' names. Blocks its thread.
    ///
    /// - Parameter body: Gets one after the other.
    /// - Throws: ``CommandError`` where there is none, or not every one that was named; `LedgerError`, and what `body`
    ///   throws.
    /// - Complexity: Memory does not grow with the list.
    func forEach(_ body: (IssuedTicket) throws -> Void) throws {
        var count = 0
        try ledger.forEachTicket(of: event.id, by: .holder) { listed in
            let ticket = listed.ticket
            guard [.valid, .unpaid].contains(ticket.status), Self.isMeant(ticket, tier, named), !retired.signed(ticket)
            else { return }
            count += 1
            try body(ticket)
        }
        let missing = named.isEmpty ? 0 : named.count - count
        guard missing == 0 else {
            let verb = missing == 1 ? "is" : "are"
            throw CommandError(.noInput, "Of the tickets named, \(missing) may not enter or \(verb) not on the list.")
        }
        guard count > 0 else { throw CommandError(.noInput, "No ticket of \(event.slug) is to be written.") }
    }

    private static func isMeant(_ ticket: IssuedTicket, _ tier: String?, _ named: Set<TicketID>) -> Bool {
        (tier == nil || ticket.tier == tier) && (named.isEmpty || named.contains(ticket.ticket.id))
    }
}
