// The origin of a version.

public import Ledger
public import TicketSigning

/// The position of a version in the order of versions: by logical time, then by box.
public struct VersionStamp: Hashable, Comparable, Sendable {
    /// Hybrid logical time: milliseconds × 65,536 plus a counter; not negative.
    @Bounded<LogicalTimeBounds> public private(set) var hlc: Int64
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
