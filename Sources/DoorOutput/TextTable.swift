// A table for people.

import DoorTexts

/// A table of text with a header; columns are as wide as their content.
package struct TextTable {
    let header: [String]
    private var rows: [[String]] = []

    package init(_ header: String...) {
        self.header = header
    }

    package mutating func add(_ row: String...) {
        rows.append(row.map(\.printable))
    }

    /// The table, with one line per row and two spaces between columns.
    package var text: String {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let line = zip(row, widths).map { field, width in
                field + String(repeating: " ", count: width - field.count)
            }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }
}
