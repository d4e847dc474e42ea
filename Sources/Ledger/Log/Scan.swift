// A line of the log, and the hash chain over all lines of a box.

import FoundationEssentials
import GRDB
import TicketSigning

/// A complete scan, except for the chain value that links it to the previous one.
struct Scan {
    let box: BoxID
    let seq: Int64
    let record: ScanRecord
    let at: Timestamp
    let hlc: Int64

    /// - Returns: The chain including this scan.
    func insert(after previous: ScanChain, in db: Database) throws -> ScanChain {
        let chain = previous.appending(canonicalBytes)
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO scan
                    (box, seq, event, gate, zone, ticket, kind, verdict, reason, slot, people, undone_box, undone_seq,
                     decided, mark, actor, why, at_ms, hlc, chain)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            box.blob, seq, record.gate.event.blob, record.gate.name.text, record.zone.text, record.ticket?.blob,
            record.kind.rawValue, record.answer.rawValue, record.reason, record.slot, record.people,
            record.undone?.box.blob, record.undone?.seq, record.decided?.rawValue, record.mark.map { Data($0) },
            record.by?.actor, record.by?.why, at.milliseconds, hlc, Data(chain.head),
        ])
        return chain
    }
}

extension Scan {
    /// The bytes that the chain covers: `"doorcheck/scan/v1\0"`, box (16 bytes), seq (be64), event (16), ticket (1 and
    /// 16 bytes, or 0), at (be64, ms), hlc (be64), slot (be32, 0 for none), people (be32, two's complement), the scan
    /// that is undone (1, box and be64 seq, or 0), then gate, zone, kind, verdict, reason, decided, actor, why and
    /// mark, each as be16 length and bytes; an absent value is the same as an empty one.
    var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes += Self.label
        bytes += box.bytes
        bytes.append(bigEndian: seq)
        bytes += record.gate.event.bytes
        bytes += record.ticket.map { [1] + $0.bytes } ?? [0]
        bytes.append(bigEndian: at.milliseconds)
        bytes.append(bigEndian: hlc)
        bytes.append(bigEndian: UInt32(record.slot ?? 0))
        bytes.append(bigEndian: Int32(record.people))
        bytes += record.undone.map { [1] + $0.box.bytes } ?? [0]
        if let undone = record.undone { bytes.append(bigEndian: undone.seq) }
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

extension [UInt8] {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append(measured bytes: [UInt8]) {
        append(bigEndian: UInt16(clamping: bytes.count))
        append(contentsOf: bytes)
    }
}

/// SHA-256 over the chain so far and the canonical bytes of the next scan; the first scan follows 32 zero bytes.
struct ScanChain {
    /// 32 bytes, which the next scan is chained to.
    let head: [UInt8]

    /// The chain of a box that has no scans yet.
    static let start = ScanChain(head: [UInt8](repeating: 0, count: 32))

    /// - Parameter scan: The canonical bytes of the next scan.
    /// - Returns: The chain including it.
    func appending(_ scan: [UInt8]) -> ScanChain {
        ScanChain(head: SHA256.hash(head + scan))
    }
}
