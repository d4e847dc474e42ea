// A ledger's summary of what it has, sent before a sync.

public import TicketSigning

/// A ledger's identity, the end of its own lists, and what it has of every box.
public struct VersionVector: Hashable, Sendable, Codable {
    /// Its own box; a hub has its own kind of identifier.
    public let ledger: BoxID
    /// The ledger's name for people.
    public let name: String
    /// The end of its own lists.
    public let end: ListCursor
    /// How far it has read the recipient's lists; `nil` if not at all.
    public let pulled: ListCursor?
    /// What it has of each box, in the order of their identifiers.
    public let highWaterMarks: [HighWaterMark]

    /// Returns the version vector that the other side will have after merging a page, as far as it can be predicted.
    ///
    /// - Parameter page: A page made for it.
    /// - Returns: A vector for making the next page of one file, which is merged as a whole or not at all.
    public func predicted(after page: SharedPage) -> VersionVector {
        var held = Dictionary(uniqueKeysWithValues: highWaterMarks.map { ($0.box, $0) })
        for record in page.records {
            switch record {
            case .scan(let scan):
                held[scan.box] = HighWaterMark(
                    box: scan.box, scans: scan.seq, changes: held[scan.box]?.changes ?? 0)
            case .change(let change):
                held[change.box] = HighWaterMark(
                    box: change.box, scans: held[change.box]?.scans ?? 0, changes: change.seq)
            case .box, .event, .key, .message, .ticket: break
            }
        }
        let highWaterMarks = held.values.sorted { $0.box < $1.box }
        return VersionVector(ledger: ledger, name: name, end: end, pulled: page.end, highWaterMarks: highWaterMarks)
    }

    /// - Parameters:
    ///   - ledger: The ledger's own box.
    ///   - name: The ledger's name for people.
    ///   - end: The end of its own lists.
    ///   - pulled: How far it has read the recipient's lists.
    ///   - highWaterMarks: What it has of each box.
    public init(ledger: BoxID, name: String, end: ListCursor, pulled: ListCursor?, highWaterMarks: [HighWaterMark]) {
        self.ledger = ledger
        self.name = name
        self.end = end
        self.pulled = pulled
        self.highWaterMarks = highWaterMarks
    }
}
