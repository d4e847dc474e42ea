// What a ledger says of itself before it is sent anything.

public import TicketSigning

/// Who a ledger is, how far its own lists go, and what it holds of everybody.
public struct VersionVector: Hashable, Sendable, Codable {
    /// Its own box; a hub has an identifier of its own kind.
    public let ledger: BoxID
    /// What people call it.
    public let name: String
    /// The end of its own lists.
    public let end: ListCursor
    /// How far it has read the lists of whom it is talking to; `nil` if not at all.
    public let pulled: ListCursor?
    /// What it holds of each box, in the order of their identifiers.
    public let highWaterMarks: [HighWaterMark]

    /// What the other side has once it has taken a page, as far as can be foreseen.
    ///
    /// - Parameter page: Made for it.
    /// - Returns: Good for making the next page of one file, which is taken whole or not at all.
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
    ///   - ledger: Its own box.
    ///   - name: What people call it.
    ///   - end: The end of its own lists.
    ///   - pulled: How far it has read the lists of whom it is talking to.
    ///   - highWaterMarks: What it holds of each box.
    public init(ledger: BoxID, name: String, end: ListCursor, pulled: ListCursor?, highWaterMarks: [HighWaterMark]) {
        self.ledger = ledger
        self.name = name
        self.end = end
        self.pulled = pulled
        self.highWaterMarks = highWaterMarks
    }
}
