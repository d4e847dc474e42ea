// Something that another box has done with a ticket.

public import Ledger

/// A valid claim: a movement that is not yet known from the other box's book.
public struct ClaimedMovement: Hashable, Sendable {
    /// Its sequence number among all movements and voids of the ticket at the zone, from 1.
    public let turn: Int
    /// What happened.
    public let kind: Kind
    /// When, where and by which box.
    public let entry: Entry
    /// The number that releases the claim, if it is this box's own.
    public let number: Int64

    /// What can happen with a ticket.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Somebody went in.
        case entry
        /// Somebody went out.
        case exit
        /// The last movement was undone.
        case void
    }

    /// - Parameters:
    ///   - turn: Its sequence number, from 1.
    ///   - kind: What happened.
    ///   - entry: When, where and by which box.
    ///   - number: The number that releases the claim.
    public init(turn: Int, kind: Kind, entry: Entry, number: Int64) {
        self.turn = turn
        self.kind = kind
        self.entry = entry
        self.number = number
    }
}
