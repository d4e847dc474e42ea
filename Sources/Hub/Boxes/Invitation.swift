// The settings of a new box.

public import HubProtocol
public import TicketSigning

/// The organiser's decisions about a box before it joins.
public struct Invitation: Hashable, Sendable {
    /// The name that people use for the box.
    public let name: String
    /// Whether it may supply keys, and has no quota.
    public let isRelay: Bool
    /// The events that it may see; `nil` for all.
    public let events: Set<EventID>?
    /// The membership that the box gets; `nil` if the code is made without the master key.
    public let membership: InvitedMembership?

    /// - Parameters:
    ///   - name: The name that people use for the box; 1 to 60 characters.
    ///   - isRelay: Whether it may supply keys, and has no quota.
    ///   - events: The events that it may see; `nil` for all.
    ///   - membership: The membership that the box gets, for the same code.
    public init(
        name: String, isRelay: Bool = false, events: Set<EventID>? = nil, membership: InvitedMembership? = nil
    ) {
        self.name = name
        self.isRelay = isRelay
        self.events = events
        self.membership = membership
    }
}
