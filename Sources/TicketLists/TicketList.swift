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
        /// Headings by field, or numbers of columns from 1; `-` leaves a field out.
        public var columns: [ListField: String] = [:]
        /// Headings or numbers of columns that are left out.
        public var ignored: [String] = []
        /// Heading or number of a column, and a value that rows must have in it; of one column any of its values.
        public var only: [(column: String, value: String)] = []
        /// Of a workbook.
        public var sheet: String?
        /// As iconv(1) knows it.
        public var encoding: String?
        /// Of day and month.
        public var dates: DateOrder?

        /// Everything is recognised.
        public init() {}

        var choices: ListChoices {
            ListChoices(
                fields: columns, ignored: ignored,
                only: only.map { ListChoices.Only(column: $0.column, value: $0.value) }
            )
        }
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
        var remarks: [ListRemark] = []
        var guess: EncodingGuess?
        let candidates: [(Rows, String)]
        if head.starts(with: Array("PK".utf8)) {
            let workbook = try Workbook(source)
            countsFrom1904 = workbook.countsFrom1904
            let names = options.sheet.map { [$0] } ?? workbook.sheets
            guard !names.isEmpty, names.allSatisfy(workbook.allSheets.contains) else {
                throw ListError.noSheet(wanted: options.sheet, sheets: workbook.allSheets)
            }
            candidates = names.map { (.sheet(workbook, name: $0), "Excel workbook, sheet '\($0)'") }
        } else {
            let (reader, form, found) = try Self.reader(source, encoding: options.encoding)
            candidates = [(.text(reader), form)]
            guess = found
        }
        var mapping: ColumnMapping
        let header = try Self.header(candidates, choices: options.choices)
        (mapping, headerLine, rows, form) = (header.mapping, header.line, header.rows, header.form)
        remarks += [header.remark].compactMap(\.self)
        if case .sheet(let workbook, let name) = rows, options.sheet == nil {
            remarks += [workbook.remark(reading: name)].compactMap(\.self)
        }
        let filter = RowFilter(mapping, countsFrom1904: countsFrom1904)
        var survey = ListSurvey(mapping, filter: filter)
        let headerLine = headerLine
        try rows.forEach { if $0.line > headerLine { survey.add($0) } }
        if case .sheet(let workbook, _) = rows { remarks += [workbook.hiddenRowsRemark].compactMap(\.self) }
        try survey.checkChoice()
        remarks += [guess?.remark(sample: survey.sample)].compactMap(\.self) + survey.remarks
        for column in survey.statusColumns { mapping.addStatus(column) }
        self.mapping = mapping
        self.filter = filter
        self.remarks = remarks
        soleEvent = survey.soleEvent
        rules = RowReader.Rules(
            dates: try options.dates ?? survey.dateOrder(), countsFrom1904: countsFrom1904,
            hasAppendedZeros: survey.hasAppendedZeros, hasRepeatedQuantity: survey.hasRepeatedQuantity
        )
    }

    /// What a person should know of the list before it is read, or has to decide.
    public let remarks: [ListRemark]
    private let soleEvent: ListSurvey.SoleEvent?

    /// Compares the one event that the list names with the event that it is for.
    ///
    /// - Parameter names: Title and short name of that event.
    /// - Returns: `nil` where the list names none, several, or this one, and where a person chose rows by it.
    public func remark(forEvent names: [String]) -> ListRemark? {
        guard let soleEvent, !names.contains(where: soleEvent.isNamed) else { return nil }
        let rows = soleEvent.rows == 1 ? "1 row" : "\(soleEvent.rows) rows"
        return ListRemark(
            .warning,
            "\(mapping.name(ofColumn: soleEvent.column).capitalisedFirst) says \"\(soleEvent.name)\" in \(rows), and the "
                + "tickets are for another event. If this is the wrong list, stop, or take it back with `ticket undo-import`."
        )
    }

    private let filter: RowFilter
    private let rules: RowReader.Rules

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
    /// - Returns: What was left out or repaired on the way.
    /// - Throws: ``ListError``, and what `body` throws.
    @discardableResult
    public func forEachEntry(
        _ body: (ListEntry) throws -> Void,
        fault: (ListFault) -> Void
    ) throws -> [ListRemark] {
        var reader = RowReader(mapping: mapping, filter: filter, rules: rules)
        try rows.forEach { row in
            guard row.line > headerLine, let entry = reader.entry(row, faults: fault) else { return }
            try body(entry)
        }
        return reader.tally.remarks(mapping)
    }

    // MARK: Recognising

    /// A text list's encoding and delimiter.
    private static func reader(_ source: ListSource, encoding: String?) throws -> (CSVReader, String, EncodingGuess?) {
        let detected = try TextEncoding.detected(in: source, isNamed: encoding != nil)
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
        let guess = encoding == nil ? EncodingGuess(chosen) : nil
        return (reader, "CSV, \(chosen.name), separated by \(delimiter)", guess)
    }

    /// The rows that a header is looked for in.
    private static let mostHeaderRows = 10

    /// Where the headings are, and of which rows.
    private struct Header {
        let mapping: ColumnMapping
        /// 0 where the list has none.
        let line: Int
        let rows: Rows
        let form: String
        /// Names rows above the headings that are no title.
        var remark: ListRemark?
    }

    /// The header among the first rows, in the first sheet that has one.
    private static func header(_ candidates: [(Rows, String)], choices: ListChoices) throws -> Header {
        var trouble: ListError?
        for (rows, form) in candidates {
            var search = HeaderSearch(choices)
            do {
                try rows.forEach { row in
                    search.add(row)
                    if search.rowCount == mostHeaderRows { throw EnoughSeen() }
                }
            } catch is EnoughSeen {}
            if let mapping = try search.withoutHeader() {
                return Header(mapping: mapping, line: 0, rows: rows, form: form)
            }
            do throws(ListError) {
                guard let found = try search.header() else { continue }
                return Header(
                    mapping: found.mapping, line: found.line, rows: rows, form: form, remark: found.remark)
            } catch {
                if error == .ownExport { throw error }
                trouble = trouble ?? error
            }
        }
        throw trouble ?? ListError.noHeader
    }

    /// Ends a look at the first rows.
    private struct EnoughSeen: Error {}
}
