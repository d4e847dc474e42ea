// Maps the columns of a list to fields.

/// The columns of a list by their meaning.
public struct ColumnMapping: Hashable, Sendable {
    /// The platform's export that the list is.
    public let layout: ListLayout
    /// All headings as in the file; column numbers if it has none.
    public let titles: [String]
    /// Column indices from 0 by field; several fields may share a column.
    public let columns: [ListField: Int]
    /// Whether the first row contains headings.
    public let hasHeader: Bool

    /// The columns that tell whether a ticket is valid; several may have the same field.
    private(set) var statusColumns: [StatusColumn] = []
    /// The columns that the user excluded.
    let ignored: Set<Int>
    /// The columns whose meaning the user specified.
    let decided: Set<Int>
    /// The accepted values of columns by which the user selects rows.
    let chosen: [Int: [String]]

    /// A column that tells whether a ticket is valid.
    struct StatusColumn: Hashable, Sendable {
        let field: ListField
        let column: Int
    }

    /// Interprets a header.
    ///
    /// - Parameters:
    ///   - titles: The headings of all columns, in order; of duplicate headings the first counts.
    ///   - choices: The user's choices for columns, which override the recognition.
    ///   - hasHeader: Whether `titles` are headings in the file.
    /// - Throws: ``ListError/noColumn(name:columns:)``, ``ListError/ordersExport(layout:instead:)``,
    ///   ``ListError/ownExport``, ``ListError/noHeader``.
    init(titles: [String], choices: ListChoices, hasHeader: Bool = true) throws(ListError) {
        let normal = titles.map(HeaderText.normal)
        let layout = hasHeader ? ListLayout.recognised(by: Set(normal)) : ListLayout.plain
        guard !layout.isOwnExport else { throw .ownExport }
        if let instead = layout.instead, choices.fields.isEmpty {
            throw .ordersExport(layout: layout.name, instead: instead)
        }
        func column(_ wish: String) throws(ListError) -> Int { try Self.column(wish, titles, normal) }
        var ignored: Set<Int> = []
        for wish in choices.ignored { ignored.insert(try column(wish)) }
        var columns = hasHeader ? Self.recognised(normal, layout, without: ignored) : [:]
        var decided: Set<Int> = []
        for (field, wish) in choices.fields {
            columns[field] = nil
            if wish == "-" {
                ignored.formUnion(Self.all(field, normal, layout))
            } else {
                let found = try column(wish)
                columns[field] = found
                decided.insert(found)
            }
        }
        var chosen: [Int: [String]] = [:]
        for choice in choices.only { chosen[try column(choice.column), default: []].append(choice.value) }
        let identifying: [ListField] = [.barcode, .ticket, .order, .name, .firstName, .lastName, .email, .tier]
        guard identifying.contains(where: { columns[$0] != nil }) else { throw .noHeader }
        self.layout = layout
        self.titles = titles
        self.columns = columns
        self.hasHeader = hasHeader
        self.ignored = ignored.subtracting(columns.values)
        self.decided = decided
        self.chosen = chosen
        statusColumns = Self.statusColumns(columns, normal, layout, choices, without: ignored)
        used = Set(columns.values).union(statusColumns.map(\.column))
    }

    /// Returns the column that a user names by its heading or its number.
    private static func column(_ wish: String, _ titles: [String], _ normal: [String]) throws(ListError) -> Int {
        if let column = titles.firstIndex(of: wish) ?? normal.firstIndex(of: HeaderText.normal(wish)) {
            return column
        }
        if let number = Int(wish), titles.indices.contains(number - 1) { return number - 1 }
        throw .noColumn(name: wish, columns: titles)
    }

    /// Returns the column of each field, according to the headings.
    private static func recognised(
        _ normal: [String],
        _ layout: ListLayout,
        without ignored: Set<Int>
    ) -> [ListField: Int] {
        var columns: [ListField: Int] = [:]
        let places = Dictionary(
            normal.indices.filter { !ignored.contains($0) }.map { (normal[$0], $0) }, uniquingKeysWith: min)
        func first(_ heading: String) -> Int? { places[heading] }
        for field in ListField.allCases where !layout.missing.contains(field) {
            let headings = (layout.titles[field] ?? []) + (Headings.standard.titles[field] ?? [])
            columns[field] = headings.lazy.filter { layout.kinds[$0] == nil }.compactMap(first).first
        }
        settle(&columns, layout)
        return columns
    }

    /// Returns all columns whose heading means a field.
    private static func all(_ field: ListField, _ normal: [String], _ layout: ListLayout) -> [Int] {
        guard !layout.missing.contains(field) else { return [] }
        let headings = Set((layout.titles[field] ?? []) + (Headings.standard.titles[field] ?? []))
        return normal.indices.filter { headings.contains(normal[$0]) && layout.kinds[normal[$0]] == nil }
    }

    private static func statusColumns(
        _ columns: [ListField: Int],
        _ normal: [String],
        _ layout: ListLayout,
        _ choices: ListChoices,
        without ignored: Set<Int>
    ) -> [StatusColumn] {
        ListField.statusFields.flatMap { field -> [StatusColumn] in
            let named = choices.fields[field] != nil
            let found = named ? [columns[field]].compactMap(\.self) : all(field, normal, layout)
            let taken = Set(ListField.statusFields.filter { choices.fields[$0] != nil }.compactMap { columns[$0] })
            return found.filter { named || !ignored.contains($0) && !taken.contains($0) }
                .map { StatusColumn(field: field, column: $0) }
        }
    }

    /// Treats a column as a status column, once its cells have shown that it is one.
    mutating func addStatus(_ column: Int) {
        statusColumns.append(StatusColumn(field: .orderStatus, column: column))
        used.insert(column)
    }

    /// Resolves ambiguous headings by means of the other columns.
    private static func settle(_ columns: inout [ListField: Int], _ layout: ListLayout) {
        // "Nombre" and "Nome" are first names if there is a last name, otherwise whole names; "Nom" is the opposite.
        if columns[.firstName] != nil, columns[.lastName] == nil, columns[.name] == nil {
            columns[.name] = columns.removeValue(forKey: .firstName)
        }
        if columns[.lastName] != nil, columns[.firstName] == nil, columns[.name] == nil {
            columns[.name] = columns.removeValue(forKey: .lastName)
        }
        // A column counts as the ticket's code rather than as its number.
        for field in [ListField.tier, .order] where columns[field] == columns[.ticket] { columns[.ticket] = nil }
        // Shopify calls an order's number its name.
        if layout.titles[.order] != nil, columns[.name] == columns[.order] { columns[.name] = nil }
    }

    /// All columns that are read.
    private(set) var used: Set<Int> = []

    /// Returns whether a column is read.
    ///
    /// - Parameter column: The index, from 0.
    /// - Returns: Whether the column is read; `false` for an index that the list does not have.
    public func isUsed(_ column: Int) -> Bool { used.contains(column) }

    /// Returns whether the user has left a column out.
    ///
    /// - Parameter column: The index, from 0.
    /// - Returns: Whether it is left out.
    public func isIgnored(_ column: Int) -> Bool { ignored.contains(column) }

    /// Returns the names of the fields read from a column, as `--map` accepts them.
    ///
    /// - Parameter column: The index, from 0.
    /// - Returns: The names; empty for an unused column.
    public func meanings(of column: Int) -> [String] {
        let fields =
            columns.filter { $0.value == column }.map(\.key) + statusColumns.filter { $0.column == column }.map(\.field)
        return Set(fields.map(\.rawValue)).sorted()
    }

    /// The number of recognised columns, which distinguishes a header from a title above it.
    var knownCount: Int { used.count }

    /// Returns the possible meaning of an unused column.
    func kind(of column: Int) -> HeadingKind? {
        let heading = HeaderText.normal(titles[column])
        return layout.kinds[heading] ?? Headings.standard.kind(of: heading)
    }

    /// Returns whether the numbers in a column exclude the holder: "Plus 1".
    func countsCompanions(_ column: Int) -> Bool {
        let heading = HeaderText.normal(titles[column])
        return heading.split(separator: " ").contains("plus")
            || Headings.standard.titles[.companions]?.contains(heading) == true
    }

    /// Returns a description by which a person can find a column, counted from 0: `column E "Email"`.
    func name(ofColumn column: Int) -> String {
        guard hasHeader else { return "column \(Self.letters(column))" }
        let title = titles.indices.contains(column) ? titles[column] : ""
        return "column \(Self.letters(column)) \"\(title)\""
    }

    /// Returns the description of a field's column, as in `name(ofColumn:)`.
    ///
    /// - Parameter field: The field.
    /// - Returns: The description; `nil` if the list has no such column.
    public func name(of field: ListField) -> String? {
        columns[field].map(name(ofColumn:))
    }

    /// Returns a column's letters in a spreadsheet.
    ///
    /// - Parameter column: The index, from 0.
    /// - Returns: `A` for 0, `AB` for 27.
    public static func letters(_ column: Int) -> String {
        let last = String(UnicodeScalar(UInt8(0x41 + column % 26)))
        return column < 26 ? last : letters(column / 26 - 1) + last
    }
}

/// The user's choices for a list's columns, by heading or by number from 1.
struct ListChoices: Hashable, Sendable {
    /// Columns by field; `-` means that the field is not read.
    var fields: [ListField: String] = [:]
    /// Columns to exclude.
    var ignored: [String] = []
    /// Values that a row must have.
    var only: [Only] = []

    struct Only: Hashable, Sendable {
        let column: String
        let value: String
    }

    /// Whether any column is named by its heading, so that only a row with that heading can be the header.
    var isNamingTitles: Bool {
        (Array(fields.values) + ignored + only.map(\.column)).contains { $0 != "-" && Int($0) == nil }
    }

    /// Whether all columns are named by number, so that the list needs no header.
    var isByNumber: Bool {
        let named = fields.values.filter { $0 != "-" }
        return !named.isEmpty && named.allSatisfy { Int($0) != nil }
    }
}
