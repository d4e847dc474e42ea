// A comma-separated list as rows of text.

import CCSV

/// The rows of a CSV file (RFC 4180), each with the line it begins on.
public struct CSVTable: Sendable {
    /// One row of the file.
    public struct Row: Hashable, Sendable {
        /// The line of the file on which the row begins, counted from 1.
        public let line: Int
        /// The fields without their quotes; spaces around unquoted fields are left out.
        public let fields: [String]
    }

    /// libcsv's ROW_NOT_BEGUN, which its header does not name.
    private static let betweenRows: Int32 = 0

    /// All rows but empty ones, the header among them.
    public let rows: [Row]

    /// Reads a file.
    ///
    /// - Parameter bytes: UTF-8, with or without a byte order mark, lines ending in LF or CR LF.
    /// - Throws: ``CSVError``.
    public init(_ bytes: [UInt8]) throws(CSVError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        var parser = csv_parser()
        guard csv_init(&parser, UInt8(CSV_STRICT | CSV_STRICT_FINI)) == 0 else { throw .noMemory }
        defer { csv_free(&parser) }
        var collector = RowCollector()
        for line in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let isLast = line.endIndex == content.endIndex
            let text = isLast ? Array(line) : line + [UInt8(ascii: "\n")]
            if parser.pstate == Self.betweenRows { collector.beginning = collector.line }
            let taken = withUnsafeMutablePointer(to: &collector) {
                csv_parse(&parser, text, text.count, RowCollector.field, RowCollector.row, $0)
            }
            guard taken == text.count else { throw .badQuotes(line: collector.beginning) }
            collector.line += 1
        }
        let beginning = collector.beginning
        guard
            withUnsafeMutablePointer(
                to: &collector,
                { csv_fini(&parser, RowCollector.field, RowCollector.row, $0) }
            ) == 0
        else { throw .badQuotes(line: beginning) }
        if let line = collector.undecodable { throw .notUTF8(line: line) }
        rows = collector.rows
    }
}

/// Takes fields and rows from libcsv as it finds them.
private struct RowCollector {
    var rows: [CSVTable.Row] = []
    var fields: [String] = []
    /// The line being read.
    var line = 1
    /// The line on which the row being read began.
    var beginning = 1
    var undecodable: Int?

    static let field: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Void = {
        bytes, count, context in
        guard let collector = context?.assumingMemoryBound(to: RowCollector.self) else { return }
        let field = UnsafeRawBufferPointer(start: bytes, count: count)
        if let text = String(validating: field, as: UTF8.self) {
            collector.pointee.fields.append(text)
        } else {
            collector.pointee.fields.append("")
            collector.pointee.undecodable = collector.pointee.undecodable ?? collector.pointee.line
        }
    }

    static let row: @convention(c) (Int32, UnsafeMutableRawPointer?) -> Void = { _, context in
        guard let collector = context?.assumingMemoryBound(to: RowCollector.self) else { return }
        if collector.pointee.fields.contains(where: { !$0.isEmpty }) {
            let row = CSVTable.Row(line: collector.pointee.beginning, fields: collector.pointee.fields)
            collector.pointee.rows.append(row)
        }
        collector.pointee.fields = []
    }
}
