// The events that somebody may see.

import TicketSigning

/// Some events, or all.
struct EventScope: Hashable, Sendable {
    /// The events; `nil` for all.
    let events: Set<EventID>?

    /// Every event, also those to come.
    static let all = EventScope(events: nil)

    /// Whether it is not limited.
    var isUnlimited: Bool { events == nil }

    func includes(_ event: EventID) -> Bool { events?.contains(event) ?? true }

    /// Returns whether they have an event in common.
    func meets(_ other: EventScope) -> Bool {
        guard let events, let others = other.events else { return true }
        return !events.isDisjoint(with: others)
    }
}
