// The result of merging a page.

public import TicketSigning

/// What was new in another ledger's records, and what was wrong with them.
public struct MergeResult: Hashable, Sendable {
    /// The number of new records, by kind.
    public var new: [SharedRecord.Kind: Int] = [:]
    /// The number of records that no ledger of this version writes or holds, by kind; they were left out.
    public var leftOut: [SharedRecord.Kind: Int] = [:]
    /// Boxes whose records are refused from now on.
    public var alarms: [Alarm] = []
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
        alarms += other.alarms
        ahead.merge(other.ahead, uniquingKeysWith: max)
    }

    /// One sentence about what was left out; `nil` if nothing was.
    public var lossSentence: String? {
        let counts = SharedRecord.Kind.allCases.compactMap { kind in leftOut[kind].map { "\($0) \(kind)" } }
        guard !counts.isEmpty else { return nil }
        return
            "Records that this ledger cannot hold were left out (\(counts.joined(separator: ", "))); if some of your "
            + "boxes run a newer doorcheck, update this one."
    }
}
