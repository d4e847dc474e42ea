// The extent of the hub's records.

public import HubProtocol
public import Ledger
public import TicketSigning

/// The extent of the hub's records, which boxes query before they upload.
public struct HubLogState: Hashable, Sendable {
    /// The position of the newest record.
    public let newest: FeedCursor
    /// Whether all logs are in it; otherwise those of one box that have grown since a position.
    public let isWhole: Bool
    /// The last lines of each log, usually one: the hub has all that they follow, too.
    public let ends: [LogID: [LogPoint]]
    /// Some of the other lines, by which a box finds where its log branched.
    public let checkpoints: [LogID: [LogPoint]]
    /// Boxes that were revoked: the hub accepts no more of their lines.
    public let closed: Set<BoxID>
}
