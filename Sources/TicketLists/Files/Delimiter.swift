// What separates the fields of a text list.

/// A character between fields.
enum Delimiter: Character, CaseIterable, CustomStringConvertible {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"
    case bar = "|"

    var byte: UInt8 { rawValue.asciiValue ?? 0x2C }

    /// For people, after "separated by".
    var description: String {
        switch self {
        case .comma: "commas"
        case .semicolon: "semicolons"
        case .tab: "tabs"
        case .bar: "vertical bars"
        }
    }

    /// By a first line `sep=;`, which spreadsheets write and read, else the one that comes most evenly outside quotes.
    ///
    /// - Parameter sample: The beginning of a list, in UTF-8.
    /// - Returns: The delimiter, and how many lines it takes to say so.
    static func detected(in sample: [UInt8]) -> (Delimiter, skippedLines: Int) {
        let lines = lines(of: sample)
        if let first = lines.first, first.count == 5, first.starts(with: Array("sep=".utf8)),
            let said = allCases.first(where: { $0.byte == first[4] })
        {
            return (said, 1)
        }
        let scores = allCases.map { delimiter -> (Delimiter, Int) in
            let counts = lines.prefix(20).map { line in line.count { $0 == delimiter.byte } }
            guard let first = counts.first, first > 0 else { return (delimiter, 0) }
            // Even counts tell more than many: a comma in a name comes here and there.
            return (delimiter, counts.count { $0 == first } * 1000 + min(first, 999))
        }
        return (scores.max { $0.1 < $1.1 }?.0 ?? .comma, 0)
    }

    /// The sample's lines without what stands in quotes; the last one may be cut, so it is left out where it can be.
    private static func lines(of sample: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var line: [UInt8] = []
        var isQuoted = false
        for byte in sample {
            if byte == 0x22 { isQuoted.toggle() }
            if isQuoted || byte == 0x22 { continue }
            guard byte == 0x0A || byte == 0x0D else {
                line.append(byte)
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = []
            if lines.count == 20 { return lines }
        }
        if lines.isEmpty { lines.append(line) }
        return lines
    }
}
