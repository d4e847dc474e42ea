// How much of a box's records a ledger has.

public import TicketSigning

/// What a ledger holds of one box: all of its scans and changes from 1 up to these numbers.
public struct HighWaterMark: Hashable, Sendable, Codable {
    /// Whose records.
    public let box: BoxID
    /// The number of its last scan here; 0 for none.
    public let scans: Int64
    /// The number of its last change here; 0 for none.
    public let changes: Int64
    /// Nothing more of this box is taken, since its records contradict each other.
    public let refused: Bool

    /// - Parameters:
    ///   - box: Whose records.
    ///   - scans: The number of its last scan here.
    ///   - changes: The number of its last change here.
    ///   - refused: Nothing more of it is taken.
    public init(box: BoxID, scans: Int64, changes: Int64, refused: Bool = false) {
        self.box = box
        self.scans = scans
        self.changes = changes
        self.refused = refused
    }
}
