// What a box reads at once.

/// Records in the order in which they were committed.
public struct FeedPage: Hashable, Sendable {
    /// What the box reads after; everything up to here is in this page or before it.
    public let cursor: FeedCursor
    /// Those that the box may see, oldest first.
    public let records: [HubRecord]
    /// Whether there is more to read at once.
    public let hasMore: Bool

    /// How many records are looked through for a page: a box writes them down in one transaction, for which its door
    /// waits.
    public static let limit = 500
    /// After how many bytes a page ends before that; a single record may be longer than what is left.
    static let byteLimit = 1 << 20

    /// How many of some records go on one page.
    static func length(of records: some Sequence<HubRecord>) -> Int {
        var (count, bytes) = (0, 0)
        for record in records {
            bytes += record.body.count
            guard count < limit, bytes <= byteLimit || count == 0 else { break }
            count += 1
        }
        return count
    }
}
