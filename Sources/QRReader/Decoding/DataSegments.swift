// The content of a symbol's corrected data codewords.

/// Parses the data of a symbol: segments, each in its own mode, up to a terminator (ISO/IEC 18004:2015, 7.4).
///
/// The content is the same as zbar's with `ZBAR_CFG_BINARY`, except that no character set is converted:
/// - digits and letters as ASCII; with FNC1, `%` is the group separator 0x1D and `%%` is `%`;
/// - bytes unchanged, and kanji as Shift JIS with two bytes each, with the character set that they have;
/// - the application indicator of FNC1 in second position, before everything else;
/// - this symbol's part of a sequence of symbols.
struct DataSegments {
    /// The mode indicator: the encoding of a segment, or information about the following ones.
    private enum Mode: Int {
        case terminator = 0
        case numeric = 1
        case alphanumeric = 2
        case structuredAppend = 3
        case bytes = 4
        case fnc1First = 5
        case interpretation = 7
        case kanji = 8
        case fnc1Second = 9
    }

    /// The bits are malformed.
    private struct Malformed: Error {}

    private static let alphanumerics = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
    private static let groupSeparator: UInt8 = 0x1D

    private let version: SymbolVersion
    private var bits: BitReader
    private var content: [UInt8] = []
    /// The parts before the current one.
    private var parts: [TextPart] = []
    /// Where the current part starts, and its character set.
    private var part: (start: Int, interpretation: Int?) = (0, nil)
    /// The character set of the bytes and kanji that follow, if it was declared.
    private var declared: Int?
    private var hasFNC1 = false
    private var hasStarted = false

    private init(_ data: [UInt8], version: SymbolVersion) {
        self.version = version
        bits = BitReader(data)
        // Three digits take ten bits, and nothing else takes fewer bits per byte.
        content.reserveCapacity(data.count * 12 / 5 + 1)
    }

    /// Parses the data of a symbol.
    ///
    /// - Parameters:
    ///   - data: The data codewords of all blocks, one block after the other.
    ///   - version: The symbol's version.
    /// - Returns: The content, never empty; nil if the bits violate the standard.
    static func content(of data: [UInt8], version: SymbolVersion) -> SymbolContent? {
        var segments = DataSegments(data, version: version)
        do { try segments.readAll() } catch { return nil }
        guard !segments.content.isEmpty else { return nil }
        return SymbolContent(bytes: segments.content, parts: segments.finishedParts)
    }

    private mutating func readAll() throws(Malformed) {
        // A completely filled symbol has a shorter terminator, or none.
        while let mode = Mode(rawValue: try read(min(4, bits.remaining))) {
            switch mode {
            case .terminator: return
            case .numeric: try readNumeric()
            case .alphanumeric: try readAlphanumeric()
            case .structuredAppend: try readStructuredAppend()
            case .bytes: try readBytes()
            case .fnc1First: try markFNC1()
            case .interpretation: try readInterpretation()
            case .kanji: try readKanji()
            case .fnc1Second: try readApplication()
            }
            hasStarted = true
        }
        throw Malformed()
    }

    private mutating func read(_ width: Int) throws(Malformed) -> Int {
        guard let value = bits.read(width) else { throw Malformed() }
        return value
    }

    private mutating func read(_ width: Int, below limit: Int) throws(Malformed) -> Int {
        let value = try read(width)
        guard value < limit else { throw Malformed() }
        return value
    }

    /// Reads a character count, whose width depends on the version (table 3).
    private mutating func readCount(_ small: Int, _ medium: Int, _ large: Int) throws(Malformed) -> Int {
        try read(version.number < 10 ? small : version.number < 27 ? medium : large)
    }

    /// Begins a part, unless what follows has the character set of what came before.
    private mutating func begin(_ interpretation: Int?) {
        guard interpretation != part.interpretation || content.isEmpty else { return }
        endPart()
        part = (content.count, interpretation)
    }

    private mutating func endPart() {
        guard content.count > part.start else { return }
        parts.append(TextPart(count: content.count - part.start, interpretation: part.interpretation))
    }

    /// All parts; none if nothing has to be said about the content, as of almost every ticket.
    private var finishedParts: [TextPart] {
        if parts.isEmpty, part.interpretation == nil || part.interpretation == TextPart.ascii, declared == nil {
            return []
        }
        var finished = self
        finished.endPart()
        return finished.parts
    }

    private mutating func readNumeric() throws(Malformed) {
        var count = try readCount(10, 12, 14)
        begin(TextPart.ascii)
        while count > 0 {
            let digits = min(count, 3)
            let value = try read([4, 7, 10][digits - 1], below: [10, 100, 1000][digits - 1])
            for place in [100, 10, 1].suffix(digits) {
                content.append(UInt8(ascii: "0") + UInt8(value / place % 10))
            }
            count -= digits
        }
    }

    private mutating func readAlphanumeric() throws(Malformed) {
        var count = try readCount(9, 11, 13)
        begin(TextPart.ascii)
        let start = content.count
        while count > 1 {
            let pair = try read(11, below: 45 * 45)
            content += [Self.alphanumerics[pair / 45], Self.alphanumerics[pair % 45]]
            count -= 2
        }
        if count == 1 { content.append(Self.alphanumerics[try read(6, below: 45)]) }
        if hasFNC1 { unescape(from: start) }
    }

    /// Replaces `%%` with `%`, and a single `%` with the group separator (7.4.8.3).
    private mutating func unescape(from start: Int) {
        let percent = UInt8(ascii: "%")
        let escaped = content[start...]
        content.removeSubrange(start...)
        var rest = escaped
        while let character = rest.popFirst() {
            if character != percent {
                content.append(character)
            } else if rest.first == percent {
                rest.removeFirst()
                content.append(percent)
            } else {
                content.append(Self.groupSeparator)
            }
        }
    }

    private mutating func readBytes() throws(Malformed) {
        let count = try readCount(8, 16, 16)
        guard bits.remaining >= 8 * count else { throw Malformed() }
        begin(declared)
        for _ in 0..<count { content.append(UInt8(try read(8))) }
    }

    private mutating func readKanji() throws(Malformed) {
        let count = try readCount(8, 10, 12)
        guard bits.remaining >= 13 * count else { throw Malformed() }
        begin(declared ?? TextPart.kanji)
        for _ in 0..<count {
            let value = try read(13)
            // Two ranges of Shift JIS, from 8140 and from E040, without the gap between them (7.4.6).
            var character = (value / 0xC0) << 8 + value % 0xC0 + 0x8140
            if character >= 0xA000 { character += 0x4000 }
            content += [UInt8(character >> 8), UInt8(character & 0xFF)]
        }
    }

    /// Reads an ECI designator of one to three bytes, as determined by the leading bits of the first (table 4).
    private mutating func readInterpretation() throws(Malformed) {
        let first = try read(8)
        let number: Int
        switch first {
        case ..<0x80: number = first
        case ..<0xC0: number = (first & 0x3F) << 8 | (try read(8))
        case ..<0xE0: number = (first & 0x1F) << 16 | (try read(16))
        default: throw Malformed()
        }
        guard number < 1_000_000 else { throw Malformed() }
        declared = number
    }

    /// Reads the structured append header: the symbol's position, the number of symbols and their parity; it comes
    /// first (8.2).
    private mutating func readStructuredAppend() throws(Malformed) {
        guard !hasStarted else { throw Malformed() }
        let (index, last) = (try read(4), try read(4))
        guard index <= last else { throw Malformed() }
        _ = try read(8)
    }

    private mutating func markFNC1() throws(Malformed) {
        guard content.isEmpty, !hasFNC1 else { throw Malformed() }
        hasFNC1 = true
    }

    /// Reads an application indicator: two digits, or a letter plus 100 (7.4.8.2).
    private mutating func readApplication() throws(Malformed) {
        try markFNC1()
        let indicator = try read(8, below: 223)
        begin(TextPart.ascii)
        switch indicator {
        case ..<100: content += [UInt8(ascii: "0") + UInt8(indicator / 10), UInt8(ascii: "0") + UInt8(indicator % 10)]
        case 165..<191, 197..<223: content.append(UInt8(indicator - 100))
        default: throw Malformed()
        }
    }
}
