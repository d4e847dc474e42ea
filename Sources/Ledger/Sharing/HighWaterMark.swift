// How much of a box's records a ledger has.

public import TicketSigning

/// The records of one box that a ledger has: all of its scans and changes from 1 up to these numbers.
public struct HighWaterMark: Hashable, Sendable, Codable {
    /// The box.
    public let box: BoxID
    /// The number of its last scan here; 0 for none.
    public let scans: Int64
    /// The number of its last change here; 0 for none.
    public let changes: Int64
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
