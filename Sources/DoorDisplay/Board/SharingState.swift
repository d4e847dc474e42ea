// The state of sharing with other boxes.

/// The last peer the box heard from, when, and how many records that peer lacks.
public struct SharingState: Encodable, Hashable, Sendable {
    /// The hub, or another box.
    public let peer: String
    /// The time of the last contact, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let contact: Int64
    /// The number of scans and staff actions that only this box has.
    public let waiting: Int

    /// - Parameters:
    ///   - peer: The hub, or another box.
    ///   - contact: The time of the last contact, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - waiting: The number of scans and staff actions that only this box has.
    public init(peer: String, contact: Int64, waiting: Int) {
        (self.peer, self.contact, self.waiting) = (peer, contact, waiting)
    }
}
