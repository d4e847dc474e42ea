// Selects the rows of a list that are tickets.

/// Distinguishes tickets from totals, and selected rows from others.
struct RowFilter {
    private let mapping: ColumnMapping
    private let chosen: [(column: Int, values: Set<String>)]
    private let countsFrom1904: Bool?
    /// The columns in which the word "total" may occur.
    private let labelColumns: [Int]
    /// The columns in which any text belongs to a guest.
    private let guestColumns: [Int]
    private let nameColumns: [Int]
    private let orderColumn: Int?

    /// The kind of a row.
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

    /// - Parameter row: A row below the header.
    /// - Returns: The kind of the row.
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

    /// Returns a value in a form for comparison that ignores case and spaces.
    static func folded(_ text: String) -> String {
        FieldText.repaired(text, isCode: false).lowercased().split(whereSeparator: \.isWhitespace).joined(
            separator: " ")
    }

    /// Returns a date that a workbook stores as a number, in the form in which people write it.
    func shown(_ text: String) -> String? {
        countsFrom1904.flatMap { SerialDate.text(text, countsFrom1904: $0) }
    }

    private func isTotal(_ row: ListRow) -> Bool {
        guard guestColumns.allSatisfy({ isBlank(row, $0) }) else { return false }
        guard let label = labelColumns.first(where: { !row.isBlank($0) && Self.isTotalWord(row[$0]) }) else {
            return false
        }
        if let orderColumn, orderColumn != label, !isBlank(row, orderColumn) { return false }
        // The name columns may contain a number of guests.
        return nameColumns.allSatisfy { $0 == label || isBlank(row, $0) || row[$0].allSatisfy(\.isNumber) }
    }

    /// Returns whether a row is a single line of text that a program added below the guests: `Page 1 of 3`, `Total:
    /// 12 guests`.
    private func isFooter(_ row: ListRow) -> Bool {
        guard let column = labelColumns.first(where: { !row.isBlank($0) }),
            row.mayBegin(column, with: Self.footerBeginnings, longest: 80),
            (0..<row.count).allSatisfy({ $0 == column || row.isBlank($0) })
        else { return false }
        let words = HeaderText.folded(row[column]).split(separator: " ").map(String.init)
        guard words.contains(where: { $0.contains(where: \.isNumber) }) else { return false }
        return (1...3).contains { count in
            let start = words.prefix(count).joined(separator: " ")
            // A total or a page is followed by a number.
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

    /// Returns whether a row repeats the headings, as in lists that were printed on several pages or concatenated.
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
