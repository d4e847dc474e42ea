// One admission that has happened.

public import TicketSigning

/// When and where somebody entered with a ticket.
public struct Entry: Hashable, Sendable {
    /// By the wall clock of the box.
    public let at: Timestamp
    /// Through which door.
    public let gate: String
    /// Which box let them in.
    public let box: BoxID
    /// What people call that box.
    public let boxName: String

    /// - Parameters:
    ///   - at: By the wall clock of the box.
    ///   - gate: The door's name.
    ///   - box: Which box.
    ///   - boxName: What people call it.
    public init(at: Timestamp, gate: String, box: BoxID, boxName: String) {
        self.at = at
        self.gate = gate
        self.box = box
        self.boxName = boxName
    }
}
