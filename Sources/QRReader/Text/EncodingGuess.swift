// A guess at the character set of bytes about which a symbol says nothing.

/// What bytes can be, after they turned out not to be UTF-8.
///
/// Encoders should declare a character set and mostly do not. The rules are those of ZXing and zxing-cpp, so that a
/// text is what other readers take it for: they weigh Latin-1 against Shift JIS.
struct EncodingGuess {
    /// The likely character set; nil if the bytes are no text in any that is common in codes.
    let characterSet: CharacterSet?

    /// Guesses.
    ///
    /// - Parameter bytes: All bytes of a symbol whose character set is not declared.
    init(_ bytes: [UInt8]) {
        let (latin1, shiftJIS) = (Latin1Evidence(bytes), ShiftJISEvidence(bytes))
        characterSet =
            if shiftJIS.isPossible && shiftJIS.longestWord >= 3 {
                .shiftJIS
            } else if latin1.isPossible && shiftJIS.isPossible {
                shiftJIS.isTwoKatakana || 10 * latin1.symbols >= bytes.count ? .shiftJIS : .latin1
            } else if latin1.isPossible {
                latin1.hasControls ? nil : .latin1
            } else {
                shiftJIS.isPossible ? .shiftJIS : nil
            }
    }
}

/// What speaks for and against Latin-1.
private struct Latin1Evidence {
    var isPossible = true
    /// Whether there are characters that no text has.
    var hasControls = false
    /// The number of characters above ASCII that are not letters.
    var symbols = 0

    init(_ bytes: [UInt8]) {
        for byte in bytes {
            switch byte {
            case 0x09, 0x0A, 0x0D: break
            case ..<0x20: hasControls = true
            case 0x80..<0xA0: isPossible = false
            case 0xA0..<0xC0, 0xD7, 0xF7: symbols += 1
            default: break
            }
        }
    }
}

/// What speaks for and against Shift JIS.
private struct ShiftJISEvidence {
    var isPossible = true
    /// The most consecutive characters that are all katakana of one byte, or all of two bytes.
    var longestWord = 0
    /// Whether there are two katakana of one byte next to each other, and no others.
    var isTwoKatakana: Bool { longestKatakana == 2 && katakana == 2 }

    private var katakana = 0
    private var longestKatakana = 0

    init(_ bytes: [UInt8]) {
        var (word, wide, expectsSecond) = (0, 0, false)
        for byte in bytes {
            if expectsSecond {
                if byte < 0x40 || byte == 0x7F || byte > 0xFC { isPossible = false }
                expectsSecond = false
                continue
            }
            switch byte {
            case 0x0A, 0x0D, 0x20..<0x80: (word, wide) = (0, 0)
            case 0xA1..<0xE0:
                katakana += 1
                (word, wide) = (word + 1, 0)
                longestKatakana = max(longestKatakana, word)
            case 0x81..<0xA0, 0xE0..<0xF0:
                (word, wide) = (0, wide + 1)
                expectsSecond = true
            default: isPossible = false
            }
            longestWord = max(longestWord, word, wide)
        }
        if expectsSecond { isPossible = false }
    }
}
