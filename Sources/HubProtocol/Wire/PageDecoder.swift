// Decodes a page of records in the exact form in which a hub writes it.

import Ledger
import TicketSigning

/// Decodes a page in one pass. `JSONDecoder` reads any other form of the same JSON.
package struct PageDecoder {
    private let text: [UInt8]
    private var place = 0
    /// Whether a value did not have the expected form.
    private var isSpoiled = false

    /// - Parameter text: JSON in the form of `PageEncoder`.
    package init(_ text: [UInt8]) {
        self.text = text
    }

    /// - Returns: The page; `nil` if the text is not in that form.
    package mutating func page() -> Wire.Page? {
        guard let page = nextPage(), isAtEnd else { return nil }
        return page
    }

    /// - Returns: The answer to an upload with a page; `nil` if the text is not in that form.
    package mutating func uploadAnswer() -> Wire.UploadAnswer? {
        guard skip("{\"page\":"), let page = nextPage(), skip(",\"results\":[") else { return nil }
        var results: [UploadResult] = []
        while skip("\"") {
            guard let name = plain(), let result = UploadResult(rawValue: String(decoding: name, as: UTF8.self)) else {
                return nil
            }
            results.append(result)
            guard skip(",") else { break }
        }
        return skip("]}") && isAtEnd ? Wire.UploadAnswer(results: results, page: page) : nil
    }

    private var isAtEnd: Bool { place == text.endIndex && !isSpoiled }

    private mutating func nextPage() -> Wire.Page? {
        guard skip("{\"epoch\":\""), let epoch: FeedCursor.Epoch = identifier(), skip(",\"from\":"),
            let start = integer().flatMap(Bounded<SequenceBounds>.init(checking:)), skip(",\"more\":")
        else { return nil }
        let more = skip("true")
        guard more || skip("false"), skip(",\"records\":[") else { return nil }
        var records: [WireRecord] = []
        while skip("{\"body\":\"") {
            guard let record = record() else { return nil }
            records.append(record)
            guard skip(",") else { break }
        }
        guard skip("],\"rev\":"), let rev = integer().flatMap(Bounded<SequenceBounds>.init(checking:)),
            skip(",\"signatures\":\""), let signatures = plain(), skip("}"),
            let joined = DetachedSignature.join(records, signatures)
        else { return nil }
        return Wire.Page(epoch: epoch, from: start.wrappedValue, rev: rev.wrappedValue, more: more, records: joined)
    }

    private mutating func record() -> WireRecord? {
        guard let body = body(), skip(",\"box\":\""), let box: BoxID = identifier() else { return nil }
        let chain = skip(",\"chain\":\"") ? bytes() : nil
        let event: EventID? = skip(",\"event\":\"") ? identifier() : nil
        let hlc = skip(",\"hlc\":\"") ? plain().map { String(decoding: $0, as: UTF8.self) } : nil
        let id: VersionedID? = skip(",\"id\":\"") ? identifier() : nil
        guard skip(",\"kind\":\""), let name = plain(),
            let kind = RecordKind(rawValue: String(decoding: name, as: UTF8.self))
        else { return nil }
        let seq = skip(",\"seq\":") ? integer() : nil
        guard skip("}") else { return nil }
        return WireRecord(kind: kind, event: event, box: box, seq: seq, chain: chain, id: id, hlc: hlc, body: body)
    }

    // MARK: - Values

    private mutating func identifier<Subject>() -> Identifier<Subject>? {
        let identifier = plain().flatMap { Identifier<Subject>(text: Array($0)) }
        if identifier == nil { isSpoiled = true }
        return identifier
    }

    private mutating func bytes() -> RecordBytes? {
        let bytes = plain().flatMap { RecordBytes(base64url: String(decoding: $0, as: UTF8.self)) }
        if bytes == nil { isSpoiled = true }
        return bytes
    }

    private mutating func integer() -> Int64? {
        let end = text[place...].firstIndex { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? text.endIndex
        let number = Int64(String(decoding: text[place..<end], as: UTF8.self))
        if number == nil { isSpoiled = true }
        place = end
        return number
    }

    /// Reads the rest of a string without escapes, and its closing quotation mark.
    private mutating func plain() -> ArraySlice<UInt8>? {
        guard let end = text[place...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        let value = text[place..<end]
        if value.contains(UInt8(ascii: "\\")) { isSpoiled = true }
        place = end + 1
        return value
    }

    /// Reads the rest of a string in which only quotation marks and backslashes are escaped.
    private mutating func body() -> String? {
        var body: [UInt8] = []
        body.reserveCapacity(640)
        while place < text.endIndex {
            let byte = text[place]
            place += 1
            if byte == UInt8(ascii: "\"") { return String(validating: body, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                body.append(byte)
                continue
            }
            guard place < text.endIndex, text[place] == UInt8(ascii: "\"") || text[place] == UInt8(ascii: "\\") else {
                return nil
            }
            body.append(text[place])
            place += 1
        }
        return nil
    }

    private mutating func skip(_ expected: StaticString) -> Bool {
        let count = expected.utf8CodeUnitCount
        guard text.endIndex - place >= count else { return false }
        let isNext = expected.withUTF8Buffer { expected in text[place..<place + count].elementsEqual(expected) }
        if isNext { place += count }
        return isNext
    }
}
