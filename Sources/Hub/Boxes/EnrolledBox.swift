// A box that may use the hub.

public import Sync
public import TicketSigning

/// What the hub knows of a box.
public struct EnrolledBox: Hashable, Sendable {
    /// As it stands in the box's scans.
    public let id: BoxID
    /// What people call it.
    public let name: String
    /// What its requests are checked with.
    public let publicKey: BoxPublicKey
    /// Whether it may bring other boxes' logs, as an organiser's machine does that collects them by hand.
    public let isRelay: Bool
    /// The events that it may see; `nil` for all.
    public let events: Set<EventID>?
    /// When it joined, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let enrolled: Int64
    /// When it was shut out; `nil` if it was not.
    public let revoked: Int64?
    /// When the hub last heard of it; `nil` for never.
    public let contact: Int64?
    /// How far its clock was ahead of the hub's then, in milliseconds; negative for behind.
    public let skew: Int64
    /// What it said last of how far it has sent its lists, stored with them; empty for nothing.
    public let cursor: String
    /// The number of its last scan, by its own word; the hub may not have all of them yet.
    public var scans: Int64 = 0

    /// Whether it may see all that a box with these events writes: a log's chain can only be checked whole.
    func sees(logOf other: EnrolledBox) -> Bool {
        guard let events else { return true }
        return other.events.map { $0.isSubset(of: events) } ?? false
    }

    /// Whether it may see what belongs to an event, or to none.
    func sees(_ event: EventID?) -> Bool {
        guard let event else { return true }
        return events?.contains(event) ?? true
    }
}
