// UTF-8 with invalid bytes.

/// Distinguishes UTF-8 with a few invalid bytes from text in another encoding, in which few letters look like UTF-8
/// by chance.
struct BrokenUTF8 {
    /// The number of valid non-ASCII letters.
    private var good = 0
    private var bad = 0
    private var line = 1
    private var badLine = 0
    /// The number of bytes missing from the current letter.
    private var missing = 0

    /// - Parameter source: A text that is not entirely valid UTF-8.
    /// - Throws: ``ListError/undecodable(line:encoding:)`` with the first invalid line if at least half of the
    ///   letters are valid UTF-8, ``ListError/cannotRead(name:errno:)``.
    static func check(_ source: ListSource) throws(ListError) {
        var text = BrokenUTF8()
        var offset = 0
        while offset < source.byteCount {
            let piece = try source.bytes(at: offset, count: TextDecoder.pieceByteCount)
            guard !piece.isEmpty else { break }
            offset += piece.count
            for byte in piece { text.add(byte) }
        }
        text.end()
        guard text.good > 0, text.good >= text.bad else { return }
        throw .undecodable(line: text.badLine, encoding: TextEncoding.utf8.name)
    }

    private mutating func add(_ byte: UInt8) {
        if missing > 0 {
            if byte & 0xC0 == 0x80 {
                missing -= 1
                if missing == 0 { good += 1 }
                return
            }
            complain()
        }
        switch byte {
        case 0x0A: line += 1
        case ..<0x80: break
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: complain()
        }
    }

    private mutating func end() {
        if missing > 0 { complain() }
    }

    private mutating func complain() {
        missing = 0
        bad += 1
        if badLine == 0 { badLine = line }
    }
}
