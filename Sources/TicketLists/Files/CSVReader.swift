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

    /// No ticket's field is longer; a quotation mark that is never closed would make one of the whole file.
    private static let longestFieldByteCount = 1 << 20

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
            let line = UnsafeBufferPointer(rebasing: slice)
            let taken = csv_parse(
                &parser, line.baseAddress, line.count, RowCollector.field, RowCollector.row, context
            )
            guard taken == line.count else { throw ListError.badQuotes(line: collector.beginning) }
            guard parser.entry_pos <= Self.longestFieldByteCount else {
                throw ListError.fieldTooLong(line: collector.beginning)
            }
            collector.endSlice(isWholeLine: isWholeLine)
        }
        try withExtendedLifetime(collector) {
            try decoder.forEachPiece { piece in
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
        collector.batch.endRow(line: collector.beginning)
        collector.beginning += 1
        collector.rowsInSlice += 1
    }

    private static func collector(_ context: UnsafeMutableRawPointer?) -> RowCollector? {
        context.map { Unmanaged<RowCollector>.fromOpaque($0).takeUnretainedValue() }
    }
}
