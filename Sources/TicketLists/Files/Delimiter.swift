// The delimiter of a text list.

/// A character that separates fields.
enum Delimiter: Character, CaseIterable, CustomStringConvertible {
    case comma = ","
    case semicolon = ";"
    case tab = "\t"
    case bar = "|"

    var byte: UInt8 { rawValue.asciiValue ?? 0x2C }

    /// A description for people that follows "separated by".
    var description: String {
        switch self {
        case .comma: "commas"
        case .semicolon: "semicolons"
        case .tab: "tabs"
        case .bar: "vertical bars"
        }
    }

    /// Detects the delimiter from a first line `sep=;`, which spreadsheets write and read; otherwise chooses the
    /// character that occurs most evenly outside quotes.
    ///
    /// - Parameter sample: The beginning of a list, in UTF-8.
    /// - Returns: The delimiter, and the number of lines that declare it.
    static func detected(in sample: [UInt8]) -> (Delimiter, skippedLines: Int) {
        let lines = lines(of: sample)
        if let first = lines.first, first.count == 5, first.starts(with: Array("sep=".utf8)),
            let said = allCases.first(where: { $0.byte == first[4] })
        {
            return (said, 1)
        }
        let scores = allCases.map { delimiter -> (Delimiter, Int) in
            var lineCounts: [Int: Int] = [:]
            for line in lines.prefix(20) { lineCounts[line.count { $0 == delimiter.byte }, default: 0] += 1 }
            lineCounts[0] = nil
            // Evenness matters more than frequency: a comma occurs in some names, and titles may have none.
            let best = lineCounts.max { ($0.value, $0.key) < ($1.value, $1.key) }
            return (delimiter, best.map { $0.value * 1000 + min($0.key, 999) } ?? 0)
        }
        // Commas also occur in names and titles, so another delimiter wins a tie.
        let most = scores.map(\.1).max() ?? 0
        return (most == 0 ? .comma : scores.last { $0.1 == most }?.0 ?? .comma, 0)
    }

    /// Returns the sample's lines without quoted text; the last line may be truncated, and is omitted if there are
    /// others.
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
