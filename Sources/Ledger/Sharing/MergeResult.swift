// What became of a page.

public import TicketSigning

/// What was new in records that came from another ledger, and what was wrong with them.
public struct MergeResult: Hashable, Sendable {
    /// New records, by kind.
    public var new: [SharedRecord.Kind: Int] = [:]
    /// Records that no ledger of this version writes or holds, by kind: they were left out.
    public var leftOut: [SharedRecord.Kind: Int] = [:]
    /// Boxes whose records are no longer taken from now on.
    public var alarms: [Alarm] = []
    /// Boxes whose clocks are more than a minute ahead of this one, and by how many milliseconds.
    public var ahead: [BoxID: Int64] = [:]

    /// Nothing new.
    public init() {}

    /// Adds another page's.
    ///
    /// - Parameter other: Of the same sync.
    public mutating func add(_ other: MergeResult) {
        new.merge(other.new, uniquingKeysWith: +)
        leftOut.merge(other.leftOut, uniquingKeysWith: +)
        alarms += other.alarms
        ahead.merge(other.ahead, uniquingKeysWith: max)
    }

    /// One sentence on what was left out; `nil` where nothing was.
    public var lossSentence: String? {
        let counts = SharedRecord.Kind.allCases.compactMap { kind in leftOut[kind].map { "\($0) \(kind)" } }
        guard !counts.isEmpty else { return nil }
        return
            "Records that this ledger cannot hold were left out (\(counts.joined(separator: ", "))); if some of your "
            + "boxes run a newer doorcheck, update this one."
    }
}
