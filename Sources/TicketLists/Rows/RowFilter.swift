// Which rows of a list are tickets at all.

/// Tells rows of tickets from those of totals, and those that were chosen from the others.
struct RowFilter {
    private let mapping: ColumnMapping
    private let chosen: [(column: Int, values: Set<String>)]
    private let countsFrom1904: Bool?
    /// Where the word "total" may be.
    private let labelColumns: [Int]
    /// Columns in which any text is a guest's.
    private let guestColumns: [Int]
    private let nameColumns: [Int]
    private let orderColumn: Int?

    /// What a row is.
    enum Kind {
        case ticket, total, footer, heading, notChosen
    }

    init(_ mapping: ColumnMapping, countsFrom1904: Bool?) {
        self.mapping = mapping
        self.countsFrom1904 = countsFrom1904
        chosen = mapping.chosen.map { ($0.key, Set($0.value.map(Self.folded))) }
        nameColumns = [ListField.name, .firstName, .lastName].compactMap { mapping.columns[$0] }
        orderColumn = mapping.columns[.order]
        labelColumns = Set(nameColumns + [0, 1, 2] + [orderColumn, mapping.columns[.tier]].compactMap(\.self)).sorted()
        guestColumns = [ListField.barcode, .email, .ticket].compactMap { mapping.columns[$0] }
    }

    /// - Parameter row: Below the header.
    /// - Returns: Whether it is a ticket.
    func kind(of row: ListRow) -> Kind {
        if isTotal(row) { return .total }
        if isFooter(row) { return .footer }
        if isHeading(row) { return .heading }
        let isChosen = chosen.allSatisfy { choice in
            choice.values.contains(Self.folded(row[choice.column]))
                || shown(row[choice.column]).map { choice.values.contains(Self.folded($0)) } == true
        }
        return isChosen ? .ticket : .notChosen
    }

    /// A value as people compare it: whatever its capitals and spaces.
    static func folded(_ text: String) -> String {
        FieldText.repaired(text, isCode: false).lowercased().split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
    }

    /// A day that a workbook keeps as a number, as people write it.
    func shown(_ text: String) -> String? {
        countsFrom1904.flatMap { SerialDate.text(text, countsFrom1904: $0) }
    }

    private func isTotal(_ row: ListRow) -> Bool {
        guard guestColumns.allSatisfy({ isBlank(row, $0) }) else { return false }
        guard let label = labelColumns.first(where: { !row.isBlank($0) && Self.isTotalWord(row[$0]) }) else {
            return false
        }
        if let orderColumn, orderColumn != label, !isBlank(row, orderColumn) { return false }
        // A number of guests may be where their names are.
        return nameColumns.allSatisfy { $0 == label || isBlank(row, $0) || row[$0].allSatisfy(\.isNumber) }
    }

    /// Whether a row is one line of text that a program put below the guests: `Page 1 of 3`, `Total: 12 guests`.
    private func isFooter(_ row: ListRow) -> Bool {
        guard let column = labelColumns.first(where: { !row.isBlank($0) }),
            row.mayBegin(column, with: Self.footerBeginnings, longest: 80),
            (0..<row.count).allSatisfy({ $0 == column || row.isBlank($0) })
        else { return false }
        let words = HeaderText.folded(row[column]).split(separator: " ").map(String.init)
        guard words.contains(where: { $0.contains(where: \.isNumber) }) else { return false }
        return (1...3).contains { count in
            let start = words.prefix(count).joined(separator: " ")
            // A number is next to a total, and to a page.
            let isCounted = words.count > count && words[count].allSatisfy(\.isNumber)
            let isShort = start.contains(" ") || isCounted
            return Headings.standard.has(start, as: "total") && isCounted
                || Headings.standard.has(start, as: "footer") && isShort
        }
    }

    private static let footerBeginnings: Set<UInt32> = {
        let words = (Headings.standard.words["footer"] ?? []).union(Headings.standard.words["total"] ?? [])
        return Set(words.map { $0.utf8.prefix(3).reduce(0) { $0 << 8 | UInt32($1) } })
    }()

    /// Whether a row has the headings again, as lists have that were printed on several pages or put together.
    private func isHeading(_ row: ListRow) -> Bool {
        guard mapping.hasHeader, let first = mapping.used.first, row[first] == mapping.titles[first] else {
            return false
        }
        return mapping.titles.indices.allSatisfy { row[$0] == mapping.titles[$0] }
    }

    private func isBlank(_ row: ListRow, _ column: Int) -> Bool {
        if row.isBlank(column) { return true }
        guard case .text = FieldText.meaning(of: row[column], isCode: true) else { return true }
        return false
    }

    private static func isTotalWord(_ text: String) -> Bool {
        guard text.utf8.count <= 40 else { return false }
        let words = HeaderText.folded(text).split(separator: " ")
        let label = words.prefix(words.count - words.reversed().prefix { $0.allSatisfy(\.isNumber) }.count)
        return Headings.standard.has(label.joined(separator: " "), as: "total")
    }
}
