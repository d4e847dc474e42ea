// The extent of the hub's records.

public import HubProtocol
public import TicketSigning

/// The extent of the hub's records, which boxes query before they upload.
public struct HubLogState: Hashable, Sendable {
    /// The position of the newest record.
    public let newest: FeedCursor
    /// The number of the last line of each log; the hub has all earlier lines too.
    public let lines: [LogID: Int64]
    /// Boxes whose logs are closed because of a revocation or an alarm: the hub accepts no more of their lines.
    public let closed: Set<BoxID>
}
