// A record as it passes through the hub, which does not look into it.

public import TicketSigning

/// Some bytes, what they are about, and where they stand among others.
public struct HubRecord: Hashable, Sendable {
    /// What it is about.
    public let kind: RecordKind
    /// The event it belongs to, by which a version is kept from boxes that have nothing to do with it; `nil` for what
    /// everybody may see.
    public let event: EventID?
    /// What tells it from others of its kind.
    public let key: Key
    /// What boxes read: UTF-8, at most ``bodyLimit`` bytes.
    public let body: [UInt8]

    /// The longest body: an event with many gates and tiers has a few thousand bytes.
    public static let bodyLimit = 64 << 10

    /// What tells a record from others of its kind.
    public enum Key: Hashable, Sendable {
        /// A line of a box's log: the box and the line's number, 1, 2, 3 … without gaps.
        case line(box: BoxID, seq: Int64)
        /// A version: what it is a version of, and when and by which box it was made. The later one stands.
        case version(of: VersionedID, stamp: VersionStamp)
    }

    /// Is `nil` for a key of the other sort, a line number below 1, a negative time, or a body that is too long.
    ///
    /// - Parameters:
    ///   - kind: What it is about; a log's kind goes with a line, another with a version.
    ///   - event: The event it belongs to; `nil` for none.
    ///   - key: What tells it from others.
    ///   - body: What boxes read, in UTF-8.
    public init?(kind: RecordKind, event: EventID?, key: Key, body: [UInt8]) {
        guard body.count <= Self.bodyLimit else { return nil }
        switch key {
        case .line(_, let seq): guard kind.isLog, seq >= 1 else { return nil }
        case .version(_, let stamp): guard !kind.isLog, stamp.hlc >= 0 else { return nil }
        }
        self.kind = kind
        self.event = event
        self.key = key
        self.body = body
    }
}

/// What a version is of: an event, a ticket, a box; 16 bytes.
public typealias VersionedID = Identifier<VersionStamp>
