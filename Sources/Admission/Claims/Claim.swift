// Something that another box has done with a ticket.

public import Ledger

/// A valid claim: a movement that is not yet known from the other box's book.
public struct Claim: Hashable, Sendable {
    /// Its sequence number among all movements and voids of the ticket at the zone, from 1.
    public let sequenceNumber: Int
    /// What happened.
    public let kind: Kind
    /// When, where and by which box.
    public let entry: Entry
    /// The number that releases the claim, if it is this box's own.
    public let number: Int64

    /// What can happen with a ticket; the hub and the boxes exchange the raw values.
    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        /// Somebody went in.
        case entry
        /// Somebody went out.
        case exit
        /// The last movement was undone.
        case void
    }

    /// - Parameters:
    ///   - sequenceNumber: Its sequence number, from 1.
    ///   - kind: What happened.
    ///   - entry: When, where and by which box.
    ///   - number: The number that releases the claim.
    public init(sequenceNumber: Int, kind: Kind, entry: Entry, number: Int64) {
        self.sequenceNumber = sequenceNumber
        self.kind = kind
        self.entry = entry
        self.number = number
    }
}
