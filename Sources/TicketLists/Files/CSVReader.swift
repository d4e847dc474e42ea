// Comma-separated lists, row by row.

import CCSV

/// Takes a text list apart (RFC 4180, any delimiter) with libcsv in its strict mode.
struct CSVReader {
    let decoder: TextDecoder
    /// Between fields: `,`, `;`, `|` or a tab.
    let delimiter: UInt8
    /// Lines before the header that are no rows: `sep=;`.
    var skippedLines = 0

    /// libcsv's ROW_NOT_BEGUN, which its header does not name.
    private static let betweenRows: Int32 = 0
    /// The same for FIELD_NOT_BEGUN, the state behind a delimiter.
    private static let betweenFields: Int32 = 1

    /// No ticket's field is longer; a quotation mark that is never closed would make one of the whole file.
    private static let longestFieldByteCount = 1 << 20
    /// As many as a sheet of a workbook may have here.
    fileprivate static let mostFields = SheetRows.mostColumns

    /// Where `="` is, at the beginning of a field or anywhere else.
    private func formula(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var start = bytes.startIndex
        while let sign = bytes[start...].firstIndex(of: UInt8(ascii: "=")), sign + 1 < bytes.endIndex {
            if bytes[sign + 1] == 0x22 { return sign }
            start = sign + 1
        }
        return nil
    }

    /// Hands on all rows but empty ones, the header among them.
    ///
    /// - Throws: ``ListError`` and what `body` throws.
    func forEachRow(_ body: (ListRow) throws -> Void) throws {
        var parser = csv_parser()
        guard csv_init(&parser, UInt8(CSV_STRICT | CSV_STRICT_FINI)) == 0 else { throw ListError.noMemory }
        defer { csv_free(&parser) }
        csv_set_delim(&parser, delimiter)
        // ListRow trims; libcsv would take a tab for a space, even where it separates.
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
                // Spreadsheets are made to keep a text by `="0012"`: the sign before the quotes goes.
                let formula = formula(in: slice[start...])
                let part = UnsafeBufferPointer(rebasing: slice[start..<(formula ?? slice.endIndex)])
                let taken = csv_parse(
                    &parser, part.baseAddress, part.count, RowCollector.field, RowCollector.row, context
                )
                guard taken == part.count else { throw ListError.badQuotes(line: collector.beginning) }
                guard let formula else { break }
                start = formula
                if parser.pstate <= Self.betweenFields { start += 1 }
                // The quotes are taken at once, so that they are not looked at again.
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
                // A sign at the very end may belong to the quotes that the next piece begins with.
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

/// Takes fields and rows from libcsv as it finds them.
private final class RowCollector {
    let batch = RowBatch()
    /// The line being read.
    private(set) var line = 1
    /// The line on which the row being read began.
    var beginning = 1
    /// The line of a row with more fields than a list may have.
    private(set) var tooWideRow: Int?
    private var rowsInSlice = 0

    /// Counts lines: a slice that ends in LF is one, else each row in it was ended by a lone CR.
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
