// What a symbol says.

/// A symbol's content, and what it says about its character sets.
struct SymbolContent: Equatable {
    /// The content as encoded, never empty.
    var bytes: [UInt8]
    /// The parts, which together have as many bytes as the content; empty if all of it is bytes about which nothing is
    /// said, or digits and letters.
    var parts: [TextPart]

    /// Compares this with zbar's reading.
    ///
    /// zbar converts what has a declared character set that it knows, unless it cannot load iconv's table, and then
    /// reads nothing.
    ///
    /// - Parameter other: The content that zbar read.
    /// - Returns: Whether both readers agree.
    func isSame(asZBars other: [UInt8]) -> Bool {
        guard other != bytes else { return true }
        // It leaves kanji as they are, unless Shift JIS was declared for them.
        return !parts.isEmpty && [true, false].contains { convertedByZBar(includingKanji: $0) == other }
    }

    private func convertedByZBar(includingKanji: Bool) -> [UInt8]? {
        var (rest, result) = (bytes[...], [UInt8]())
        for part in parts {
            let slice = Array(rest.prefix(part.count))
            rest = rest.dropFirst(part.count)
            guard let name = part.interpretation.flatMap(Self.zbarName),
                includingKanji || part.interpretation != TextPart.kanji
            else {
                result += slice
                continue
            }
            guard let text = CharacterSet.utf8(of: slice, in: name) else { return nil }
            result += text
        }
        return result
    }

    /// Returns iconv's name of a character set that zbar converts.
    private static func zbarName(_ interpretation: Int) -> String? {
        switch interpretation {
        case 0, 2: "CP437"
        case 1: "ISO8859-1"
        case 3...13, 15...18: "ISO8859-\(interpretation - 2)"
        case 20: "SJIS"
        case 26: "UTF-8"
        default: nil
        }
    }
}
