// A record as the hub passes it on, without interpreting its body.

public import Ledger
public import TicketSigning

/// A body of bytes with its kind, its event and its place among other records.
///
/// It is not a `SharedRecord`: the hub does not interpret bodies, so it can pass on what newer boxes write. And it is
/// not a ``WireRecord``, which may hold anything: a hub record always has a key that suits its kind.
public struct HubRecord: Hashable, Sendable {
    /// The kind of record.
    public let kind: RecordKind
    /// The event that the record belongs to; a version is withheld from boxes that do not take part in it. `nil` if
    /// every box may see the record.
    public let event: EventID?
    /// The key that is unique within the kind.
    public let key: Key
    /// The body for boxes: UTF-8, at most ``bodyLimit`` bytes.
    public let body: [UInt8]

    /// The maximum body length; an event with many gates and tiers has a few thousand bytes.
    public static let bodyLimit = 64 << 10

    /// Identifies a record within its kind.
    public enum Key: Hashable, Sendable {
        /// A line of a box's log: the box, and the line's number and the beginning of its chain value. A box that was
        /// restored or cloned has several lines with one number.
        case line(box: BoxID, point: LogPoint)
        /// A version: the object it describes, and the time and box that made it. The latest version wins.
        case version(of: VersionedID, stamp: VersionStamp)
    }

    /// Returns `nil` if the key does not suit the kind, a line number is out of range, or the body is
    /// too long.
    ///
    /// - Parameters:
    ///   - kind: The kind of record; log kinds need a line key, the others a version key.
    ///   - event: The event that the record belongs to; `nil` for none.
    ///   - key: The key that is unique within the kind.
    ///   - body: The body for boxes, in UTF-8.
    public init?(kind: RecordKind, event: EventID?, key: Key, body: [UInt8]) {
        guard body.count <= Self.bodyLimit else { return nil }
        switch key {
        case .line(_, let point):
            guard kind.isLog, point.seq >= 1, point.chain.bytes.count == LogPoint.length else { return nil }
        case .version: guard !kind.isLog else { return nil }
        }
        self.kind = kind
        self.event = event
        self.key = key
        self.body = body
    }
}

/// The object that a version describes: an event, a ticket, a box; 16 bytes.
public typealias VersionedID = Identifier<VersionStamp>
