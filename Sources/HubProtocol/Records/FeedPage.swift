// One page of records for a box.

/// Records in commit order.
public struct FeedPage: Hashable, Sendable {
    /// The revision after which the page begins: that of the request's cursor, unless the hub was restored since.
    public let start: Int64
    /// The cursor for the next page; all records up to it are in this page or in earlier ones.
    public let cursor: FeedCursor
    /// The records that the box may see, oldest first.
    public let records: [HubRecord]
    /// Whether more records can be read at once.
    public let hasMore: Bool

    package init(start: Int64, cursor: FeedCursor, records: [HubRecord], hasMore: Bool) {
        self.start = start
        self.cursor = cursor
        self.records = records
        self.hasMore = hasMore
    }

    /// Returns the page without lines that its reader has just sent.
    package func withoutLines(of upload: [HubRecord]) -> FeedPage {
        let sent = Set(upload.lazy.filter { $0.kind.isLog }.map(\.key))
        return FeedPage(
            start: start, cursor: cursor,
            records: records.filter { !$0.kind.isLog || !sent.contains($0.key) }, hasMore: hasMore)
    }

    /// The number of records examined per page: a box writes a page in one transaction, for which its door waits.
    public static let limit = 500
    /// The maximum total length of a page's bodies, in bytes; a page with a single record may exceed it.
    package static let byteLimit = 1 << 20

    /// Returns how many of the given records fit on one page.
    package static func length(of records: some Sequence<HubRecord>) -> Int {
        var (count, bytes) = (0, 0)
        for record in records {
            bytes += record.body.count
            guard count < limit, bytes <= byteLimit || count == 0 else { break }
            count += 1
        }
        return count
    }
}
