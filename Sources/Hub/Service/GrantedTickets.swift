// The events of tickets that partners sell.

import FoundationEssentials
import Ledger
import Synchronization
import TicketSigning

/// Knows which event a partner's ticket is for: no record says it, since the ticket follows from a grant.
final class GrantedTickets: Sendable {
    /// The tickets of each grant's record, by the record's body: what is not asked for any more is dropped.
    private let known = Mutex<[[UInt8]: (event: EventID, tickets: Set<TicketID>)]>([:])

    /// Returns the event of a ticket.
    ///
    /// - Parameters:
    ///   - ticket: Any ticket.
    ///   - records: The bodies of all records of grants that the hub has.
    /// - Returns: The event; `nil` if the ticket follows from none of the grants.
    /// - Complexity: A hash for each ticket of each new grant, 10 ms for 20,000; then a look-up for each grant.
    func event(of ticket: TicketID, in records: [[UInt8]]) -> EventID? {
        known.withLock { known in
            known = Dictionary(
                records.map { ($0, known[$0] ?? Self.tickets(in: $0)) }, uniquingKeysWith: { first, _ in first }
            ).compactMapValues(\.self)
            return known.values.first { $0.tickets.contains(ticket) }?.event
        }
    }

    private static func tickets(in record: [UInt8]) -> (event: EventID, tickets: Set<TicketID>)? {
        guard case .grant(let grant)? = try? SignedRecord(line: Data(record)).record,
            let facts = try? SignedGrant.facts(in: grant.body.bytes).grant
        else { return nil }
        return (facts.event, Set(facts.ranges.flatMap(\.numbers).map { facts.ticket($0).id }))
    }
}
