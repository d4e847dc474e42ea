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

    /// Returns whether another vector says the same of what its ledger has of this one's records. The end of a hub's
    /// own lists moves whenever anybody sends something, also what it does not take.
    ///
    /// - Parameter other: Another vector of the same ledger.
    /// - Returns: `false` if one of them has more.
    public func hasSameRecords(as other: VersionVector) -> Bool {
        ledger == other.ledger && pulled == other.pulled
            && markOfBox.mapValues(\.points) == other.markOfBox.mapValues(\.points)
    }

    /// Returns the version vector that the other side will have after merging a page, as far as it can be predicted.
    ///
    /// - Parameter page: A page made for it.
    /// - Returns: A vector for making the next page of one file, which is merged as a whole or not at all.
    public func predicted(after page: SharedPage) -> VersionVector {
        var held = markOfBox
        for (index, record) in page.records.enumerated() {
            // The last line of each run stands for those before it.
            guard let line = record.place, page.records.dropFirst(index + 1).first?.place?.follows(line) != true else {
                continue
            }
            var mark = held[line.box] ?? HighWaterMark(box: line.box)
            mark.add(LogPoint(seq: line.seq, chain: line.chain), to: line.log)
            held[line.box] = mark
        }
        let highWaterMarks = held.values.sorted { $0.box < $1.box }
        return VersionVector(ledger: ledger, name: name, end: end, pulled: page.end, highWaterMarks: highWaterMarks)
    }

    /// The same, without having read any boxes, memberships, events, keys or messages of the recipient.
    public var withoutLists: VersionVector {
        let pulled = pulled.map { ListCursor(epoch: $0.epoch, lists: 0, tickets: $0.tickets) }
        return VersionVector(ledger: ledger, name: name, end: end, pulled: pulled, highWaterMarks: highWaterMarks)
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

/// The lines of one box's logs that a ledger has: these, and all that each of them follows.
public struct HighWaterMark: Hashable, Sendable, Codable {
    /// The box.
    public let box: BoxID
    /// Lines of its log of scans, in any order.
    public private(set) var scans: [LogPoint]
    /// Lines of its log of changes, in any order.
    public private(set) var changes: [LogPoint]
    /// Whether the other side takes no lines of this box from this one.
    public let refused: Bool

    /// - Parameters:
    ///   - box: The box.
    ///   - scans: Lines of its log of scans.
    ///   - changes: Lines of its log of changes.
    ///   - refused: Whether the other side takes no lines of it.
    public init(box: BoxID, scans: [LogPoint] = [], changes: [LogPoint] = [], refused: Bool = false) {
        self.box = box
        self.scans = scans
        self.changes = changes
        self.refused = refused
    }

    /// Returns the lines of one of its logs.
    ///
    /// - Parameter log: The log.
    /// - Returns: The lines, in any order.
    public func points(of log: LogKind) -> [LogPoint] {
        switch log {
        case .change: changes
        case .scan: scans
        }
    }

    /// Returns the number of the last line.
    ///
    /// - Parameter log: The log.
    /// - Returns: The number; 0 for none.
    public func last(of log: LogKind) -> Int64 {
        points(of: log).map(\.seq).max() ?? 0
    }

    /// The lines of both logs, whatever their order.
    fileprivate var points: [Set<LogPoint>] { [Set(scans), Set(changes)] }

    mutating func add(_ point: LogPoint, to log: LogKind) {
        switch log {
        case .change: changes.append(point)
        case .scan: scans.append(point)
        }
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
