// A line of the log of scans.

import FoundationEssentials
import GRDB
import TicketSigning

/// A complete scan, except for the chain value that links it to the previous one.
struct Scan {
    let box: BoxID
    let seq: Int64
    let record: ScanRecord
    let at: Timestamp
    /// The hub's clock minus the box's, in milliseconds; `nil` if the box did not know it.
    let offset: Int64?
    let hlc: Int64

    /// Inserts the scan on a branch, with the chain value that includes it; one of another box has its signature, too.
    func insert(
        chain: [UInt8],
        signature: RecordBytes? = nil,
        branch: Int,
        counts: Bool = true,
        in db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO scan
                    (box, seq, branch, event, gate, zone, ticket, kind, verdict, reason, slot, people, undone_box,
                     undone_seq, undone_chain, decided, mark, actor, why, at_ms, offset_ms, hlc, chain, signature,
                     counts)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            box.blob, seq, branch, record.gate.event.blob, record.gate.name.text, record.zone.text, record.ticket?.blob,
            record.kind.rawValue, record.answer.rawValue, record.reason, record.slot, record.people,
            record.undone?.box.blob, record.undone?.seq,
            record.undone.map { Data($0.chain) }, record.decided?.rawValue, record.mark.map { Data($0) },
            record.by?.actor, record.by?.why, at.milliseconds, offset, hlc, Data(chain),
            signature?.asLineSignature, counts,
        ])
    }
}

extension Scan {
    /// The bytes that the chain covers: `"doorcheck/scan/v1\0"`, box (16 bytes), seq (be64), event (16), ticket (1 and
    /// 16 bytes, or 0), at (be64, ms), offset (1 and be64, ms, or 0), hlc (be64), slot (be32, 0 for none), people
    /// (be32, two's complement), the scan that is undone (1, box, be64 seq and its chain value, or 0), then gate, zone,
    /// kind, verdict, reason, decided, actor, why and mark, each as be16 length and bytes; an absent value is the same
    /// as an empty one.
    var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes += Self.label
        bytes += box.bytes
        bytes.append(bigEndian: seq)
        bytes += record.gate.event.bytes
        bytes += record.ticket.map { [1] + $0.bytes } ?? [0]
        bytes.append(bigEndian: at.milliseconds)
        bytes.append(offset == nil ? 0 : 1)
        if let offset { bytes.append(bigEndian: offset) }
        bytes.append(bigEndian: hlc)
        bytes.append(bigEndian: UInt32(record.slot ?? 0))
        bytes.append(bigEndian: Int32(record.people))
        bytes += record.undone.map { [1] + $0.box.bytes } ?? [0]
        if let undone = record.undone {
            bytes.append(bigEndian: undone.seq)
            bytes += undone.chain
        }
        for text in [
            record.gate.name.text, record.zone.text, record.kind.rawValue, record.answer.rawValue, record.reason,
            record.decided?.rawValue ?? "", record.by?.actor ?? "", record.by?.why ?? "",
        ] {
            bytes.append(measured: Array(text.utf8))
        }
        bytes.append(measured: record.mark ?? [])
        return bytes
    }

    private static let label = Array("doorcheck/scan/v1\0".utf8)
}
