// A box that may use the hub.

public import Sync
public import TicketSigning

/// A box as the hub knows it.
public struct EnrolledBox: Hashable, Sendable {
    /// The identifier in the box's scans.
    public let id: BoxID
    /// The name that people use for the box.
    public let name: String
    /// The key that its requests are verified with.
    public let publicKey: BoxPublicKey
    /// Whether it may supply keys, and has no quota, like an organiser's machine.
    public let isRelay: Bool
    /// The events that it may see; `nil` for all.
    public let events: Set<EventID>?
    /// When it joined, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let enrolled: Int64
    /// When it was revoked; `nil` if it was not.
    public let revoked: Int64?
    /// When the hub last heard from it; `nil` for never.
    public let contact: Int64?
    /// How far its clock was ahead of the hub's at that time, in milliseconds; negative if behind.
    public let skew: Int64
    /// The box's last report of how far it has sent its lists, stored together with them; empty for none.
    public let cursor: String
    /// The number of its last scan, as reported by the box; the hub may not have all of its scans yet.
    public var scans: Int64 = 0
    /// What it told of itself.
    public var report = BoxStatement()

    /// Returns whether it may see records of an event, or of none.
    func sees(_ event: EventID?) -> Bool {
        guard let event else { return true }
        return events?.contains(event) ?? true
    }
}
