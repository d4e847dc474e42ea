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
    /// The number of records that no ledger of this version writes or holds, by kind; they were left out.
    public var leftOut: [SharedRecord.Kind: Int] = [:]
    /// The number of lines that their box has not signed, by box; they were left out.
    public var unsigned: [BoxID: Int] = [:]
    /// The number of lines that follow from no line of their box that this ledger has, by box; they were left out.
    public var detached: [BoxID: Int] = [:]
    /// Boxes of which memberships came that root did not sign; they were left out.
    public var forgedMemberships: Set<BoxID> = []
    /// Organisers other than this ledger's, whose memberships were left out.
    public var foreignRoots: Set<Root> = []
    /// Keys of events that were left out because root did not sign them; as in ticket codes.
    public var forgedKeys: Set<String> = []
    /// Revoked boxes whose versions were left out.
    public var revoked: Set<BoxID> = []
    /// Boxes that are not members: their new lines have no effect, and their versions were left out.
    public var strangers: Set<BoxID> = []
    /// Members with new records that their role or their events do not allow, and how many: lines have no effect, and
    /// versions were left out.
    public var overstepping: [BoxID: Int] = [:]
    /// Whether a log branched: what this ledger has of it may be unknown to the sender, too.
    public var hasNewBranch = false
    /// Boxes whose clocks are more than a minute ahead of this one, with their lead in milliseconds.
    public var ahead: [BoxID: Int64] = [:]

    /// Creates an empty result.
    public init() {}

    /// Adds the result of another page.
    ///
    /// - Parameter other: A result of the same sync.
    public mutating func add(_ other: MergeResult) {
        new.merge(other.new, uniquingKeysWith: +)
        leftOut.merge(other.leftOut, uniquingKeysWith: +)
        detached.merge(other.detached, uniquingKeysWith: +)
        unsigned.merge(other.unsigned, uniquingKeysWith: +)
        forgedMemberships.formUnion(other.forgedMemberships)
        foreignRoots.formUnion(other.foreignRoots)
        strangers.formUnion(other.strangers)
        revoked.formUnion(other.revoked)
        forgedKeys.formUnion(other.forgedKeys)
        overstepping.merge(other.overstepping, uniquingKeysWith: +)
        hasNewBranch = hasNewBranch || other.hasNewBranch
        ahead.merge(other.ahead, uniquingKeysWith: max)
    }

    /// One sentence about what was left out; `nil` if nothing was.
    public var lossSentence: String? {
        let counts = SharedRecord.Kind.allCases.compactMap { kind in leftOut[kind].map { "\($0) \(kind)" } }
        guard !counts.isEmpty else { return detachedSentence }
        return
            "This ledger cannot store some records, so they were skipped (\(counts.joined(separator: ", "))); if some "
            + "of your boxes run a newer doorcheck, update this one."
    }

    private var detachedSentence: String? {
        guard !detached.isEmpty else { return unsignedSentence }
        return
            "Some records do not follow from those before them, so they were skipped "
            + "(\(Self.list(detached))); sync again with a ledger that has all records of the box."
    }

    private var unsignedSentence: String? {
        guard !unsigned.isEmpty else { return membershipSentence }
        return
            "Some records are not signed by the box that they name, so they were skipped (\(Self.list(unsigned))); "
            + "whoever sent them may have forged them."
    }

    private var membershipSentence: String? {
        guard forgedMemberships.isEmpty else {
            return
                "Some memberships are not signed by the organiser that they name, so they were skipped (of box "
                + "\(Self.listed(forgedMemberships.map(\.description)))); whoever sent them may have forged them."
        }
        guard !foreignRoots.isEmpty else { return authoritySentence }
        return
            "Some memberships are of another organiser, so they were skipped (code "
            + "\(Self.listed(foreignRoots.map(\.rootCode)))); this box takes part in one organiser's events only."
    }

    private var authoritySentence: String? {
        guard forgedKeys.isEmpty else {
            return
                "Some keys of events are not signed by this box's organiser, so they were skipped (key "
                + "\(Self.listed(Array(forgedKeys)))); whoever sent them may have forged them."
        }
        guard strangers.isEmpty else {
            return
                "Some boxes are not members of this organiser, so what they record has no effect (box "
                + "\(Self.listed(strangers.map(\.description)))); make them members with `doorcheck box admit` where "
                + "the master key is."
        }
        guard revoked.isEmpty else {
            return
                "Some versions of events and tickets are of boxes that were revoked, so they were skipped (box "
                + "\(Self.listed(revoked.map(\.description))))."
        }
        guard !overstepping.isEmpty else { return nil }
        return
            "Some boxes recorded what their role or events do not allow, so it has no effect "
            + "(\(Self.list(overstepping)))."
    }

    private static func listed(_ names: [String]) -> String {
        names.sorted().prefix(3).joined(separator: ", ") + (names.count > 3 ? " …" : "")
    }

    private static func list(_ counts: [BoxID: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.value) of box \($0.key)" }.joined(separator: ", ")
    }
}
