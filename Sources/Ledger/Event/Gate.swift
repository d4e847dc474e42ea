// A gate of an event.

public import TicketSigning

/// The place of a scan: one gate of one event.
public struct Gate: Hashable, Sendable {
    /// The event of the gate.
    public let event: EventID
    /// The gate's name.
    public let name: GateName

    /// - Parameters:
    ///   - event: The event of the gate.
    ///   - name: The gate's name.
    public init(event: EventID, name: GateName) {
        self.event = event
        self.name = name
    }
}
