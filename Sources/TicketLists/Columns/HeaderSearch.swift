// Finds the header among the first rows of a list.

/// Examines the first rows of a list.
///
/// The header is the first row with two or more cells, unless a later row has more recognised columns and looks like
/// headings rather than like a guest whose name, tier or answer happens to be a heading too.
struct HeaderSearch {
    private let choices: ListChoices
    private var rows: [(cells: [String], line: Int)] = []

    init(_ choices: ListChoices) {
        self.choices = choices
    }

    var rowCount: Int { rows.count }

    mutating func add(_ row: ListRow) {
        rows.append(((0..<row.count).map { row[$0] }, row.line))
    }

    /// Returns the columns by number, if the user named all of them by number and the first row has no headings.
    func withoutHeader() throws(ListError) -> ColumnMapping? {
        guard choices.isByNumber, let first = rows.first, !isHeading(first.cells) else { return nil }
        let width = rows.map(\.cells.count).max() ?? 0
        let numbers = (1...max(width, 1)).map(String.init)
        return try ColumnMapping(titles: numbers, choices: choices, hasHeader: false)
    }

    /// - Returns: The columns, the header's line and a remark about the rows above it; `nil` if there are no rows.
    /// - Throws: The error of the first row that could be the header; errors of later rows may contain personal
    ///   names.
    func header() throws(ListError) -> (mapping: ColumnMapping, line: Int, remark: ListRemark?)? {
        let first = rows.firstIndex { Self.filled($0.cells) > 1 } ?? 0
        guard rows.indices.contains(first) else { return nil }
        var trouble: ListError?
        var best: (mapping: ColumnMapping, index: Int)?
        for index in rows.indices {
            do {
                let mapping = try ColumnMapping(titles: rows[index].cells, choices: choices)
                guard mapping.knownCount > best?.mapping.knownCount ?? 0 else { continue }
                if index == first || isTitled(index, mapping) { best = (mapping, index) }
            } catch {
                if error == .ownExport { throw error }
                if index == first { trouble = error }
            }
        }
        guard let best else { throw trouble ?? .noHeader }
        return (best.mapping, rows[best.index].line, remark(above: best.index))
    }

    /// Returns whether a row consists of column headings: most of its cells are known headings, and none of them
    /// occurs in another row.
    private func isTitled(_ index: Int, _ mapping: ColumnMapping) -> Bool {
        let cells = rows[index].cells
        if choices.isNamingTitles { return true }
        guard isHeading(cells), mapping.knownCount >= min(2, Self.filled(cells)) else { return false }
        let isNoTitle = { (cell: String) in
            cell.contains("@") || cell.contains(where: \.isNumber) && !cell.contains(where: \.isLetter)
        }
        if cells.contains(where: isNoTitle) { return false }
        return mapping.used.allSatisfy { column in
            rows.allSatisfy { other in
                other.line == rows[index].line || other.cells == cells
                    || !other.cells.indices.contains(column) || other.cells[column] != cells[column]
            }
        }
    }

    /// Returns whether at least half of a row's cells are known headings.
    private func isHeading(_ row: [String]) -> Bool {
        let titles = row.map(HeaderText.normal).filter { !$0.isEmpty }
        let known = titles.count { Headings.standard.isKnown($0) }
        return known > 0 && known * 2 >= titles.count
    }

    private static func filled(_ cells: [String]) -> Int { cells.count { !$0.isEmpty } }

    /// Returns a remark about rows above the header that have as many cells as a guest's row.
    private func remark(above header: Int) -> ListRemark? {
        let least = min(2, Self.filled(rows[header].cells))
        var above = LineCount()
        for row in rows[..<header] where Self.filled(row.cells) >= least { above.add(row.line) }
        guard above.count > 0 else { return nil }
        return ListRemark(
            .warning,
            "\(above.rows) above the headings in line \(rows[header].line) skipped (\(above.lines)).",
            advice: "If these are guests, put the headings above them, or name the columns with --map."
        )
    }
}
