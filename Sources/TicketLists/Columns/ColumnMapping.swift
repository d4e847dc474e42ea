// Which column of a list says what.

/// The columns of one list, by what they say.
public struct ColumnMapping: Hashable, Sendable {
    /// Whose export the list is.
    public let layout: ListLayout
    /// All titles as they stand in the file.
    public let titles: [String]
    /// Columns counted from 0; several fields may share one.
    public let columns: [ListField: Int]

    /// Reads a header.
    ///
    /// - Parameters:
    ///   - titles: Of all columns, in order; the same title may come twice, then the first one counts.
    ///   - wishes: Titles by field; they win over what is recognised,
    ///     and `-` leaves a field out.
    /// - Throws: ``ListError/noColumn(name:columns:)``, ``ListError/ordersExport(layout:instead:)``,
    ///   ``ListError/ownExport``, ``ListError/noHeader``.
    init(titles: [String], wishes: [ListField: String]) throws(ListError) {
        let normal = titles.map(HeaderText.normal)
        let layout = ListLayout.recognised(by: Set(normal))
        guard layout != .ownExport else { throw .ownExport }
        if let instead = layout.instead, wishes.isEmpty {
            throw .ordersExport(layout: layout.name, instead: instead)
        }
        var columns: [ListField: Int] = [:]
        for field in ListField.allCases {
            if let exception = layout.exceptions[field] {
                columns[field] = exception.flatMap(normal.firstIndex)
            } else {
                columns[field] = field.titles.lazy.compactMap(normal.firstIndex).first
            }
        }
        Self.settle(&columns)
        for (field, wish) in wishes {
            if wish == "-" {
                columns[field] = nil
            } else if let column = titles.firstIndex(of: wish) ?? normal.firstIndex(of: HeaderText.normal(wish)) {
                columns[field] = column
            } else {
                throw .noColumn(name: wish, columns: titles)
            }
        }
        let telling: [ListField] = [.barcode, .ticket, .order, .name, .firstName, .lastName, .email, .tier]
        guard telling.contains(where: { columns[$0] != nil }) else { throw .noHeader }
        self.layout = layout
        self.titles = titles
        self.columns = columns
    }

    /// Where titles could mean two things, the one that the other columns leave.
    private static func settle(_ columns: inout [ListField: Int]) {
        // "Nombre" and "Nome" are first names beside a last name, else whole names; "Nom" the other way round.
        if columns[.firstName] != nil, columns[.lastName] == nil, columns[.name] == nil {
            columns[.name] = columns.removeValue(forKey: .firstName)
        }
        if columns[.lastName] != nil, columns[.firstName] == nil, columns[.name] == nil {
            columns[.name] = columns.removeValue(forKey: .lastName)
        }
        // A column is the ticket's code before it is its number.
        for field in [ListField.tier, .order] where columns[field] == columns[.ticket] { columns[.ticket] = nil }
    }

    /// How many columns are known: tells a header from a title above it.
    var knownCount: Int { Set(columns.values).count }

    /// A column, counted from 0, as a person finds it: `column E "Email"`.
    func name(ofColumn column: Int) -> String {
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
