// Converts text of any encoding to UTF-8, piece by piece.

import Glibc

/// The encoding of a text list, and the position of its text.
struct TextEncoding: Hashable, Sendable {
    /// The encoding's name for iconv(3).
    let name: String
    /// The length of the byte order mark before the text.
    let markLength: Int

    static let utf8 = TextEncoding(name: "UTF-8", markLength: 0)
    static let windows1252 = TextEncoding(name: "WINDOWS-1252", markLength: 0)

    /// Detects the encoding: by a byte order mark, as UTF-16 if every other byte is zero, as UTF-8 if the whole text
    /// is valid, or by its letters.
    ///
    /// - Parameters:
    ///   - source: The text.
    ///   - isNamed: Whether the user named the encoding, so that only a byte order mark counts.
    /// - Returns: The encoding; UTF-8 for pure ASCII.
    /// - Throws: ``ListError/undecodable(line:encoding:)`` for UTF-8 with invalid bytes.
    static func detected(in source: ListSource, isNamed: Bool = false) throws(ListError) -> TextEncoding {
        let head = try source.bytes(at: 0, count: 4096)
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { return TextEncoding(name: "UTF-8", markLength: 3) }
        if head.starts(with: [0xFF, 0xFE]) { return TextEncoding(name: "UTF-16LE", markLength: 2) }
        if head.starts(with: [0xFE, 0xFF]) { return TextEncoding(name: "UTF-16BE", markLength: 2) }
        let zeros = (0..<2).map { parity in head.indices.count { $0 % 2 == parity && head[$0] == 0 } }
        if zeros[1] > head.count / 4 { return TextEncoding(name: "UTF-16LE", markLength: 0) }
        if zeros[0] > head.count / 4 { return TextEncoding(name: "UTF-16BE", markLength: 0) }
        if try isUTF8(source) { return .utf8 }
        if !isNamed { try BrokenUTF8.check(source) }
        return try EncodingGuess.best(for: source)
    }

    private static func isUTF8(_ source: ListSource) throws(ListError) -> Bool {
        var offset = 0
        while offset < source.byteCount {
            let piece = try source.bytes(at: offset, count: TextDecoder.pieceByteCount)
            let isLast = offset + piece.count >= source.byteCount
            // A piece may end within a character: at most 3 of its bytes, identified by their top bits.
            let tail = isLast ? 0 : piece.suffix(4).reversed().prefix { $0 & 0xC0 == 0x80 }.count + 1
            let whole = piece.count - min(tail, piece.count)
            guard piece.withUnsafeBufferPointer({ isValidUTF8($0[..<whole]) }) else { return false }
            offset += isLast ? piece.count : max(whole, 1)
        }
        return true
    }
}

/// Returns whether bytes are valid UTF-8, without copying them.
func isValidUTF8(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var decoder = UTF8.ForwardParser()
    if bytes.allSatisfy({ $0 < 0x80 }) { return true }
    var iterator = bytes.makeIterator()
    while true {
        switch decoder.parseScalar(from: &iterator) {
        case .valid: continue
        case .emptyInput: return true
        case .error: return false
        }
    }
}

/// Converts a text list to UTF-8.
struct TextDecoder {
    let source: ListSource
    let encoding: TextEncoding

    static let pieceByteCount = 1 << 18

    /// - Parameter body: Called with pieces that may end anywhere, even within a character.
    /// - Throws: ``ListError``, or what `body` throws.
    func forEachPiece(_ body: ([UInt8]) throws -> Void) throws {
        var conversion = try Conversion(from: encoding)
        defer { conversion.close() }
        var offset = encoding.markLength
        while offset < source.byteCount {
            let piece = try source.bytes(at: offset, count: Self.pieceByteCount)
            guard !piece.isEmpty else { return }
            offset += piece.count
            try body(try conversion.convert(piece, isLast: offset >= source.byteCount))
        }
    }
}

/// Converts from one encoding to UTF-8 with iconv(3); UTF-8 itself is passed through.
struct Conversion {
    private let encoding: TextEncoding
    private let handle: iconv_t?
    /// The bytes of a character that the last piece ended within.
    private var rest: [UInt8] = []
    private var lines = 1

    init(from encoding: TextEncoding) throws(ListError) {
        self.encoding = encoding
        guard encoding.name != "UTF-8" else {
            handle = nil
            return
        }
        let opened = iconv_open("UTF-8", encoding.name)
        guard opened != iconv_t(bitPattern: -1) else { throw .unknownEncoding(name: encoding.name) }
        handle = opened
    }

    func close() {
        if let handle { iconv_close(handle) }
    }

    /// Converts a complete text.
    static func whole(_ bytes: inout [UInt8], from name: String) throws(ListError) -> [UInt8] {
        var conversion = try Conversion(from: TextEncoding(name: name, markLength: 0))
        defer { conversion.close() }
        return try conversion.convert(bytes, isLast: true)
    }

    mutating func convert(_ piece: [UInt8], isLast: Bool) throws(ListError) -> [UInt8] {
        guard let handle else { return piece }
        var input = rest + piece
        // No encoding produces more than 4 bytes of UTF-8 per byte.
        var output = [UInt8](repeating: 0, count: input.count * 4 + 16)
        var left = input.count
        var room = output.count
        let code: Int32 = input.withUnsafeMutableBytes { input in
            output.withUnsafeMutableBytes { output in
                var from = input.baseAddress?.assumingMemoryBound(to: CChar.self)
                var to = output.baseAddress?.assumingMemoryBound(to: CChar.self)
                return iconv(handle, &from, &left, &to, &room) == Int.max.magnitude * 2 + 1 ? errno : 0
            }
        }
        output.removeLast(room)
        rest = Array(input.suffix(left))
        lines += output.count { $0 == 0x0A }
        let isCut = code == EINVAL && !isLast
        guard code == 0 || isCut else { throw .undecodable(line: lines, encoding: encoding.name) }
        return output
    }
}
