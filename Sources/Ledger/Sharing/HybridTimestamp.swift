// When a row was made as it stands, and by whom: of two versions the later one stands.

public import TicketSigning

/// The order among versions of one row, wherever they were made.
public struct HybridTimestamp: Hashable, Comparable, Sendable, Codable {
    /// Hybrid logical clock: milliseconds since 1970 times 65536, and a count.
    public let hlc: Int64
    /// The box whose ledger made the version; decides where two were made at the same moment.
    public let box: BoxID

    /// - Parameters:
    ///   - hlc: Hybrid logical clock.
    ///   - box: The box whose ledger made the version.
    public init(hlc: Int64, box: BoxID) {
        self.hlc = hlc
        self.box = box
    }

    public static func < (left: HybridTimestamp, right: HybridTimestamp) -> Bool {
        (left.hlc, left.box) < (right.hlc, right.box)
    }
}
