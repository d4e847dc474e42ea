// Encodes a page of records as JSON.

import Ledger
import TicketSigning

/// Writes what `JSONEncoder` would write for a ``Wire/Page`` with sorted keys. Two hundred boxes read each scan, and
/// a new box reads all tickets, so nothing is allocated per record except its bytes.
///
/// It is not shared with the ledger's writer of record lines, which is in another module: generic members would no
/// longer be specialised, which is what makes both fast. What they have in common is a few lines.
package struct PageEncoder {
    package private(set) var bytes: [UInt8] = []
    /// Those of the records so far.
    private var signatures: [UInt8] = []

    /// - Parameter page: The page; its records have bodies in UTF-8.
    package init(_ page: FeedPage) {
        append(page)
    }

    /// Writes what `JSONEncoder` would write for a ``Wire/UploadAnswer``.
    ///
    /// - Parameters:
    ///   - page: The page; its records have bodies in UTF-8.
    ///   - results: What became of the records of the upload.
    package init(_ page: FeedPage, answering results: [UploadResult]) {
        append("{\"page\":")
        append(page)
        append(",\"results\":[\(results.map { "\"\($0.rawValue)\"" }.joined(separator: ","))]}")
    }

    private mutating func append(_ page: FeedPage) {
        bytes.reserveCapacity(page.records.reduce(200) { $0 + 320 + $1.body.count * 5 / 4 })
        signatures.reserveCapacity(page.records.count * 90)
        append("{\"epoch\":\"\(page.cursor.epoch)\",\"from\":\(page.start),\"more\":\(page.hasMore),\"records\":[")
        for (place, record) in page.records.enumerated() {
            if place > 0 { append(",") }
            append(record)
        }
        append("],\"rev\":\(page.cursor.rev),\"signatures\":\"")
        bytes += signatures
        append("\"}")
    }

    private mutating func append(_ record: HubRecord) {
        append("{\"body\":\"")
        let signature = DetachedSignature.find(in: record.body)
        for byte in record.body[..<(signature?.start ?? record.body.endIndex)] { append(byte) }
        if let signature {
            append("}")
            signatures += signature.text
        }
        signatures.append(DetachedSignature.end)
        let (box, id, point): (BoxID, VersionedID?, LogPoint?)
        let hlc: Int64?
        switch record.key {
        case .line(let writer, let place): (box, id, point, hlc) = (writer, nil, place, nil)
        case .version(let subject, let stamp): (box, id, point, hlc) = (stamp.box, subject, nil, stamp.hlc)
        }
        append("\",\"box\":\"\(box)\"")
        if let point { append(",\"chain\":\"\(point.chain.base64url)\"") }
        if let event = record.event { append(",\"event\":\"\(event)\"") }
        if let hlc { append(",\"hlc\":\"\(hlc)\"") }
        if let id { append(",\"id\":\"\(id)\"") }
        append(",\"kind\":\"\(record.kind.rawValue)\"")
        if let point { append(",\"seq\":\(point.seq)") }
        append("}")
    }

    /// Appends a byte of a text with JSON escapes (RFC 8259 section 7).
    private mutating func append(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0..<0x20:
            append(byte < 16 ? "\\u000" : "\\u00")
            append(String(byte, radix: 16))
        default: bytes.append(byte)
        }
    }

    private mutating func append(_ text: String) {
        bytes += text.utf8
    }
}
