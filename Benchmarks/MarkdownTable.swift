// Tables that are readable both in a terminal and in docs/performance.md.

/// A Markdown table with aligned columns.
enum MarkdownTable {
    /// - Parameter rows: The header, then the lines; all have the same number of cells.
    /// - Returns: Lines of text; the first column is text, the others are numbers.
    static func lines(_ rows: [[String]]) -> [String] {
        guard let header = rows.first else { return [] }
        let widths = header.indices.map { column in max(rows.map { $0[column].count }.max() ?? 0, 3) }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).enumerated().map { column, pair in
                let space = String(repeating: " ", count: pair.1 - pair.0.count)
                return column == 0 ? pair.0 + space : space + pair.0
            }
            return "| " + padded.joined(separator: " | ") + " |"
        }
        let rule = widths.enumerated().map { column, width in
            String(repeating: "-", count: column == 0 ? width : width - 1) + (column == 0 ? "" : ":")
        }
        return [line(header), line(rule)] + rows.dropFirst().map(line)
    }
}
