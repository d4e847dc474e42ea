// How far one ledger has read another one's lists.

public import TicketSigning

/// The scope of a ledger's revision numbers: it changes after a restore, because revisions are then assigned again.
public typealias EpochID = Identifier<LedgerEpoch>

/// The subject of ``EpochID``.
public enum LedgerEpoch: Sendable {}

/// A position in another ledger's revisions. Its owner has all versions of rows up to it.
public struct ListCursor: Hashable, Sendable, Codable {
    /// The epoch of the ledger that was read.
    public let epoch: EpochID
    /// The last revision of a box, an event, a key or a message.
    public var lists: Int64
    /// The last revision of a ticket.
    public var tickets: Int64

    /// - Parameters:
    ///   - epoch: The epoch of the ledger that was read.
    ///   - lists: The last revision of a box, an event, a key or a message.
    ///   - tickets: The last revision of a ticket.
    public init(epoch: EpochID, lists: Int64 = 0, tickets: Int64 = 0) {
        self.epoch = epoch
        self.lists = lists
        self.tickets = tickets
    }
}
