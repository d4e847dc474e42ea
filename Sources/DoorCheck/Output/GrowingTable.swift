// A table whose rows go out before the last one is known.

/// Rows in columns: as wide as what is in the first ones, and wider from the row that needs it.
struct GrowingTable {
    private let header: [String]
    private var first: [[String]] = []
    private var widths: [Int]?

    /// Rows that are kept to find the widths.
    private static let mostKept = 500

    init(_ header: String...) {
        self.header = header
    }

    /// - Throws: ``FileError`` when nobody takes the output any more.
    mutating func add(_ row: String...) throws {
        let row = row.map(\.printable)
        if let widths { return try Terminal.output(Self.line(row, widths)) }
        first.append(row)
        if first.count == Self.mostKept { try begin() }
    }

    /// Writes what is left, at least the header.
    ///
    /// - Throws: ``FileError`` when nobody takes the output any more.
    mutating func finish() throws {
        if widths == nil { try begin() }
    }

    private mutating func begin() throws {
        let rows = [header] + first
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        try Terminal.output(rows.map { Self.line($0, widths) }.joined())
        self.widths = widths
        first = []
    }

    private static func line(_ row: [String], _ widths: [Int]) -> String {
        let line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
}
