// A past admission.

public import TicketSigning

/// When and where somebody entered with a ticket.
public struct Entry: Hashable, Sendable {
    /// The time by the box's wall clock.
    public let at: Timestamp
    /// The gate.
    public let gate: String
    /// The box that admitted them.
    public let box: BoxID
    /// That box's name for people.
    public let boxName: String

    /// - Parameters:
    ///   - at: The time by the box's wall clock.
    ///   - gate: The gate's name.
    ///   - box: The box.
    ///   - boxName: The box's name for people.
    public init(at: Timestamp, gate: String, box: BoxID, boxName: String) {
        self.at = at
        self.gate = gate
        self.box = box
        self.boxName = boxName
    }
}
