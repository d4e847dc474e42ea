// The four kinds of records that boxes share.

/// What a record is about, as it stands in requests and in the hub's tables.
public enum RecordKind: String, CaseIterable, Codable, Sendable {
    /// An event with its zones, gates, tiers and the public facts of its keys.
    case event
    /// What staff did to a ticket.
    case change
    /// A ticket as the list has it.
    case ticket
    /// A code that was judged, or a thing done by hand.
    case scan

    /// Whether records are lines of a box's log and never change; the others are versions of which the latest stands.
    public var isLog: Bool { self == .change || self == .scan }
}
