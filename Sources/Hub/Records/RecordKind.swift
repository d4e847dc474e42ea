// The kinds of records that boxes share.

/// What a record is about, as it stands in requests and in the hub's tables.
public enum RecordKind: String, CaseIterable, Codable, Sendable {
    /// A box and what people call it.
    case box
    /// An event with its zones, gates and tiers.
    case event
    /// The public facts of a key.
    case key
    /// What the organiser tells the gates.
    case message
    /// What staff did to a ticket.
    case change
    /// A ticket as the list has it.
    case ticket
    /// A code that was judged, or a thing done by hand.
    case scan

    /// Whether records are lines of a box's log and never change; the others are versions of which the latest stands.
    public var isLog: Bool { self == .change || self == .scan }
}
