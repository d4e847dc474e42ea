// When a version was made, and by whom.

public import TicketSigning

/// A place in the order of versions: by logical time, then by box.
public struct VersionStamp: Hashable, Comparable, Sendable {
    /// Hybrid logical time: milliseconds times 65536, and a count; not negative.
    public let hlc: Int64
    /// The box that made the version.
    public let box: BoxID

    /// - Parameters:
    ///   - hlc: Hybrid logical time.
    ///   - box: The box that made the version.
    public init(hlc: Int64, box: BoxID) {
        self.hlc = hlc
        self.box = box
    }

    public static func < (left: VersionStamp, right: VersionStamp) -> Bool {
        (left.hlc, left.box) < (right.hlc, right.box)
    }
}
