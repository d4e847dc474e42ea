// A list of tickets, from whatever file an organiser has.

/// A CSV file or an Excel workbook with a line per ticket: what kind it is, which column says what, and its rows.
///
/// The file is read as a stream, once to recognise it and once for its rows; only a workbook's table of texts is held
/// in memory.
public struct TicketList {
    /// Which column says what.
    public let mapping: ColumnMapping
    /// For people: `CSV, UTF-8, separated by commas`, or `Excel workbook, sheet 'Attendees'`.
    public let form: String

    private let rows: Rows
    private let headerLine: Int
    private let dates: DateOrder

    private enum Rows {
        case text(CSVReader)
        case sheet(Workbook, name: String)

        func forEach(_ body: (ListRow) throws -> Void) throws {
            switch self {
            case .text(let reader): try reader.forEachRow(body)
            case .sheet(let workbook, let name): try workbook.forEachRow(ofSheet: name, body)
            }
        }
    }

    /// What a person may say about a list; what they leave out is recognised.
    public struct Options: Sendable {
        /// Titles by field; `-` leaves a field out.
        public var columns: [ListField: String] = [:]
        /// Of a workbook.
        public var sheet: String?
        /// As iconv(1) knows it.
        public var encoding: String?
        /// Of day and month.
        public var dates: DateOrder?

        /// Everything is recognised.
        public init() {}
    }

    /// Recognises a list.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - options: What is known of it.
    /// - Throws: ``ListError``.
    public init(_ source: ListSource, options: Options = Options()) throws {
        let head = try source.bytes(at: 0, count: 8)
        if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            throw ListError.otherKind(what: "a workbook of Excel 97 to 2003, or an encrypted one")
        }
        if head.starts(with: Array("%PDF".utf8)) { throw ListError.otherKind(what: "a PDF document") }
        if head.isEmpty { throw ListError.empty }
        if Self.isPicture(try source.bytes(at: 0, count: 12)) { throw ListError.otherKind(what: "a picture") }
        var countsFrom1904: Bool?
        let candidates: [(Rows, String)]
        if head.starts(with: Array("PK".utf8)) {
            let workbook = try Workbook(source)
            countsFrom1904 = workbook.countsFrom1904
            let names = options.sheet.map { [$0] } ?? workbook.sheets
            guard !names.isEmpty, names.allSatisfy(workbook.sheets.contains) else {
                throw ListError.noSheet(wanted: options.sheet, sheets: workbook.sheets)
            }
            candidates = names.map { (.sheet(workbook, name: $0), "Excel workbook, sheet '\($0)'") }
        } else {
            let (reader, form) = try Self.reader(source, encoding: options.encoding)
            candidates = [(.text(reader), form)]
        }
        (mapping, headerLine, rows, form) = try Self.header(candidates, wishes: options.columns)
        dates = try options.dates ?? Self.dateOrder(mapping, rows, from: headerLine)
        self.countsFrom1904 = countsFrom1904
    }

    private let countsFrom1904: Bool?

    /// Whether a file begins as PNG, JPEG, GIF, TIFF, WebP or HEIC do.
    private static func isPicture(_ head: [UInt8]) -> Bool {
        let beginnings: [[UInt8]] = [
            [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("II*\0".utf8), Array("MM\0*".utf8),
        ]
        return beginnings.contains(where: head.starts(with:)) || head.dropFirst(8).starts(with: Array("WEBP".utf8))
            || head.dropFirst(4).starts(with: Array("ftyp".utf8))
    }

    /// Hands on every row below the header, understood or with its faults.
    ///
    /// - Parameters:
    ///   - body: Gets each ticket.
    ///   - fault: Gets each fault; a row with one gives no ticket.
    /// - Throws: ``ListError``, and what `body` throws.
    public func forEachEntry(_ body: (ListEntry) throws -> Void, fault: (ListFault) -> Void) throws {
        var reader = RowReader(mapping: mapping, dates: dates, countsFrom1904: countsFrom1904)
        try rows.forEach { row in
            guard row.line > headerLine, let entry = reader.entry(row, faults: fault) else { return }
            try body(entry)
        }
    }

    // MARK: Recognising

    /// A text list's encoding and delimiter.
    private static func reader(_ source: ListSource, encoding: String?) throws -> (CSVReader, String) {
        let detected = try TextEncoding.detected(in: source)
        let chosen = encoding.map { TextEncoding(name: $0.uppercased(), markLength: detected.markLength) } ?? detected
        let decoder = TextDecoder(source: source, encoding: chosen)
        var sample: [UInt8] = []
        do {
            try decoder.forEachPiece {
                sample += $0.prefix(1 << 16)
                throw EnoughSeen()
            }
        } catch is EnoughSeen {}
        let (delimiter, skipped) = Delimiter.detected(in: sample)
        let reader = CSVReader(decoder: decoder, delimiter: delimiter.byte, skippedLines: skipped)
        return (reader, "CSV, \(chosen.name), separated by \(delimiter)")
    }

    /// The header among the first rows: the one with the most known columns, in the first sheet that has one.
    private static func header(
        _ candidates: [(Rows, String)],
        wishes: [ListField: String]
    ) throws -> (ColumnMapping, Int, Rows, String) {
        var trouble: ListError?
        for (rows, form) in candidates {
            var best: (mapping: ColumnMapping, line: Int)?
            var seen = 0
            do {
                try rows.forEach { row in
                    seen += 1
                    do throws(ListError) {
                        let titles = (0..<row.count).map { row[$0] }
                        let mapping = try ColumnMapping(titles: titles, wishes: wishes)
                        if mapping.knownCount > best?.mapping.knownCount ?? 0 { best = (mapping, row.line) }
                    } catch {
                        if error == .ownExport { throw error }
                        // A first row tells most; those below it are persons, whom no error should name.
                        if seen == 1 { trouble = trouble ?? error }
                    }
                    if seen == 10 { throw EnoughSeen() }
                }
            } catch is EnoughSeen {}
            if let best { return (best.mapping, best.line, rows, form) }
        }
        throw trouble ?? ListError.noHeader
    }

    /// Day or month first, by all dates of the list: the one order in which each of them exists.
    private static func dateOrder(_ mapping: ColumnMapping, _ rows: Rows, from header: Int) throws -> DateOrder {
        let columns = [ListField.opens, .closes].compactMap { mapping.columns[$0] }
        guard !columns.isEmpty else { return .dayFirst }
        var possible = Set(DateOrder.allCases)
        var ambiguous: Int?
        try rows.forEach { row in
            guard row.line > header else { return }
            for column in columns where !row.isBlank(column) {
                guard let date = WrittenDate(row[column]), date.isAmbiguous else { continue }
                ambiguous = ambiguous ?? column
                let fitting = possible.filter { date.milliseconds($0) != nil }
                if !fitting.isEmpty { possible = fitting }
            }
        }
        if let ambiguous, possible.count > 1 {
            throw ListError.ambiguousDates(column: mapping.titles[ambiguous])
        }
        return possible.count == 1 ? possible.first ?? .dayFirst : .dayFirst
    }

    /// Ends a look at the first rows.
    private struct EnoughSeen: Error {}
}
