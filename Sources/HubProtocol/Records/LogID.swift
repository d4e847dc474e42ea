// Identifies a log.

public import TicketSigning

/// One box's log of one kind.
public struct LogID: Hashable, Comparable, Sendable {
    /// ``RecordKind/change`` or ``RecordKind/scan``.
    public let kind: RecordKind
    /// The box that wrote it.
    public let box: BoxID

    /// - Parameters:
    ///   - kind: ``RecordKind/change`` or ``RecordKind/scan``.
    ///   - box: The box that wrote it.
    public init(kind: RecordKind, box: BoxID) {
        self.kind = kind
        self.box = box
    }

    public static func < (left: LogID, right: LogID) -> Bool {
        (left.kind.rawValue, left.box) < (right.kind.rawValue, right.box)
    }
}
