// The terms of an event's tickets, for looking up many tickets at once.

public import TicketSigning

/// An event with its tiers.
public struct EventTerms: Hashable, Sendable {
    /// The event, whose terms apply to tickets that set none of their own.
    public let event: Event
    /// The tiers, whose terms take precedence over the event's.
    public let tiers: [String: Tier]

    /// - Parameters:
    ///   - event: The event, whose terms apply to tickets that set none of their own.
    ///   - tiers: The tiers by name.
    public init(event: Event, tiers: [String: Tier]) {
        self.event = event
        self.tiers = tiers
    }

    /// Returns the terms that apply to a ticket.
    ///
    /// - Parameter ticket: A ticket of this event.
    /// - Returns: The ticket's own terms over its tier's, and those over the event's.
    public func policy(of ticket: IssuedTicket) -> EntryPolicy {
        let tier = ticket.tier.flatMap { tiers[$0] }
        return event.policy.overridden(by: tier?.policy).overridden(by: ticket.policy)
    }

    /// Returns the terms that apply to a partner's ticket.
    ///
    /// - Parameter ticket: A ticket of this event.
    /// - Returns: The grant's terms over its tier's, and those over the event's.
    public func policy(of ticket: GrantedTicket) -> EntryPolicy {
        let tier = ticket.tier.flatMap { tiers[$0] }
        return event.policy.overridden(by: tier?.policy).overridden(by: ticket.policy)
    }

    /// Returns how many people a partner's ticket admits.
    ///
    /// - Parameter ticket: A ticket of this event.
    /// - Returns: 1 to 1000.
    public func people(of ticket: GrantedTicket) -> Int {
        policy(of: ticket).admits ?? event.admits
    }

    /// Returns how many people a ticket admits.
    ///
    /// - Parameter ticket: A ticket of this event.
    /// - Returns: 1 to 1000.
    public func people(of ticket: IssuedTicket) -> Int {
        policy(of: ticket).admits ?? event.admits
    }
}

extension Ledger {
    /// Returns the terms of an event's tickets.
    ///
    /// - Parameter event: The event.
    /// - Returns: The event and its tiers; `nil` if the ledger does not have it.
    /// - Throws: ``LedgerError``.
    public func terms(of event: EventID) async throws -> EventTerms? {
        guard let found = try await read({ db in try Event.withID(event, in: db) }) else { return nil }
        let tiers = try await tiers(of: event).map { ($0.name, $0) }
        // Two names that SQLite tells apart can be one to Swift: "é" is one character or two.
        return EventTerms(event: found, tiers: Dictionary(tiers) { first, _ in first })
    }
}
