// Reads the fields of one row.

/// Reads the fields of a row and collects their faults.
struct RowFields {
    private let row: ListRow
    private let mapping: ColumnMapping
    private let inherited: [Int: String]
    private let isInheriting: Bool

    var line: Int { row.line }
    /// The faults so far.
    private(set) var faults: [ListFault] = []
    /// Whether a field was a placeholder, such as `#N/A`.
    private(set) var hasPlaceholder = false
    private(set) var hasBarcodePlaceholder = false
    /// Whether the barcode was altered and had to be repaired.
    var isRepaired = false

    init(_ row: ListRow, mapping: ColumnMapping, inherited: [Int: String]) {
        (self.row, self.mapping, self.inherited) = (row, mapping, inherited)
        let order = mapping.columns[.order]
        isInheriting = order.map { row.isBlank($0) || row[$0] == inherited[$0] } ?? false
    }

    /// Fields in which every character matters.
    private static let codes: Set<ListField> = [.barcode, .ticket, .order, .position, .email, .admits, .companions]
    static let longestText = 500

    /// Adds a fault if the row has more fields than the header.
    mutating func checkWidth() {
        guard row.count > mapping.titles.count,
            (mapping.titles.count..<row.count).contains(where: { !row.isBlank($0) })
        else { return }
        let expected = mapping.hasHeader ? "as in the header" : "as in the first rows"
        complain(
            nil, found: "\(row.count) fields",
            expected: "\(mapping.titles.count) \(expected); are quotation marks missing?")
    }

    /// Returns the text of a column, or that of the order's first row if it is blank.
    func raw(_ column: Int) -> String {
        guard isInheriting, row.isBlank(column) else { return row[column] }
        return inherited[column] ?? ""
    }

    /// Returns the text of a field, without what a spreadsheet added to it.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - longest: The maximum length in characters.
    /// - Returns: The text; `nil` if the field is empty, a placeholder or faulty.
    mutating func text(_ field: ListField, longest: Int = Self.longestText) -> String? {
        guard let column = mapping.columns[field], isInheriting || !row.isBlank(column) else { return nil }
        let raw = raw(column)
        guard raw.utf8.allSatisfy({ $0 < 0x80 }) || !raw.unicodeScalars.contains("\u{FFFD}") else {
            complain(field, found: "invalid text", expected: "text in the list's encoding; is --encoding right?")
            return nil
        }
        switch FieldText.meaning(of: raw, isCode: Self.codes.contains(field)) {
        case .nothing: return nil
        case .placeholder:
            hasPlaceholder = true
            if field == .barcode { hasBarcodePlaceholder = true }
            return nil
        case .text(let text):
            // A text never has more characters than bytes, and counting bytes is cheap.
            guard text.utf8.count <= longest || text.utf8.count <= longest * 4 && text.count <= longest else {
                complain(field, found: "\(text.count) characters", expected: "at most \(longest)")
                return nil
            }
            if field == .barcode, text != raw { isRepaired = true }
            return text
        }
    }

    /// Adds a fault of a field, or of the row as a whole.
    mutating func complain(_ field: ListField?, found: String, expected: String) {
        add(column: field.flatMap { mapping.name(of: $0) }, found: found, expected: expected)
    }

    /// Adds a fault of a column.
    mutating func complain(at column: Int, found: String, expected: String) {
        add(column: mapping.name(ofColumn: column), found: found, expected: expected)
    }

    private mutating func add(column: String?, found: String, expected: String) {
        faults.append(ListFault(line: row.line, column: column, found: found, expected: expected))
    }
}
