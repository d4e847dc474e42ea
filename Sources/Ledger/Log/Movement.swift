// Movements with a ticket, and when and where they happened.

public import TicketSigning

/// A passage through a gate that counts because it was not undone.
public struct Movement: Hashable, Sendable {
    /// The direction, and who decided.
    public let kind: Kind
    /// When, where and by which box.
    public let entry: Entry
    /// The zone behind the gate.
    public let zone: ZoneName
    /// Whether somebody returned who had entered before.
    public let isReturn: Bool
    /// The change in the number of people in the zone: 1, 0 or -1.
    public let people: Int

    /// The direction, and who decided.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// An entry by the rules.
        case entry
        /// An entry that staff allowed against the rules.
        case override
        /// An exit.
        case exit
    }

    /// - Parameters:
    ///   - kind: The direction.
    ///   - entry: When, where and by which box.
    ///   - zone: The zone behind the gate.
    ///   - isReturn: Whether somebody came back.
    ///   - people: The change in the number of people in the zone; `nil` for 1, or -1 at an exit.
    public init(kind: Kind, entry: Entry, zone: ZoneName = .main, isReturn: Bool = false, people: Int? = nil) {
        self.kind = kind
        self.entry = entry
        self.zone = zone
        self.isReturn = isReturn
        self.people = people ?? (kind == .exit ? -1 : 1)
    }
}

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
