// When and by which box a version of a row was made; the later of two versions wins.

public import TicketSigning

/// The order among versions of one row, wherever they were made.
public struct HybridTimestamp: Hashable, Comparable, Sendable, Codable {
    /// Hybrid logical clock: milliseconds since 1970 times 65536, plus a counter.
    public let hlc: Int64
    /// The box whose ledger made the version; the tie-breaker for equal times.
    public let box: BoxID

    /// - Parameters:
    ///   - hlc: The hybrid logical clock.
    ///   - box: The box whose ledger made the version.
    public init(hlc: Int64, box: BoxID) {
        self.hlc = hlc
        self.box = box
    }

    public static func < (left: HybridTimestamp, right: HybridTimestamp) -> Bool {
        (left.hlc, left.box) < (right.hlc, right.box)
    }
}
