// What a new box may become.

public import TicketSigning

/// What the organiser decides about a box before it joins.
public struct Invitation: Hashable, Sendable {
    /// What people call the box.
    public let name: String
    /// Whether it may bring other boxes' logs.
    public let isRelay: Bool
    /// The events that it may see; `nil` for all.
    public let events: Set<EventID>?

    /// - Parameters:
    ///   - name: What people call the box; 1 to 60 characters.
    ///   - isRelay: Whether it may bring other boxes' logs.
    ///   - events: The events that it may see; `nil` for all.
    public init(name: String, isRelay: Bool = false, events: Set<EventID>? = nil) {
        self.name = name
        self.isRelay = isRelay
        self.events = events
    }
}
