// Reads the most frequent kinds of lines quickly.

import TicketSigning

/// Reads the members of a line in the order in which `LineWriter` writes them.
///
/// It need not detect every fault in a line: the result is written again, and unless that gives the same bytes,
/// `JSONDecoder` reads the line.
struct LineReader {
    private let bytes: [UInt8]
    private var place: Int

    /// Returns `nil` if the line is of another kind.
    init?(_ bytes: [UInt8], _ kind: SharedRecord.Kind) {
        let start = "{\"kind\":\"\(kind.rawValue)\",\"record\":{"
        guard bytes.starts(with: start.utf8) else { return nil }
        self.bytes = bytes
        place = start.utf8.count
    }

    /// Reads a member's text; `nil` if another member is next.
    mutating func text(_ name: String) -> String? {
        value(name).map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func bytes(_ name: String) -> RecordBytes? {
        text(name).flatMap { RecordBytes(base64url: $0) }
    }

    mutating func identifier<Subject>(_ name: String) -> Identifier<Subject>? {
        value(name).flatMap { Identifier(text: Array($0)) }
    }

    mutating func integer<Number: FixedWidthInteger>(_ name: String) -> Number? {
        guard skip(name) else { return nil }
        let end = bytes[place...].firstIndex { $0 != UInt8(ascii: "-") && !(48...57).contains($0) } ?? bytes.endIndex
        defer { place = end }
        return Number(String(decoding: bytes[place..<end], as: UTF8.self))
    }

    /// Reads a member that is `true` or absent.
    mutating func flag(_ name: String) -> Bool? {
        guard skip(name), bytes[place...].starts(with: "true".utf8) else { return nil }
        place += 4
        return true
    }

    mutating func stamp(_ name: String) -> HybridTimestamp? {
        guard skip(name) else { return nil }
        let box: BoxID? = identifier("box")
        let hlc: Int64? = integer("hlc")
        if place < bytes.endIndex { place += 1 }
        guard let box, let hlc else { return nil }
        return HybridTimestamp(hlc: hlc, box: box)
    }

    private mutating func value(_ name: String) -> ArraySlice<UInt8>? {
        guard skip(name), place < bytes.endIndex, bytes[place] == UInt8(ascii: "\"") else { return nil }
        let end = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.endIndex
        defer { place = min(end + 1, bytes.endIndex) }
        return bytes[(place + 1)..<end]
    }

    /// Skips a member's name if it is next, with the character before it: a comma, or the brace of an object.
    private mutating func skip(_ name: String) -> Bool {
        var end = place
        if end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") { end += 1 }
        guard end < bytes.endIndex, bytes[end] == UInt8(ascii: "\"") else { return false }
        end += 1
        for byte in name.utf8 {
            guard end < bytes.endIndex, bytes[end] == byte else { return false }
            end += 1
        }
        guard bytes.endIndex - end >= 2, bytes[end] == UInt8(ascii: "\""), bytes[end + 1] == UInt8(ascii: ":") else {
            return false
        }
        place = end + 2
        return true
    }
}
