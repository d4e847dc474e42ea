// Selecting the tickets that are written to files.

package import DoorInstallation
import DoorOutput
package import Ledger
package import TicketSigning

/// The tickets of an event that may enter, or some of them; never those whose key is retired.
package struct TicketSelection {
    private let ledger: Ledger
    private let event: Event
    private let tier: String?
    private let named: Set<TicketID>
    private let retired: RetiredKeys

    /// The message about tickets that are left out because their key is retired; `nil` if there are none.
    package let leftOut: String?

    /// - Parameters:
    ///   - context: The context with the ledger.
    ///   - event: The event.
    ///   - tier: The only tier to select; `nil` for all.
    ///   - named: The only tickets to select; empty for all.
    /// - Throws: `LedgerError`.
    package init(_ context: CommandContext, of event: Event, tier: String?, named: [TicketID]) async throws {
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

    /// Calls a closure with each ticket, ordered by the holders' names. Blocks its thread.
    ///
    /// - Parameter body: Called once per ticket.
    /// - Throws: ``CommandError`` if there are no tickets, or if not all named ones exist; `LedgerError`; rethrows
    ///   errors of `body`.
    /// - Complexity: Memory use does not grow with the list.
    package func forEach(_ body: (IssuedTicket) throws -> Void) throws {
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
