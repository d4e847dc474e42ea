// A box's position in the hub's records.

public import Ledger
public import TicketSigning

/// A position in the hub's history.
public struct FeedCursor: Hashable, Sendable {
    /// The history's identifier: a hub that is restored or set up again gets a new one, which invalidates cursors of
    /// the old one.
    public let epoch: Epoch
    /// The revision of the last record that was read; 0 for none.
    @Bounded<SequenceBounds> public private(set) var rev: Int64

    /// Identifies a history.
    public typealias Epoch = Identifier<FeedCursor>

    /// - Parameters:
    ///   - epoch: The history.
    ///   - rev: The revision of the last record that was read.
    public init(epoch: Epoch, rev: Int64) {
        self.epoch = epoch
        self.rev = rev
    }
}
