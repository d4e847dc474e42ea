// A guest who waits for staff.

/// A guest whom a verdict has sent to staff, until they are handled.
public struct WaitingGuest: Encodable, Hashable, Sendable {
    /// The number of the change that sent the guest to staff first; it identifies this wait.
    public let number: Int
    /// The latest verdict on the guest's ticket.
    public internal(set) var verdict: ShownVerdict
    /// Since when the guest waits, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let since: Int64
    /// The person who has opened the guest's ticket; `nil` if no one has.
    public internal(set) var handler: String?
    /// The page on which it is open, so that two people with one name are told apart.
    public internal(set) var page: String?
}

/// One change of the queue.
struct QueueChange: Encodable, Hashable, Sendable {
    /// The guest who waits now, or about whom something has changed.
    var waits: WaitingGuest?
    /// The number of the guest who no longer waits.
    var left: Int?
    /// The number of guests who were sent to staff while the queue was full.
    let unlisted: Int
}
