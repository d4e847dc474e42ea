// A part of a sync that is sent, and taken, at once.

/// Records in the order of their kinds, and where in the sender's lists they end.
public struct SharedPage: Hashable, Sendable {
    /// The most records on a page, which are taken in one transaction.
    public static let limit = ResumableImport.pieceCount

    /// Where in the sender's lists the page begins; `nil` for their beginning.
    public let start: ListCursor?
    /// Where in the sender's lists the page ends.
    public let end: ListCursor
    /// In the order of ``SharedRecord/Kind``.
    public let records: [SharedRecord]
    /// Whether the sender had nothing more when it made the page: where scans come all the while, whoever reads until
    /// nothing comes reads for ever.
    public let isLast: Bool

    /// - Parameters:
    ///   - start: Where in the sender's lists the page begins.
    ///   - end: Where in the sender's lists the page ends.
    ///   - records: In the order of their kinds.
    ///   - isLast: Whether the sender had nothing more.
    public init(start: ListCursor?, end: ListCursor, records: [SharedRecord], isLast: Bool = false) {
        self.start = start
        self.end = end
        self.records = records
        self.isLast = isLast
    }

    /// Whether there is nothing in it that whoever asked did not know.
    public var isEmpty: Bool { records.isEmpty && start == end }
}
