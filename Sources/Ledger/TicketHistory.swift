// All that the ledger knows about one ticket at the moment it is judged.

/// What rules judge a ticket by. Read in the same transaction that records their verdict.
public struct TicketHistory: Hashable, Sendable {
    /// The ticket's row, if the list has it.
    public let listed: IssuedTicket?
    /// The event that the ticket's code names, if this ledger knows it.
    public let event: Event?
    /// The row of the ticket's tier.
    public let tier: Tier?
    /// Every admission with this ticket so far, the first one first.
    public let entries: [Entry]

    /// - Parameters:
    ///   - listed: The ticket's row.
    ///   - event: The event its code names.
    ///   - tier: Its tier's row.
    ///   - entries: The admissions so far, the first one first.
    public init(listed: IssuedTicket?, event: Event?, tier: Tier?, entries: [Entry]) {
        self.listed = listed
        self.event = event
        self.tier = tier
        self.entries = entries
    }

    /// The same history with later admissions added, for a rehearsal that records nothing.
    ///
    /// - Parameter later: Admissions after those of the ledger.
    /// - Returns: A history with all of them.
    public func adding(_ later: [Entry]) -> TicketHistory {
        TicketHistory(listed: listed, event: event, tier: tier, entries: entries + later)
    }
}
