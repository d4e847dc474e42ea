// What a box reads at once.

/// Records in the order in which they were committed.
public struct FeedPage: Hashable, Sendable {
    /// What the box reads after; everything up to here is in this page or before it.
    public let cursor: FeedCursor
    /// Those that the box may see, oldest first.
    public let records: [HubRecord]
    /// Whether there is more to read at once.
    public let hasMore: Bool

    /// How many records are looked through for a page.
    public static let limit = 500
}
