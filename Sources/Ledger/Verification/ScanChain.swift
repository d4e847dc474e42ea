// The hash chain over a box's scans, which reveals changed, dropped or inserted scans.

import TicketSigning

/// SHA-256 over the chain so far and the canonical bytes of the next scan.
///
/// Canonical bytes: `"doorcheck/scan/v1\0"`, box (16 bytes), seq (be64), event (16), ticket (1 and 16 bytes, or 0),
/// at (be64, ms), hlc (be64), slot (be32, 0 for none), people (be32, two's complement), the scan that is undone (1,
/// box and be64 seq, or 0), then gate, zone, kind, verdict, reason, decided, actor, why and mark, each as be16 length
/// and bytes; an absent value is the same as an empty one. The first scan follows 32 zero bytes.
struct ScanChain {
    /// 32 bytes, which the next scan is chained to.
    let head: [UInt8]

    /// The chain of a box that has no scans yet.
    static let start = ScanChain(head: [UInt8](repeating: 0, count: 32))

    func appending(_ scan: Scan) -> ScanChain {
        let record = scan.record
        var bytes = head
        bytes.reserveCapacity(512)
        bytes += Self.label
        bytes += scan.box.bytes
        bytes.append(bigEndian: scan.seq)
        bytes += record.gate.event.bytes
        bytes += record.ticket.map { [1] + $0.bytes } ?? [0]
        bytes.append(bigEndian: scan.at.milliseconds)
        bytes.append(bigEndian: scan.hlc)
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
        return ScanChain(head: SHA256.hash(bytes))
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
