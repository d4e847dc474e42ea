// A record in requests and responses.

package import Ledger
package import TicketSigning

/// A ``HubRecord`` in JSON: `box`, `seq` and `chain` identify a line, `id`, `hlc` and `box` a version.
///
/// It is what the other side sent, sound or not: a hub answers a malformed one with a problem, and a box leaves it
/// out and reports it, instead of losing the page that it is on.
package struct WireRecord: Hashable, Codable, Sendable {
    package let kind: RecordKind
    package let event: EventID?
    package let box: BoxID
    package let seq: Int64?
    /// The beginning of a line's chain value, ``LogPoint/length`` bytes.
    package let chain: RecordBytes?
    package let id: VersionedID?
    /// Decimal digits: the number exceeds what JSON readers represent exactly.
    package let hlc: String?
    /// At most 65,536 bytes.
    package let body: String

    package init(
        kind: RecordKind,
        event: EventID?,
        box: BoxID,
        seq: Int64?,
        chain: RecordBytes?,
        id: VersionedID?,
        hlc: String?,
        body: String
    ) {
        self.kind = kind
        self.event = event
        self.box = box
        self.seq = seq
        self.chain = chain
        self.id = id
        self.hlc = hlc
        self.body = body
    }
}

extension WireRecord {
    /// Missing values are absent, not null: a record has exactly one representation.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func given<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            container.contains(key) ? try container.decode(Value.self, forKey: key) : nil
        }
        self.init(
            kind: try container.decode(RecordKind.self, forKey: .kind),
            event: try given(.event),
            box: try container.decode(BoxID.self, forKey: .box),
            seq: try given(.seq),
            chain: try given(.chain),
            id: try given(.id),
            hlc: try given(.hlc),
            body: try container.decode(String.self, forKey: .body)
        )
    }

    /// Creates the record that represents another one.
    package init(_ record: HubRecord) {
        kind = record.kind
        event = record.event
        body = String(decoding: record.body, as: UTF8.self)
        switch record.key {
        case .line(let box, let point):
            (self.box, seq, chain) = (box, point.seq, point.chain)
            (id, hlc) = (nil, nil)
        case .version(let id, let stamp):
            (box, seq, chain) = (stamp.box, nil, nil)
            (self.id, hlc) = (id, String(stamp.hlc))
        }
    }

    /// The record; `nil` if it is malformed.
    package var record: HubRecord? {
        if let seq, let chain, id == nil, hlc == nil {
            guard SequenceBounds.range.contains(seq), chain.bytes.count == LogPoint.length else { return nil }
            let point = LogPoint(seq: seq, chain: chain)
            return HubRecord(kind: kind, event: event, key: .line(box: box, point: point), body: Array(body.utf8))
        }
        guard seq == nil, chain == nil, let id, let hlc, let time = Bounded<LogicalTimeBounds>(text: hlc),
            String(time.wrappedValue) == hlc
        else { return nil }
        let stamp = VersionStamp(hlc: time.wrappedValue, box: box)
        return HubRecord(kind: kind, event: event, key: .version(of: id, stamp: stamp), body: Array(body.utf8))
    }
}
