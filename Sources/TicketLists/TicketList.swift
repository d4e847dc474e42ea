// Reads a list of tickets from any supported file.

/// A CSV file or an Excel workbook with one row per ticket: its format, the meanings of its columns, and its rows.
///
/// The file is read as a stream, once to recognise it and once for its rows; only a workbook's shared strings are
/// held in memory.
public struct TicketList {
    /// The meanings of the columns.
    public let mapping: ColumnMapping
    /// The format for people: `CSV, UTF-8, separated by commas`, or `Excel workbook, sheet 'Attendees'`.
    public let form: String

    /// The names of a workbook's sheets that are not hidden; none for text.
    public let sheets: [String]
    /// The sheet that is read; `nil` for text.
    public let sheet: String?

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

    /// The user's options for a list; everything left out is detected.
    public struct Options: Sendable {
        /// Headings by field, or numbers of columns from 1; `-` means that the field is not read.
        public var columns: [ListField: String] = [:]
        /// Headings or numbers of columns to exclude.
        public var ignored: [String] = []
        /// Heading or number of a column, and a value that rows must have in it; several values for one column are
        /// alternatives.
        public var only: [(column: String, value: String)] = []
        /// The sheet of a workbook.
        public var sheet: String?
        /// The encoding's name for iconv(1).
        public var encoding: String?
        /// The order of day and month.
        public var dates: DateOrder?

        /// Creates options with which everything is detected.
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
    ///   - options: The user's options.
    /// - Throws: ``ListError``.
    public init(_ source: ListSource, options: Options = Options()) throws {
        let (candidates, guess) = try Self.candidates(in: source, options)
        var remarks: [ListRemark] = []
        var mapping: ColumnMapping
        let header = try Self.header(candidates, choices: options.choices)
        (mapping, headerLine, rows, form) = (header.mapping, header.line, header.rows, header.form)
        remarks += [header.remark].compactMap(\.self)
        var countsFrom1904: Bool?
        if case .sheet(let workbook, let name) = rows {
            countsFrom1904 = workbook.countsFrom1904
            (sheets, sheet) = (workbook.sheets, name)
        } else {
            (sheets, sheet) = ([], nil)
        }
        if case .sheet(let workbook, let name) = rows, options.sheet == nil {
            remarks += [workbook.remark(reading: name)].compactMap(\.self)
        }
        let filter = RowFilter(mapping, countsFrom1904: countsFrom1904)
        var survey = ListSurvey(mapping, filter: filter)
        let headerLine = headerLine
        var samples: [[String]] = []
        let width = mapping.titles.count
        try rows.forEach { row in
            guard row.line > headerLine else { return }
            survey.add(row)
            if samples.count < Self.mostSamples { samples.append((0..<width).map { row[$0] }) }
        }
        self.samples = samples
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

    /// The cells of the first rows below the headings; personal data.
    private let samples: [[String]]
    private static let mostSamples = 3

    /// Returns what the first rows have in a column, for a person who says what it means.
    ///
    /// - Parameter column: The index, from 0.
    /// - Returns: At most three texts, which may be empty; personal data.
    public func samples(of column: Int) -> [String] { samples.map { $0[column] } }

    /// The remarks on the list before its rows are read.
    public let remarks: [ListRemark]
    private let soleEvent: ListSurvey.SoleEvent?

    /// Compares the only event that the list names with the event of the import.
    ///
    /// - Parameter names: The event's title and short name.
    /// - Returns: A remark; `nil` if the list names no event, several or this one, or if the user selected rows by
    ///   it.
    public func remark(forEvent names: [String]) -> ListRemark? {
        guard let soleEvent, !names.contains(where: soleEvent.isNamed) else { return nil }
        let rows = soleEvent.rows == 1 ? "1 row" : "\(soleEvent.rows) rows"
        return ListRemark(
            .warning,
            "\(mapping.name(ofColumn: soleEvent.column).capitalisedFirst) says \"\(soleEvent.name)\" in \(rows), "
                + "and the tickets are for another event.",
            advice: "If this is the wrong list, stop, or undo it by `ticket undo-import`."
        )
    }

    private let filter: RowFilter
    private let rules: RowReader.Rules

    /// Returns whether a file has the signature of a PNG, JPEG, GIF, TIFF, WebP or HEIC picture.
    private static func isPicture(_ head: [UInt8]) -> Bool {
        let beginnings: [[UInt8]] = [
            [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("II*\0".utf8), Array("MM\0*".utf8),
        ]
        return beginnings.contains(where: head.starts(with:)) || head.dropFirst(8).starts(with: Array("WEBP".utf8))
            || head.dropFirst(4).starts(with: Array("ftyp".utf8))
    }

    /// Passes on every row below the header, as a ticket or as its faults.
    ///
    /// - Parameters:
    ///   - body: Called with each ticket.
    ///   - fault: Called with each fault; a row with a fault yields no ticket.
    /// - Returns: Remarks on what was skipped or repaired.
    /// - Throws: ``ListError``, or what `body` throws.
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

    /// Returns what may hold the list: the text, or each sheet of a workbook, with its format for people.
    private static func candidates(
        in source: ListSource,
        _ options: Options
    ) throws -> (rows: [(Rows, String)], guess: EncodingGuess?) {
        let head = try source.bytes(at: 0, count: 12)
        if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
            throw ListError.otherKind(what: "a workbook of Excel 97 to 2003, or an encrypted one")
        }
        if head.starts(with: Array("%PDF".utf8)) { throw ListError.otherKind(what: "a PDF document") }
        if head.isEmpty { throw ListError.empty }
        if isPicture(head) { throw ListError.otherKind(what: "a picture") }
        guard head.starts(with: Array("PK".utf8)) else {
            let (reader, form, guess) = try Self.reader(source, encoding: options.encoding)
            return ([(.text(reader), form)], guess)
        }
        let workbook = try Workbook(source)
        let names = options.sheet.map { [$0] } ?? workbook.sheets
        guard !names.isEmpty, names.allSatisfy(workbook.allSheets.contains) else {
            throw ListError.noSheet(wanted: options.sheet, sheets: workbook.allSheets)
        }
        return (names.map { (.sheet(workbook, name: $0), "Excel workbook, sheet '\($0)'") }, nil)
    }

    /// Returns a text list's reader with its encoding and delimiter.
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

    /// The number of rows in which a header is searched for.
    private static let mostHeaderRows = 10

    /// The position of the header.
    private struct Header {
        let mapping: ColumnMapping
        /// The line; 0 if the list has no header.
        let line: Int
        let rows: Rows
        let form: String
        /// A remark on rows above the header that are not a title.
        var remark: ListRemark?
    }

    /// Returns the header among the first rows, in the first sheet that has one.
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

    /// Stops reading after the first rows.
    private struct EnoughSeen: Error {}
}
