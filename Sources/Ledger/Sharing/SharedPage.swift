// A part of a sync that is sent and merged at once.

/// Records in the order of their kinds, and the position in the sender's lists where they end.
public struct SharedPage: Hashable, Sendable {
    /// The maximum number of records on a page, which are merged in one transaction.
    public static let limit = ResumableImport.pieceCount

    /// Where the page begins in the sender's lists; `nil` for their beginning.
    public let start: ListCursor?
    /// Where the page ends in the sender's lists.
    public let end: ListCursor
    /// The records in the order of ``SharedRecord/Kind``.
    public let records: [SharedRecord]
    /// Whether the sender had nothing more when it made the page. While scans keep coming, a reader that waits for an
    /// empty page would never stop.
    public let isLast: Bool

    /// - Parameters:
    ///   - start: Where the page begins in the sender's lists.
    ///   - end: Where the page ends in the sender's lists.
    ///   - records: The records in the order of their kinds.
    ///   - isLast: Whether the sender had nothing more.
    public init(start: ListCursor?, end: ListCursor, records: [SharedRecord], isLast: Bool = false) {
        self.start = start
        self.end = end
        self.records = records
        self.isLast = isLast
    }

    /// Whether the page has nothing new for its recipient.
    public var isEmpty: Bool { records.isEmpty && start == end }
}
