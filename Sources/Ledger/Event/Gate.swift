// A door of an event.

public import TicketSigning

/// Where scans happen: one door of one event.
public struct Gate: Hashable, Sendable {
    /// What is on behind the door.
    public let event: EventID
    /// Which door.
    public let name: GateName

    /// - Parameters:
    ///   - event: What is on behind the door.
    ///   - name: Which door.
    public init(event: EventID, name: GateName) {
        self.event = event
        self.name = name
    }
}
