// A first pass over all rows of a list, for properties that a single row does not show.

/// Counts the values of the relevant columns: those on which admission may depend, barcodes, quantities and dates.
struct ListSurvey {
    private let mapping: ColumnMapping
    private let filter: RowFilter
    private let columns: Columns

    private(set) var values: [Int: ColumnValues] = [:]
    /// Cells of these columns that can only mean a withdrawal.
    private var withdrawals: [Int: ColumnValues] = [:]
    private var barcodes = BarcodeSurvey()
    private var quantities = QuantitySurvey()
    private var dates = Dates()
    private(set) var sample: (text: String, line: Int)?
    private var choice = Choice()

    /// The order of day and month, as far as the dates so far tell it.
    private struct Dates {
        var possibleOrders = Set(DateOrder.allCases)
        var ambiguousColumn: Int?
    }

    /// The rows that the user selects by their values.
    private struct Choice {
        /// Whether there are any rows.
        var isAny = false
        var chosenRows = 0
        /// The values of the columns by which rows are selected, for a user who selected a missing value.
        var offered: [Int: ColumnValues] = [:]
    }

    init(_ mapping: ColumnMapping, filter: RowFilter) {
        self.mapping = mapping
        self.filter = filter
        columns = Columns(mapping)
    }

    /// - Parameter row: A row below the header.
    mutating func add(_ row: ListRow) {
        let rowKind = filter.kind(of: row)
        guard rowKind == .ticket || rowKind == .notChosen else { return }
        choice.isAny = true
        for column in mapping.chosen.keys where !row.isBlank(column) && choice.offered[column]?.hasMore != true {
            choice.offered[column, default: ColumnValues()].add(shown(row[column]), line: row.line)
        }
        guard rowKind == .ticket else { return }
        choice.chosenRows += 1
        for (column, kind) in columns.watched where !row.isBlank(column) {
            if case .text(let text) = FieldText.meaning(of: row[column], isCode: false) {
                if values[column] == nil { values[column] = ColumnValues(weigh(column, kind)) }
                let value = shown(text)
                values[column]?.add(value, line: row.line)
            }
        }
        for (column, isAnswer) in columns.unforeseen
        where row.mayBegin(column, with: StatusWords.beginnings, longest: Self.longestWord) {
            let text = row[column]
            guard StatusWords.isClearlyBad(text, isAnswer: isAnswer) else { continue }
            withdrawals[column, default: ColumnValues()].add(text, line: row.line)
        }
        if let column = mapping.columns[.barcode], !row.isBlank(column),
            case .text(let code) = FieldText.meaning(of: row[column], isCode: true)
        {
            barcodes.add(BarcodeText.withoutDecimals(code), line: row.line)
        }
        addQuantity(row)
        addDates(row)
        addSample(row)
    }

    private static let longestWord = 60

    private func weigh(_ column: Int, _ kind: HeadingKind) -> (String) -> Int {
        let isAddition = kind == .quantity && mapping.countsCompanions(column)
        return { ColumnRemarks.weight(of: $0, as: kind, isAddition: isAddition) }
    }

    private func shown(_ text: String) -> String { filter.shown(text) ?? text }

    private mutating func addQuantity(_ row: ListRow) {
        guard !mapping.layout.isShop, let admits = mapping.columns[.admits], !mapping.decided.contains(admits),
            let quantity = RowReader.number(row[admits])
        else { return }
        let group = [ListField.order, .email].compactMap { mapping.columns[$0] }.first { !row.isBlank($0) }
        // Without codes a row is a party, however many rows have that size.
        if group == nil, mapping.columns[.barcode].map(row.isBlank) ?? true { return }
        let facts = columns.identifying.map { row[$0] }.joined(separator: "\u{1F}")
        quantities.add(
            order: group.map { row[$0] }, kind: mapping.columns[.tier].map { row[$0] }, quantity: quantity,
            ticket: facts,
            line: row.line
        )
    }

    private mutating func addDates(_ row: ListRow) {
        for column in columns.dates where !row.isBlank(column) {
            guard let date = WrittenDate(row[column]), date.isAmbiguous else { continue }
            dates.ambiguousColumn = dates.ambiguousColumn ?? column
            let fitting = dates.possibleOrders.filter { date.milliseconds($0) != nil }
            if !fitting.isEmpty { dates.possibleOrders = fitting }
        }
    }

    /// Keeps the first name with a letter that other encodings decode differently.
    private mutating func addSample(_ row: ListRow) {
        guard sample == nil else { return }
        for column in columns.names where row.hasForeignLetters(column) { sample = (row[column], row.line) }
    }

    // MARK: Findings

    /// Returns the order of day and month, according to all dates of the list: the only order in which each of them
    /// exists.
    ///
    /// - Throws: ``ListError/ambiguousDates(column:)``.
    func dateOrder() throws(ListError) -> DateOrder {
        if let ambiguousColumn = dates.ambiguousColumn, dates.possibleOrders.count > 1 {
            throw .ambiguousDates(column: mapping.titles[ambiguousColumn])
        }
        return dates.possibleOrders.count == 1 ? dates.possibleOrders.first ?? .dayFirst : .dayFirst
    }

    /// - Throws: ``ListError/nothingChosen(column:values:)`` if no row has a selected value.
    func checkChoice() throws(ListError) {
        guard choice.isAny, choice.chosenRows == 0, let column = mapping.chosen.keys.sorted().first else { return }
        // Names and addresses never appear in errors.
        let isHarmless = [HeadingKind.event, .date, .product, .status].contains(mapping.kind(of: column))
        throw .nothingChosen(column: mapping.titles[column], values: isHarmless ? choice.offered[column]?.list() : nil)
    }

    /// The columns that contain only status words, although their heading may mean something else.
    var statusColumns: [Int] {
        columns.watched.filter { $0.kind == .payment }.map(\.column).filter { column in
            guard let values = values[column], !values.hasMore else { return false }
            return !values.contains { StatusWords.status($0) == nil }
        }
    }

    /// Whether all long barcodes end in zeros added by a spreadsheet.
    var hasAppendedZeros: Bool { barcodes.hasAppendedZeros }

    /// Whether a quantity is the order's, repeated on each of its rows.
    var hasRepeatedQuantity: Bool { quantities.finding == .repeated(LineCount()) }

    /// The remarks on the columns.
    var remarks: [ListRemark] {
        var remarks = [quantityRemark].compactMap(\.self)
        if let column = mapping.name(of: .barcode) { remarks += barcodes.remarks(column) }
        let adopted = Set(statusColumns)
        for (column, values) in withdrawals.sorted(by: { $0.key < $1.key }) {
            remarks.append(ColumnRemarks(mapping, column: column, values: values, of: choice.chosenRows).withdrawals)
        }
        var hasEvents = false
        for (column, kind) in columns.watched.sorted(by: { Self.rank($0.kind) < Self.rank($1.kind) }) {
            // Answers under a check-in heading do not describe a check-in.
            if kind == .checkIn, withdrawals[column] != nil { continue }
            guard !adopted.contains(column), let values = values[column] else { continue }
            guard
                let remark = ColumnRemarks(mapping, column: column, values: values, of: choice.chosenRows).remark(kind)
            else {
                continue
            }
            // Name, number and date of the same events need only one question.
            if kind == .event || kind == .date, remark.weight == .stop {
                if hasEvents { continue }
                hasEvents = true
            }
            remarks.append(remark)
        }
        return remarks
    }

    /// The only event that rows name.
    struct SoleEvent {
        let column: Int
        let name: String
        let rows: Int

        /// Returns whether a name means this event: the same words, or all of the shorter name's within the longer.
        func isNamed(_ other: String) -> Bool {
            let (one, two) = (" \(HeaderText.folded(name)) ", " \(HeaderText.folded(other)) ")
            return one.contains(two) || two.contains(one)
        }
    }

    /// The only event; `nil` if several are named, or none by its name.
    var soleEvent: SoleEvent? {
        for (column, kind) in columns.watched where kind == .event && mapping.chosen[column] == nil {
            guard let values = values[column], values.distinct == 1, let name = values.sorted.first?.value,
                name.contains(where: \.isLetter),
                !HeaderText.normal(mapping.titles[column]).split(separator: " ").contains("id")
            else { continue }
            return SoleEvent(column: column, name: name, rows: values.rows)
        }
        return nil
    }

    /// Ranks names of events before their dates.
    private static func rank(_ kind: HeadingKind) -> Int {
        switch kind {
        case .event: 0
        case .date: 1
        default: 2
        }
    }

    private var quantityRemark: ListRemark? {
        guard let column = mapping.columns[.admits] else { return nil }
        let name = mapping.name(ofColumn: column)
        let title = mapping.titles[column]
        switch quantities.finding {
        case .people: return nil
        case .repeated(let orders):
            let count = orders.count == 1 ? "1 order" : "\(orders.count) orders"
            return ListRemark(
                .note,
                "\(name.capitalisedFirst) has the quantity of the whole order in each of its rows (\(count), from "
                    + "\(orders.lines)): each row admits one person."
            )
        case .unclear(let orders):
            return ListRemark(
                .stop,
                "\(name.capitalisedFirst) may count the people of a row, or all tickets of its order "
                    + "(\(orders.lines)).",
                advice: "Use --map admits=\"\(title)\" if each row admits that many, or --ignore \"\(title)\" if each "
                    + "admits one.",
                answers: [.use(column: column, as: .admits), .ignore(column: column)]
            )
        }
    }
}

/// The columns that are surveyed.
private struct Columns {
    let dates: [Int]
    let names: [Int]
    /// The unused columns that may decide who enters.
    let watched: [(column: Int, kind: HeadingKind)]
    /// Those of these and of the other unused columns whose headings do not suggest a status.
    let unforeseen: [(column: Int, isAnswer: Bool)]
    /// The columns that tell one ticket from another.
    let identifying: [Int]

    init(_ mapping: ColumnMapping) {
        dates = [ListField.opens, .closes].compactMap { mapping.columns[$0] }
        names = [ListField.name, .firstName, .lastName, .tier].compactMap { mapping.columns[$0] }
        identifying = [ListField.barcode, .ticket, .name, .firstName, .lastName].compactMap { mapping.columns[$0] }
        let unused = mapping.titles.indices.filter {
            !mapping.used.contains($0) && !mapping.ignored.contains($0) && !mapping.decided.contains($0)
        }.map { (column: $0, kind: mapping.kind(of: $0)) }
        var watched = unused.compactMap { column, kind -> (Int, HeadingKind)? in
            guard let kind, kind != .nothing, kind != .product else { return nil }
            return (column, kind)
        }
        unforeseen = unused.compactMap { column, kind in
            switch kind {
            case .payment, .status, .answer, .refund, .refundAmount, .nothing: nil
            default: (column, kind == .checkIn)
            }
        }
        if let tier = mapping.columns[.tier], !mapping.decided.contains(tier), mapping.chosen[tier] == nil,
            mapping.layout.isShop || mapping.layout == .plain && mapping.kind(of: tier) == .product
        {
            watched.append((tier, .product))
        }
        self.watched = watched
    }
}

extension String {
    /// The text with a capital first letter.
    var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
