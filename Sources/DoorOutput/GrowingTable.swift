// A table that is printed before all rows are known.

import DoorTexts

/// Rows in columns: column widths follow the first rows, and grow at a row that needs more.
package struct GrowingTable {
    private let header: [String]
    private var first: [[String]] = []
    private var widths: [Int]?

    /// The number of rows that are buffered to determine the widths.
    private static let mostKept = 500

    package init(_ header: String...) {
        self.header = header
    }

    /// Adds a row.
    ///
    /// - Throws: ``FileError`` if the output is closed.
    package mutating func add(_ row: String...) throws {
        let row = row.map(\.printable)
        if let widths { return try Terminal.output(Self.line(row, widths)) }
        first.append(row)
        if first.count == Self.mostKept { try begin() }
    }

    /// Writes the remaining rows, or at least the header.
    ///
    /// - Throws: ``FileError`` if the output is closed.
    package mutating func finish() throws {
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
