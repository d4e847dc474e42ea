// What became of a page.

public import TicketSigning

/// What was new in records that came from another ledger, and what was wrong with them.
public struct Receipt: Hashable, Sendable {
    /// New records, by kind.
    public var new: [SharedRecord.Kind: Int] = [:]
    /// Boxes whose records are no longer taken from now on.
    public var alarms: [Alarm] = []
    /// Boxes whose clocks are more than a minute ahead of this one, and by how many milliseconds.
    public var ahead: [BoxID: Int64] = [:]

    /// Nothing new.
    public init() {}

    /// Adds another page's.
    ///
    /// - Parameter other: Of the same sync.
    public mutating func add(_ other: Receipt) {
        new.merge(other.new, uniquingKeysWith: +)
        alarms += other.alarms
        ahead.merge(other.ahead, uniquingKeysWith: max)
    }
}
