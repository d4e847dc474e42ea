// How much the hub has.

public import TicketSigning

/// What the hub has, as it tells boxes before they send.
public struct HubLogState: Hashable, Sendable {
    /// Where the newest record stands.
    public let newest: FeedCursor
    /// The number of the last line of each log; all before it are there too.
    public let lines: [LogID: Int64]
    /// Boxes whose logs are closed, because they were shut out or have an alarm: nothing more is taken from them.
    public let closed: Set<BoxID>
}
