// Which column of a list says what.

/// The columns of one list, by what they say.
public struct ColumnMapping: Hashable, Sendable {
    /// Whose export the list is.
    public let layout: ListLayout
    /// All headings as they are in the file; the numbers of the columns where it has none.
    public let titles: [String]
    /// Columns counted from 0; several fields may share one.
    public let columns: [ListField: Int]
    /// Whether the first row has headings.
    public let hasHeader: Bool

    /// Columns that say whether a ticket is good; several may tell the same.
    private(set) var standings: [StatusColumn] = []
    /// Columns that a person left out.
    let ignored: Set<Int>
    /// Columns that a person said the meaning of.
    let decided: Set<Int>
    /// Values that a row must have, by column: any of them.
    let chosen: [Int: [String]]

    /// A column that says whether a ticket is good.
    struct StatusColumn: Hashable, Sendable {
        let field: ListField
        let column: Int
    }

    /// Reads a header.
    ///
    /// - Parameters:
    ///   - titles: Of all columns, in order; the same title may come twice, then the first one counts.
    ///   - choices: What a person says of columns; it wins over what is recognised.
    ///   - hasHeader: Whether `titles` are headings of the file.
    /// - Throws: ``ListError/noColumn(name:columns:)``, ``ListError/ordersExport(layout:instead:)``,
    ///   ``ListError/ownExport``, ``ListError/noHeader``.
    init(titles: [String], choices: ListChoices, hasHeader: Bool = true) throws(ListError) {
        let normal = titles.map(HeaderText.normal)
        let layout = hasHeader ? ListLayout.recognised(by: Set(normal)) : ListLayout.plain
        guard !layout.isOwnExport else { throw .ownExport }
        if let instead = layout.instead, choices.fields.isEmpty {
            throw .ordersExport(layout: layout.name, instead: instead)
        }
        func column(_ wish: String) throws(ListError) -> Int {
            if let column = titles.firstIndex(of: wish) ?? normal.firstIndex(of: HeaderText.normal(wish)) {
                return column
            }
            if let number = Int(wish), titles.indices.contains(number - 1) { return number - 1 }
            throw .noColumn(name: wish, columns: titles)
        }
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
        let telling: [ListField] = [.barcode, .ticket, .order, .name, .firstName, .lastName, .email, .tier]
        guard telling.contains(where: { columns[$0] != nil }) else { throw .noHeader }
        self.layout = layout
        self.titles = titles
        self.columns = columns
        self.hasHeader = hasHeader
        self.ignored = ignored.subtracting(columns.values)
        self.decided = decided
        self.chosen = chosen
        standings = Self.standings(columns, normal, layout, choices, without: ignored)
        used = Set(columns.values).union(standings.map(\.column))
    }

    /// The column of each field, by the headings.
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

    /// All columns whose heading means a field.
    private static func all(_ field: ListField, _ normal: [String], _ layout: ListLayout) -> [Int] {
        guard !layout.missing.contains(field) else { return [] }
        let headings = Set((layout.titles[field] ?? []) + (Headings.standard.titles[field] ?? []))
        return normal.indices.filter { headings.contains(normal[$0]) && layout.kinds[normal[$0]] == nil }
    }

    private static func standings(
        _ columns: [ListField: Int],
        _ normal: [String],
        _ layout: ListLayout,
        _ choices: ListChoices,
        without ignored: Set<Int>
    ) -> [StatusColumn] {
        ListField.standings.flatMap { field -> [StatusColumn] in
            let named = choices.fields[field] != nil
            let found = named ? [columns[field]].compactMap(\.self) : all(field, normal, layout)
            let taken = Set(ListField.standings.filter { choices.fields[$0] != nil }.compactMap { columns[$0] })
            return found.filter { named || !ignored.contains($0) && !taken.contains($0) }
                .map { StatusColumn(field: field, column: $0) }
        }
    }

    /// Takes a column's words as a status, once its cells show that they are.
    mutating func addStatus(_ column: Int) {
        standings.append(StatusColumn(field: .orderStatus, column: column))
        used.insert(column)
    }

    /// Where headings could mean two things, the one that the other columns leave.
    private static func settle(_ columns: inout [ListField: Int], _ layout: ListLayout) {
        // "Nombre" and "Nome" are first names beside a last name, else whole names; "Nom" the other way round.
        if columns[.firstName] != nil, columns[.lastName] == nil, columns[.name] == nil {
            columns[.name] = columns.removeValue(forKey: .firstName)
        }
        if columns[.lastName] != nil, columns[.firstName] == nil, columns[.name] == nil {
            columns[.name] = columns.removeValue(forKey: .lastName)
        }
        // A column is the ticket's code before it is its number.
        for field in [ListField.tier, .order] where columns[field] == columns[.ticket] { columns[.ticket] = nil }
        // Shopify calls an order's number its name.
        if layout.titles[.order] != nil, columns[.name] == columns[.order] { columns[.name] = nil }
    }

    /// All columns that something is taken from.
    private(set) var used: Set<Int> = []

    /// Whether something is taken from a column.
    ///
    /// - Parameter column: Counted from 0.
    /// - Returns: `false` also for a column that the list does not have.
    public func isUsed(_ column: Int) -> Bool { used.contains(column) }

    /// The names of what a column says, as `--map` takes them.
    ///
    /// - Parameter column: Counted from 0.
    /// - Returns: None for a column that is not used.
    public func meanings(of column: Int) -> [String] {
        let fields =
            columns.filter { $0.value == column }.map(\.key) + standings.filter { $0.column == column }.map(\.field)
        return Set(fields.map(\.rawValue)).sorted()
    }

    /// How many columns are known: tells a header from a title above it.
    var knownCount: Int { used.count }

    /// What a column that is not used may tell.
    func kind(of column: Int) -> HeadingKind? {
        let heading = HeaderText.normal(titles[column])
        return layout.kinds[heading] ?? Headings.standard.kind(of: heading)
    }

    /// Whether the numbers of a column are people beside the holder: "Plus 1".
    func countsCompanions(_ column: Int) -> Bool {
        let heading = HeaderText.normal(titles[column])
        return heading.split(separator: " ").contains("plus")
            || Headings.standard.titles[.companions]?.contains(heading) == true
    }

    /// A column, counted from 0, as a person finds it: `column E "Email"`.
    func name(ofColumn column: Int) -> String {
        guard hasHeader else { return "column \(Self.letters(column))" }
        let title = titles.indices.contains(column) ? titles[column] : ""
        return "column \(Self.letters(column)) \"\(title)\""
    }

    /// The column of a field, as `name(ofColumn:)` tells it.
    ///
    /// - Parameter field: Which fact.
    /// - Returns: `nil` if the list does not have it.
    public func name(of field: ListField) -> String? {
        columns[field].map(name(ofColumn:))
    }

    /// The letters of a column in a spreadsheet.
    ///
    /// - Parameter column: Counted from 0.
    /// - Returns: `A` for 0, `AB` for 27.
    public static func letters(_ column: Int) -> String {
        let last = String(UnicodeScalar(UInt8(0x41 + column % 26)))
        return column < 26 ? last : letters(column / 26 - 1) + last
    }
}

/// What a person says of a list's columns, by heading or by number from 1.
struct ListChoices: Hashable, Sendable {
    /// Columns by field; `-` leaves a field out.
    var fields: [ListField: String] = [:]
    /// Columns that are left out.
    var ignored: [String] = []
    /// Values that a row must have.
    var only: [Only] = []

    struct Only: Hashable, Sendable {
        let column: String
        let value: String
    }

    /// Whether any column is named by its title, so that only the row with that title has the headings.
    var isNamingTitles: Bool {
        (Array(fields.values) + ignored + only.map(\.column)).contains { $0 != "-" && Int($0) == nil }
    }

    /// Whether all columns are named by number, so that a list needs no header.
    var isByNumber: Bool {
        let named = fields.values.filter { $0 != "-" }
        return !named.isEmpty && named.allSatisfy { Int($0) != nil }
    }
}
