// Reads comma-separated lists row by row.

import CCSV

/// Parses a text list (RFC 4180, any delimiter) with libcsv in strict mode.
struct CSVReader {
    let decoder: TextDecoder
    /// The field delimiter: `,`, `;`, `|` or a tab.
    let delimiter: UInt8
    /// The number of lines before the header that are not rows: `sep=;`.
    var skippedLines = 0

    /// Passes on all non-empty rows, including the header.
    ///
    /// - Throws: ``ListError``, or what `body` throws.
    func forEachRow(_ body: (ListRow) throws -> Void) throws {
        let parser = try CSVParser(delimiter: delimiter, skippedLines: skippedLines)
        var held: [UInt8] = []
        try decoder.forEachPiece { next in
            // A sign at the very end may belong to a quote that begins the next piece.
            var piece = held.isEmpty ? next : held + next
            held = piece.last == UInt8(ascii: "=") ? [piece.removeLast()] : []
            try parser.feed(piece)
            try parser.rows.deliver(body)
        }
        try parser.feed(held)
        try parser.finish()
        try parser.rows.deliver(body)
    }
}

/// libcsv's parser, which is fed line by line, and the rows that it has found.
private final class CSVParser {
    private var parser = csv_parser()
    private let collector = RowCollector()
    /// The number of lines that are still skipped.
    private var skippedLines: Int

    /// The value of libcsv's ROW_NOT_BEGUN, which its header does not export.
    private static let betweenRows: Int32 = 0
    /// The value of FIELD_NOT_BEGUN, the state after a delimiter.
    private static let betweenFields: Int32 = 1

    /// The maximum length of a field; an unclosed quotation mark would turn the whole file into one.
    private static let longestFieldByteCount = 1 << 20
    /// The maximum number of fields, the same as for a workbook's sheet.
    static let mostFields = SheetRows.mostColumns

    var rows: RowBatch { collector.batch }

    /// - Parameters:
    ///   - delimiter: The field delimiter.
    ///   - skippedLines: The number of lines before the header that are not rows.
    /// - Throws: ``ListError/noMemory``.
    init(delimiter: UInt8, skippedLines: Int) throws(ListError) {
        self.skippedLines = skippedLines
        guard csv_init(&parser, UInt8(CSV_STRICT | CSV_STRICT_FINI)) == 0 else { throw .noMemory }
        csv_set_delim(&parser, delimiter)
        // ListRow trims fields itself; libcsv would treat a tab as a space even if it is the delimiter.
        csv_set_space_func(&parser) { _ in 0 }
    }

    deinit {
        csv_free(&parser)
    }

    /// Parses a piece of the list, which may end anywhere.
    func feed(_ piece: [UInt8]) throws(ListError) {
        try piece.withUnsafeBufferPointer { piece throws(ListError) in
            var start = piece.startIndex
            while start < piece.endIndex {
                let end = piece[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? piece.endIndex
                try feed(line: piece[start..<end])
                start = end
            }
        }
    }

    /// Ends the last row.
    func finish() throws(ListError) {
        let context = Unmanaged.passUnretained(collector).toOpaque()
        guard csv_fini(&parser, RowCollector.field, RowCollector.row, context) == 0 else {
            throw .badQuotes(line: collector.beginning)
        }
    }

    /// Parses a line with its end, or a part of one.
    private func feed(line: Slice<UnsafeBufferPointer<UInt8>>) throws(ListError) {
        let isWholeLine = line.last == 0x0A
        guard skippedLines == 0 else {
            if isWholeLine { skippedLines -= 1 }
            return collector.endSlice(isWholeLine: isWholeLine)
        }
        if parser.pstate == Self.betweenRows { collector.beginning = collector.line }
        var rest = line
        // `="0012"` makes spreadsheets keep a text; the sign before the quotes is dropped.
        while let sign = formula(in: rest) {
            try parse(rest[..<sign])
            // The quote is parsed immediately, so that it is not found again.
            try parse(rest[(parser.pstate <= Self.betweenFields ? sign + 1 : sign)...sign + 1])
            rest = rest[(sign + 2)...]
        }
        try parse(rest)
        guard parser.entry_pos <= Self.longestFieldByteCount else {
            throw .fieldTooLong(line: collector.beginning)
        }
        if collector.batch.openFields > Self.mostFields { throw .tooManyFields(line: collector.beginning) }
        if let line = collector.tooWideRow { throw .tooManyFields(line: line) }
        collector.endSlice(isWholeLine: isWholeLine)
    }

    private func parse(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(ListError) {
        let bytes = UnsafeBufferPointer(rebasing: bytes)
        let context = Unmanaged.passUnretained(collector).toOpaque()
        let parsed = csv_parse(
            &parser, bytes.baseAddress, bytes.count, RowCollector.field, RowCollector.row, context)
        guard parsed == bytes.count else { throw .badQuotes(line: collector.beginning) }
    }

    /// Returns the position of `="`, at the beginning of a field or elsewhere.
    private func formula(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var start = bytes.startIndex
        while let sign = bytes[start...].firstIndex(of: UInt8(ascii: "=")), sign + 1 < bytes.endIndex {
            if bytes[sign + 1] == 0x22 { return sign }
            start = sign + 1
        }
        return nil
    }
}

/// Collects fields and rows from libcsv's callbacks.
private final class RowCollector {
    let batch = RowBatch()
    /// The current line.
    private(set) var line = 1
    /// The line on which the current row began.
    var beginning = 1
    /// The line of a row with too many fields.
    private(set) var tooWideRow: Int?
    private var rowsInSlice = 0

    /// Counts lines: a slice that ends in LF is one line; otherwise each row in it ended with a lone CR.
    func endSlice(isWholeLine: Bool) {
        line += isWholeLine ? 1 : rowsInSlice
        rowsInSlice = 0
    }

    static let field: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
        bytes, count, context in
        collector(context)?.batch.append(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    static let row: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = { _, context in
        guard let collector = collector(context) else { return }
        if collector.batch.openFields > CSVParser.mostFields { collector.tooWideRow = collector.beginning }
        collector.batch.endRow(line: collector.beginning)
        collector.beginning += 1
        collector.rowsInSlice += 1
    }

    private static func collector(_ context: UnsafeMutableRawPointer?) -> RowCollector? {
        context.map { Unmanaged<RowCollector>.fromOpaque($0).takeUnretainedValue() }
    }
}
