// Which of the first rows of a list has the headings.

/// Looks at the first rows of a list.
///
/// The first row with two cells or more has the headings. One below it has them only where it knows more columns, and looks
/// like headings rather than like a guest whose name, kind of ticket or answer happens to be a word that is a heading too.
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

    /// The columns by number, where a person names all of them so and the first row has no headings.
    func withoutHeader() throws(ListError) -> ColumnMapping? {
        guard choices.isByNumber, let first = rows.first, !isHeading(first.cells) else { return nil }
        let width = rows.map(\.cells.count).max() ?? 0
        let numbers = (1...max(width, 1)).map(String.init)
        return try ColumnMapping(titles: numbers, choices: choices, hasHeader: false)
    }

    /// - Returns: The columns, the line that names them and what is to be said of rows above it; `nil` without any row.
    /// - Throws: What is wrong with the first row that could have headings; errors of rows below it may name persons.
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

    /// Whether a row has titles of columns: most of its cells are known as such, none of them is in another row.
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

    /// Whether a row has headings: half of what is in it, or more, is known as one.
    private func isHeading(_ row: [String]) -> Bool {
        let titles = row.map(HeaderText.normal).filter { !$0.isEmpty }
        let known = titles.count { Headings.standard.isKnown($0) }
        return known > 0 && known * 2 >= titles.count
    }

    private static func filled(_ cells: [String]) -> Int { cells.count { !$0.isEmpty } }

    /// Rows above the headings that have as much in them as a guest's.
    private func remark(above header: Int) -> ListRemark? {
        let least = min(2, Self.filled(rows[header].cells))
        var above = LineCount()
        for row in rows[..<header] where Self.filled(row.cells) >= least { above.add(row.line) }
        guard above.count > 0 else { return nil }
        return ListRemark(
            .warning,
            "\(above.rows) above the headings in line \(rows[header].line) left out (\(above.lines)). If these are guests, "
                + "put the headings above them, or name the columns with --map."
        )
    }
}
