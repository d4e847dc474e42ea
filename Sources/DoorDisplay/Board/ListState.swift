// The state of the ticket list.

/// The number of tickets, and the time of the last change.
public struct ListState: Encodable, Hashable, Sendable {
    /// The number of tickets on the list.
    public let tickets: Int
    /// The time of the last change, or of the door's opening if there was none since, in milliseconds since
    /// 1970-01-01 00:00:00 UTC.
    public let unchangedSince: Int64

    /// - Parameters:
    ///   - tickets: The number of tickets on the list.
    ///   - unchangedSince: The time of the last change, in milliseconds since 1970-01-01 00:00:00 UTC.
    public init(tickets: Int, unchangedSince: Int64) {
        self.tickets = tickets
        self.unchangedSince = unchangedSince
    }
}
