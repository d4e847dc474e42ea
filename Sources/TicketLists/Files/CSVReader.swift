// Reads comma-separated lists row by row.

import CCSV

/// Parses a text list (RFC 4180, any delimiter) with libcsv in strict mode.
struct CSVReader {
    let decoder: TextDecoder
    /// The field delimiter: `,`, `;`, `|` or a tab.
    let delimiter: UInt8
    /// The number of lines before the header that are not rows: `sep=;`.
    var skippedLines = 0

    /// The value of libcsv's ROW_NOT_BEGUN, which its header does not export.
    private static let betweenRows: Int32 = 0
    /// The value of FIELD_NOT_BEGUN, the state after a delimiter.
    private static let betweenFields: Int32 = 1

    /// The maximum length of a field; an unclosed quotation mark would turn the whole file into one.
    private static let longestFieldByteCount = 1 << 20
    /// The maximum number of fields, the same as for a workbook's sheet.
    fileprivate static let mostFields = SheetRows.mostColumns

    /// Returns the position of `="`, at the beginning of a field or elsewhere.
    private func formula(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var start = bytes.startIndex
        while let sign = bytes[start...].firstIndex(of: UInt8(ascii: "=")), sign + 1 < bytes.endIndex {
            if bytes[sign + 1] == 0x22 { return sign }
            start = sign + 1
        }
        return nil
    }

    /// Passes on all non-empty rows, including the header.
    ///
    /// - Throws: ``ListError``, or what `body` throws.
    func forEachRow(_ body: (ListRow) throws -> Void) throws {
        var parser = csv_parser()
        guard csv_init(&parser, UInt8(CSV_STRICT | CSV_STRICT_FINI)) == 0 else { throw ListError.noMemory }
        defer { csv_free(&parser) }
        csv_set_delim(&parser, delimiter)
        // ListRow trims fields itself; libcsv would treat a tab as a space even if it is the delimiter.
        csv_set_space_func(&parser) { _ in 0 }
        let collector = RowCollector()
        let context = Unmanaged.passUnretained(collector).toOpaque()
        var skipping = skippedLines
        func feed(_ slice: Slice<UnsafeBufferPointer<UInt8>>) throws {
            let isWholeLine = slice.last == 0x0A
            guard skipping == 0 else {
                if isWholeLine { skipping -= 1 }
                return collector.endSlice(isWholeLine: isWholeLine)
            }
            if parser.pstate == Self.betweenRows { collector.beginning = collector.line }
            var start = slice.startIndex
            while start < slice.endIndex {
                // `="0012"` makes spreadsheets keep a text; the sign before the quotes is dropped.
                let formula = formula(in: slice[start...])
                let part = UnsafeBufferPointer(rebasing: slice[start..<(formula ?? slice.endIndex)])
                let taken = csv_parse(
                    &parser, part.baseAddress, part.count, RowCollector.field, RowCollector.row, context
                )
                guard taken == part.count else { throw ListError.badQuotes(line: collector.beginning) }
                guard let formula else { break }
                start = formula
                if parser.pstate <= Self.betweenFields { start += 1 }
                // The quote is parsed immediately, so that it is not found again.
                let quote = UnsafeBufferPointer(rebasing: slice[start...formula + 1])
                guard
                    csv_parse(&parser, quote.baseAddress, quote.count, RowCollector.field, RowCollector.row, context)
                        == quote.count
                else { throw ListError.badQuotes(line: collector.beginning) }
                start = formula + 2
            }
            guard parser.entry_pos <= Self.longestFieldByteCount else {
                throw ListError.fieldTooLong(line: collector.beginning)
            }
            if collector.batch.openFields > Self.mostFields { throw ListError.tooManyFields(line: collector.beginning) }
            if let line = collector.tooWideRow { throw ListError.tooManyFields(line: line) }
            collector.endSlice(isWholeLine: isWholeLine)
        }
        try withExtendedLifetime(collector) {
            var held: [UInt8] = []
            try decoder.forEachPiece { next in
                // A sign at the very end may belong to a quote that begins the next piece.
                var piece = held.isEmpty ? next : held + next
                held = piece.last == UInt8(ascii: "=") ? [piece.removeLast()] : []
                try piece.withUnsafeBufferPointer { piece in
                    var start = piece.startIndex
                    while start < piece.endIndex {
                        let end = piece[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? piece.endIndex
                        try feed(piece[start..<end])
                        start = end
                    }
                }
                try collector.batch.deliver(body)
            }
            if !held.isEmpty { try held.withUnsafeBufferPointer { try feed($0[...]) } }
            guard csv_fini(&parser, RowCollector.field, RowCollector.row, context) == 0 else {
                throw ListError.badQuotes(line: collector.beginning)
            }
            try collector.batch.deliver(body)
        }
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
        if collector.batch.openFields > CSVReader.mostFields { collector.tooWideRow = collector.beginning }
        collector.batch.endRow(line: collector.beginning)
        collector.beginning += 1
        collector.rowsInSlice += 1
    }

    private static func collector(_ context: UnsafeMutableRawPointer?) -> RowCollector? {
        context.map { Unmanaged<RowCollector>.fromOpaque($0).takeUnretainedValue() }
    }
}
