// What a ledger has of each box, and how far it has read another one's lists.

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

    /// What it has of each box. Another machine may have listed a box twice.
    var markOfBox: [BoxID: HighWaterMark] {
        Dictionary(highWaterMarks.map { ($0.box, $0) }) { _, last in last }
    }

    /// Returns the version vector that the other side will have after merging a page, as far as it can be predicted.
    ///
    /// - Parameter page: A page made for it.
    /// - Returns: A vector for making the next page of one file, which is merged as a whole or not at all.
    public func predicted(after page: SharedPage) -> VersionVector {
        var held = markOfBox
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

/// The records of one box that a ledger has: all of its scans and changes from 1 up to these numbers.
public struct HighWaterMark: Hashable, Sendable, Codable {
    /// The box.
    public let box: BoxID
    /// The number of its last scan here; 0 for none.
    @Bounded<SequenceBounds> public private(set) var scans: Int64
    /// The number of its last change here; 0 for none.
    @Bounded<SequenceBounds> public private(set) var changes: Int64
    /// Whether further records of this box are refused because its records contradict each other.
    public let refused: Bool

    /// - Parameters:
    ///   - box: The box.
    ///   - scans: The number of its last scan here.
    ///   - changes: The number of its last change here.
    ///   - refused: Whether further records of it are refused.
    public init(box: BoxID, scans: Int64, changes: Int64, refused: Bool = false) {
        self.box = box
        self.scans = scans
        self.changes = changes
        self.refused = refused
    }
}

/// A position in another ledger's revisions. Its owner has all versions of rows up to it.
public struct ListCursor: Hashable, Sendable, Codable {
    /// The epoch of the ledger that was read.
    public let epoch: EpochID
    /// The last revision of a box, an event, a key or a message.
    @Bounded<SequenceBounds> public var lists: Int64
    /// The last revision of a ticket.
    @Bounded<SequenceBounds> public var tickets: Int64

    /// - Parameters:
    ///   - epoch: The epoch of the ledger that was read.
    ///   - lists: The last revision of a box, an event, a key or a message.
    ///   - tickets: The last revision of a ticket.
    public init(epoch: EpochID, lists: Int64 = 0, tickets: Int64 = 0) {
        self.epoch = epoch
        self.lists = lists
        self.tickets = tickets
    }
}
