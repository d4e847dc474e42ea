// The terms of an event's tickets, to look up for many tickets at once.

public import TicketSigning

/// An event with its tiers.
public struct EventTerms: Hashable, Sendable {
    /// Whose own terms hold for tickets that say nothing else.
    public let event: Event
    /// Whose terms go before the event's.
    public let tiers: [String: Tier]

    /// - Parameters:
    ///   - event: Whose own terms hold for tickets that say nothing else.
    ///   - tiers: By their names.
    public init(event: Event, tiers: [String: Tier]) {
        self.event = event
        self.tiers = tiers
    }

    /// The terms that hold for a ticket.
    ///
    /// - Parameter ticket: Of this event.
    /// - Returns: The ticket's own before its tier's, and those before the event's.
    public func policy(of ticket: IssuedTicket) -> EntryPolicy {
        let tier = ticket.tier.flatMap { tiers[$0] }
        return event.policy.overridden(by: tier?.policy).overridden(by: ticket.policy)
    }

    /// How many people a ticket lets in.
    ///
    /// - Parameter ticket: Of this event.
    /// - Returns: 1 to 1000.
    public func people(of ticket: IssuedTicket) -> Int {
        policy(of: ticket).admits ?? event.admits
    }
}

extension Ledger {
    /// The terms of an event's tickets.
    ///
    /// - Parameter event: Of which event.
    /// - Returns: The event and its tiers; `nil` if the ledger does not have it.
    /// - Throws: ``LedgerError``.
    public func terms(of event: EventID) async throws -> EventTerms? {
        guard let found = try await read({ db in try Event.withID(event, in: db) }) else { return nil }
        let tiers = try await tiers(of: event).map { ($0.name, $0) }
        return EventTerms(event: found, tiers: Dictionary(uniqueKeysWithValues: tiers))
    }
}
