// UTF-8 in which some bytes are broken.

/// Tells UTF-8 with a few bad bytes from a text in another encoding, in which hardly any letters look like UTF-8 by chance.
struct BrokenUTF8 {
    /// Letters beyond ASCII that are UTF-8.
    private var good = 0
    private var bad = 0
    private var line = 1
    private var badLine = 0
    /// Of the letter being read: bytes that are to follow.
    private var missing = 0

    /// - Parameter source: A text that is not UTF-8 throughout.
    /// - Throws: ``ListError/undecodable(line:encoding:)`` with the first bad line where at least half of the letters are
    ///   UTF-8, ``ListError/cannotRead(name:errno:)``.
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
