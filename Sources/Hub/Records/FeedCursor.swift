// How far a box has read.

public import TicketSigning

/// A place in the hub's history.
public struct FeedCursor: Hashable, Sendable {
    /// Which history: a hub that was restored or made anew has another, and a cursor of the old one counts for nothing.
    public let epoch: Epoch
    /// The revision of the last record that was read, from 0 for none.
    public let rev: Int64

    /// Names a history.
    public typealias Epoch = Identifier<FeedCursor>

    /// - Parameters:
    ///   - epoch: Which history.
    ///   - rev: The revision of the last record that was read.
    public init(epoch: Epoch, rev: Int64) {
        self.epoch = epoch
        self.rev = rev
    }
}
