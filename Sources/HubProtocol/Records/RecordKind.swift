// The kinds of records that boxes share.

/// The kind of a record, as named in requests and in the hub's tables.
public enum RecordKind: String, CaseIterable, Codable, Sendable {
    /// A box and its name.
    case box
    /// What the organiser allows a box.
    case membership
    /// An event with its zones, gates and tiers.
    case event
    /// The public properties of a key.
    case key
    /// Ticket numbers that a partner may sell.
    case grant
    /// A message from the organiser to the gates.
    case message
    /// A change that staff made to a ticket.
    case change
    /// A ticket of the list.
    case ticket
    /// A code that was judged, or an action by hand.
    case scan

    /// Whether records of this kind are lines of a box's log, which never change; all others are versions, of which
    /// the latest wins.
    public var isLog: Bool { self == .change || self == .scan }

    /// Whether a box writes and signs versions of this kind: of each author the hub keeps the latest one, because it
    /// does not know who may write them.
    public var hasAuthor: Bool { self == .event || self == .ticket || self == .message }
}
