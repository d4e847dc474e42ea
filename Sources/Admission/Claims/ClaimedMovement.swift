// Something that another box has done with a ticket.

public import Ledger

/// A claim that stands: what a box does not know yet from the other's book.
public struct ClaimedMovement: Hashable, Sendable {
    /// Its place among all that happened with the ticket at the zone, from 1.
    public let turn: Int
    /// What happened.
    public let kind: Kind
    /// When, where and by which box.
    public let entry: Entry
    /// What gives it back, where it is this box's own.
    public let number: Int64

    /// What can happen with a ticket.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Somebody went in.
        case entry
        /// Somebody went out.
        case exit
        /// The last movement was taken back.
        case void
    }

    /// - Parameters:
    ///   - turn: Its place, from 1.
    ///   - kind: What happened.
    ///   - entry: When, where and by which box.
    ///   - number: What gives it back.
    public init(turn: Int, kind: Kind, entry: Entry, number: Int64) {
        self.turn = turn
        self.kind = kind
        self.entry = entry
        self.number = number
    }
}
