// How far one ledger has read another one's lists.

public import TicketSigning

/// What a file's revisions count from: another number after a restore, since its revisions are given out again then.
public typealias EpochID = Identifier<LedgerEpoch>

/// Subject of ``EpochID``.
public enum LedgerEpoch: Sendable {}

/// A place in another ledger's revisions. Whoever holds it has all versions of rows up to it.
public struct ListCursor: Hashable, Sendable, Codable {
    /// Of the ledger that was read.
    public let epoch: EpochID
    /// The last revision of a box, an event or a key.
    public var lists: Int64
    /// The last revision of a ticket.
    public var tickets: Int64

    /// - Parameters:
    ///   - epoch: Of the ledger that was read.
    ///   - lists: The last revision of a box, an event or a key.
    ///   - tickets: The last revision of a ticket.
    public init(epoch: EpochID, lists: Int64 = 0, tickets: Int64 = 0) {
        self.epoch = epoch
        self.lists = lists
        self.tickets = tickets
    }
}
