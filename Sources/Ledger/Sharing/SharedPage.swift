// A part of a sync that is sent and merged at once, and the result of merging it.

public import TicketSigning

/// Records in the order of their kinds, and the position in the sender's lists where they end.
public struct SharedPage: Hashable, Sendable {
    /// The maximum number of records on a page, which are merged in one transaction.
    public static let limit = Ledger.pieceCount

    /// Where the page begins in the sender's lists; `nil` for their beginning.
    public let start: ListCursor?
    /// Where the page ends in the sender's lists.
    public let end: ListCursor
    /// The records with their signatures, in the order of ``SharedRecord/Kind``.
    public let signed: [SignedRecord]
    /// Whether the sender had nothing more when it made the page. While scans keep coming, a reader that waits for an
    /// empty page would never stop.
    public let isLast: Bool
    /// How many records could not be read because a number in them is out of range, by kind.
    public let unreadable: [SharedRecord.Kind: Int]

    /// - Parameters:
    ///   - start: Where the page begins in the sender's lists.
    ///   - end: Where the page ends in the sender's lists.
    ///   - signed: The records with their signatures, in the order of their kinds.
    ///   - isLast: Whether the sender had nothing more.
    ///   - unreadable: How many records could not be read, by kind.
    public init(
        start: ListCursor?,
        end: ListCursor,
        signed: [SignedRecord],
        isLast: Bool = false,
        unreadable: [SharedRecord.Kind: Int] = [:]
    ) {
        self.start = start
        self.end = end
        self.signed = signed
        self.isLast = isLast
        self.unreadable = unreadable
    }

    /// Creates a page of records that nobody has signed: lines among them are left out by whoever gets it.
    package init(start: ListCursor?, end: ListCursor, records: [SharedRecord]) {
        self.init(start: start, end: end, signed: records.map { SignedRecord($0, signature: nil) })
    }

    /// The records.
    public var records: [SharedRecord] { signed.map(\.record) }

    /// Whether the page has nothing new for its recipient.
    public var isEmpty: Bool { signed.isEmpty && start == end }
}

/// What was new in another ledger's records, and what was wrong with them.
public struct MergeResult: Hashable, Sendable {
    /// The number of new records, by kind.
    public var new: [SharedRecord.Kind: Int] = [:]
    /// The records without effect.
    public internal(set) var faults = SyncFaultCounts()
    /// Whether a log branched: what this ledger has of it may be unknown to the sender, too.
    public var hasNewBranch = false
    /// Boxes whose clocks are more than a minute ahead of this one, with their lead in milliseconds.
    public var ahead: [BoxID: Int64] = [:]
    /// Whether the records came in a file that is older than another one from its sender.
    public var isOlderFile = false

    /// Creates an empty result.
    public init() {}

    /// Adds the result of another page.
    ///
    /// - Parameter other: A result of the same sync.
    public mutating func add(_ other: MergeResult) {
        new.merge(other.new, uniquingKeysWith: +)
        faults.add(other.faults)
        hasNewBranch = hasNewBranch || other.hasNewBranch
        ahead.merge(other.ahead, uniquingKeysWith: max)
    }
}
