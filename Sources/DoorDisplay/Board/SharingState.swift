// How this box shares what it knows with others.

/// Whom the box heard of last, when, and what that one has not got yet.
public struct SharingState: Encodable, Hashable, Sendable {
    /// The hub, or another box.
    public let peer: String
    /// In milliseconds since 1970-01-01 00:00:00 UTC.
    public let contact: Int64
    /// Scans and things done by staff that are here alone.
    public let waiting: Int

    /// - Parameters:
    ///   - peer: The hub, or another box.
    ///   - contact: Milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - waiting: Scans and things done by staff that are here alone.
    public init(peer: String, contact: Int64, waiting: Int) {
        (self.peer, self.contact, self.waiting) = (peer, contact, waiting)
    }
}
