// Signatures of records, apart from their bodies.

import Ledger

/// What a page does with the signature at the end of a body: it is among all others of the page, because random text
/// and texts that repeat are compressed better one after the other than mixed.
///
/// What is split is joined to the same bytes, whatever they are: a body that does not end with a signature stays whole.
enum DetachedSignature {
    private static let opening = Array(#","signature":""#.utf8)
    private static let closing = Array(#""}"#.utf8)
    /// Ends each signature; base64url does not have it.
    static let end = UInt8(ascii: ".")
    /// More than any signature has.
    private static let limit = 250

    /// Returns where in a body the member with the signature begins, and the signature's text.
    ///
    /// - Parameter body: Any bytes.
    /// - Returns: `nil` if it does not end with a signature.
    static func find(in body: [UInt8]) -> (start: Int, text: ArraySlice<UInt8>)? {
        guard body.suffix(closing.count).elementsEqual(closing) else { return nil }
        let last = body.endIndex - closing.count
        var first = last
        while first > 0, last - first < limit, isBase64URL(body[first - 1]) { first -= 1 }
        guard first < last, body[..<first].suffix(opening.count).elementsEqual(opening) else { return nil }
        return (first - opening.count, body[first..<last])
    }

    /// Joins the bodies of a page and its signatures.
    ///
    /// - Parameters:
    ///   - records: Records whose bodies were split.
    ///   - signatures: A signature's text for each, or nothing, and ``end``.
    /// - Returns: The records as they were; `nil` if there are more signatures than records, or fewer.
    static func join(_ records: [WireRecord], _ signatures: ArraySlice<UInt8>) -> [WireRecord]? {
        var joined: [WireRecord] = []
        joined.reserveCapacity(records.count)
        var left = signatures
        for record in records {
            guard let place = left.firstIndex(of: end), let whole = join(record, left[..<place]) else { return nil }
            joined.append(whole)
            left = left[(place + 1)...]
        }
        return left.isEmpty ? joined : nil
    }

    private static func join(_ record: WireRecord, _ signature: ArraySlice<UInt8>) -> WireRecord? {
        guard !signature.isEmpty else { return record }
        var body = Array(record.body.utf8)
        guard body.popLast() == UInt8(ascii: "}") else { return nil }
        body.reserveCapacity(body.count + opening.count + signature.count + closing.count)
        body += opening
        body += signature
        body += closing
        return String(validating: body, as: UTF8.self).map(record.with(body:))
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension Wire.Page: Codable {
    private enum CodingKeys: String, CodingKey {
        case epoch, from, rev, more, records, signatures
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let records = try container.decode([WireRecord].self, forKey: .records)
        let signatures = Array(try container.decode(String.self, forKey: .signatures).utf8)
        guard let joined = DetachedSignature.join(records, signatures[...]) else {
            throw DecodingError.dataCorruptedError(
                forKey: .signatures, in: container, debugDescription: "These are not the signatures of the records.")
        }
        self.init(
            epoch: try container.decode(FeedCursor.Epoch.self, forKey: .epoch),
            from: try container.decode(Bounded<SequenceBounds>.self, forKey: .from).wrappedValue,
            rev: try container.decode(Bounded<SequenceBounds>.self, forKey: .rev).wrappedValue,
            more: try container.decode(Bool.self, forKey: .more),
            records: joined)
    }

    package func encode(to encoder: any Encoder) throws {
        var signatures = ""
        let split = records.map { record in
            defer { signatures += "." }
            let body = Array(record.body.utf8)
            guard let (start, text) = DetachedSignature.find(in: body) else { return record }
            signatures += String(decoding: text, as: UTF8.self)
            return record.with(body: String(decoding: body[..<start], as: UTF8.self) + "}")
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(epoch, forKey: .epoch)
        try container.encode(from, forKey: .from)
        try container.encode(rev, forKey: .rev)
        try container.encode(more, forKey: .more)
        try container.encode(split, forKey: .records)
        try container.encode(signatures, forKey: .signatures)
    }
}

extension WireRecord {
    /// The same with another body.
    fileprivate func with(body: String) -> WireRecord {
        WireRecord(kind: kind, event: event, box: box, seq: seq, chain: chain, id: id, hlc: hlc, body: body)
    }
}
