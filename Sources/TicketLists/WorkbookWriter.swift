// Writes tables as an Excel workbook.

internal import CXLSXWriter

/// Writes an Excel workbook, sheet by sheet and row by row; rows go to a temporary file, so memory use does not grow.
///
/// A text remains a text whatever it begins with: the workbook contains no formulas.
public struct WorkbookWriter: ~Copyable {
    /// The value of a cell.
    public enum Cell: Hashable, Sendable {
        case text(String)
        case number(Double)
        /// A local date and time: milliseconds since 1970-01-01 00:00 local time.
        case localTime(milliseconds: Int64)
        case none
    }

    private let workbook: UnsafeMutablePointer<lxw_workbook>
    private let head: UnsafeMutablePointer<lxw_format>?
    private let time: UnsafeMutablePointer<lxw_format>?
    private let plain: UnsafeMutablePointer<lxw_format>?
    private var sheet: UnsafeMutablePointer<lxw_worksheet>?
    private var sheetName: String
    private var row: lxw_row_t = 0
    private var isClosed = false

    /// - Parameters:
    ///   - path: A file in an existing folder, which is written when the workbook is closed.
    ///   - madeSeconds: The workbook's creation time, in seconds since 1970.
    /// - Throws: ``ListError/workbookNotWritten(_:)``.
    public init(path: String, madeSeconds: Int64) throws {
        var options = lxw_workbook_options()
        options.constant_memory = 1
        guard let workbook = workbook_new_opt(path, &options) else {
            throw ListError.workbookNotWritten("there is not enough memory")
        }
        self.workbook = workbook
        sheetName = ""
        head = workbook_add_format(workbook)
        format_set_bold(head)
        format_set_text_wrap(head)
        time = workbook_add_format(workbook)
        format_set_num_format(time, "yyyy-mm-dd hh:mm")
        plain = workbook_add_format(workbook)
        // A text longer than its column wraps; a spreadsheet adjusts the row's height.
        format_set_text_wrap(plain)
        for format in [time, plain] { format_set_align(format, UInt8(LXW_ALIGN_VERTICAL_TOP.rawValue)) }
        var properties = lxw_doc_properties()
        properties.created = time_t(madeSeconds)
        workbook_set_properties(workbook, &properties)
    }

    deinit {
        if !isClosed { lxw_workbook_free(workbook) }
    }

    /// Begins a sheet, to which the following rows are added.
    ///
    /// - Parameters:
    ///   - name: 1 to 31 characters, unique in the workbook, none of `[]:*?/\`.
    ///   - columns: The headings.
    ///   - widths: The widths of the columns, in characters.
    /// - Throws: ``ListError/workbookNotWritten(_:)``.
    public mutating func addSheet(_ name: String, columns: [String], widths: [Int]) throws {
        guard let added = workbook_add_worksheet(workbook, name) else {
            throw ListError.workbookNotWritten("a sheet cannot be called '\(name)'")
        }
        (sheet, sheetName, row) = (added, name, 0)
        for (column, width) in widths.enumerated() {
            let place = lxw_col_t(clamping: column)
            try check(worksheet_set_column(added, place, place, Double(width), nil))
        }
        worksheet_freeze_panes(added, 1, 0)
        for (column, title) in columns.enumerated() { try write(.text(title), column, head) }
        row += 1
    }

    /// Adds a row to the current sheet.
    ///
    /// - Parameter cells: The cells, from the first column on.
    /// - Throws: ``ListError/workbookNotWritten(_:)``, also for more than 1,048,576 rows.
    public mutating func add(_ cells: [Cell]) throws {
        for (column, cell) in cells.enumerated() { try write(cell, column, plain) }
        row += 1
    }

    /// Adds a stacked column chart next to the table of the current sheet: the first column's times are the axis, and
    /// each further column is a series with its own colour.
    ///
    /// - Parameters:
    ///   - series: The number of columns after the first.
    ///   - title: The title above the chart.
    public func addStackedChart(of series: Int, title: String) {
        guard row > 1, series > 0, let chart = workbook_add_chart(workbook, UInt8(LXW_CHART_COLUMN_STACKED.rawValue))
        else { return }
        for column in 1...series {
            let place = lxw_col_t(clamping: column)
            let added = chart_add_series(chart, nil, nil)
            chart_series_set_categories(added, sheetName, 1, 0, row - 1, 0)
            chart_series_set_values(added, sheetName, 1, place, row - 1, place)
            chart_series_set_name_range(added, sheetName, 0, place)
        }
        chart_title_set_name(chart, title)
        chart_axis_set_num_format(chart.pointee.x_axis, "hh:mm")
        var options = lxw_chart_options()
        (options.x_scale, options.y_scale) = (1.9, 1.4)
        worksheet_insert_chart_opt(sheet, 1, lxw_col_t(clamping: series + 3), chart, &options)
    }

    /// Writes the file.
    ///
    /// - Throws: ``ListError/workbookNotWritten(_:)``.
    public consuming func close() throws {
        isClosed = true
        try check(workbook_close(workbook))
    }

    private func write(_ cell: Cell, _ column: Int, _ format: UnsafeMutablePointer<lxw_format>?) throws {
        let place = lxw_col_t(clamping: column)
        switch cell {
        case .text(let text):
            // The maximum number of characters in a cell.
            try check(worksheet_write_string(sheet, row, place, String(text.prefix(32_767)), format))
        case .number(let number): try check(worksheet_write_number(sheet, row, place, number, format))
        case .localTime(let milliseconds):
            // Spreadsheets count days, and 1970 begins with day 25569.
            let day = Double(milliseconds) / 86_400_000 + 25_569
            try check(worksheet_write_number(sheet, row, place, day, time))
        case .none: break
        }
    }

    private func check(_ error: lxw_error) throws {
        guard error != LXW_NO_ERROR else { return }
        throw ListError.workbookNotWritten(lxw_strerror(error).map { String(cString: $0) } ?? "unknown error")
    }
}
