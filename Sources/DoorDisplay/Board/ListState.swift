// The list of tickets that the door goes by.

/// How many tickets there are, and since when none of them has changed.
public struct ListState: Encodable, Hashable, Sendable {
    /// Tickets on the list.
    public let tickets: Int
    /// In milliseconds since 1970-01-01 00:00:00 UTC; the door's opening where nothing has changed since.
    public let unchangedSince: Int64

    /// - Parameters:
    ///   - tickets: Tickets on the list.
    ///   - unchangedSince: Milliseconds since 1970-01-01 00:00:00 UTC.
    public init(tickets: Int, unchangedSince: Int64) {
        self.tickets = tickets
        self.unchangedSince = unchangedSince
    }
}
