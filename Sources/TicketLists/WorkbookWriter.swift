// Tables as an Excel workbook.

internal import CXLSXWriter

/// Writes an Excel workbook, sheet by sheet and row by row; rows go to a temporary file, so memory does not grow.
///
/// A text stays a text whatever it begins with: nothing in the workbook is a formula.
public struct WorkbookWriter: ~Copyable {
    /// A value.
    public enum Cell: Hashable, Sendable {
        case text(String)
        case number(Double)
        /// A moment by some local clock: milliseconds from 1970-01-01 00:00 by that clock.
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
    ///   - path: A file in a folder that exists; it is written when the workbook is closed.
    ///   - madeSeconds: When the workbook says it was made, in seconds since 1970.
    /// - Throws: ``ListError/workbookNotWritten(_:)``.
    public init(path: String, madeSeconds: Int64) throws {
        var options = lxw_workbook_options()
        options.constant_memory = 1
        guard let workbook = workbook_new_opt(path, &options) else {
            throw ListError.workbookNotWritten("there is no memory for it")
        }
        self.workbook = workbook
        sheetName = ""
        head = workbook_add_format(workbook)
        format_set_bold(head)
        format_set_text_wrap(head)
        time = workbook_add_format(workbook)
        format_set_num_format(time, "yyyy-mm-dd hh:mm")
        plain = workbook_add_format(workbook)
        // A text that is longer than its column goes on below; a spreadsheet makes the row as high as it needs.
        format_set_text_wrap(plain)
        for format in [time, plain] { format_set_align(format, UInt8(LXW_ALIGN_VERTICAL_TOP.rawValue)) }
        var properties = lxw_doc_properties()
        properties.created = time_t(madeSeconds)
        workbook_set_properties(workbook, &properties)
    }

    deinit {
        if !isClosed { lxw_workbook_free(workbook) }
    }

    /// Begins a sheet; what is added next goes there.
    ///
    /// - Parameters:
    ///   - name: 1 to 31 characters, unique in the workbook, none of `[]:*?/\`.
    ///   - columns: Headings.
    ///   - widths: Of the columns, in characters.
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

    /// Adds a row to the sheet that was begun last.
    ///
    /// - Parameter cells: From the first column on.
    /// - Throws: ``ListError/workbookNotWritten(_:)``, also for more than 1,048,576 rows.
    public mutating func add(_ cells: [Cell]) throws {
        for (column, cell) in cells.enumerated() { try write(cell, column, plain) }
        row += 1
    }

    /// Adds a chart of stacked columns beside the table of the sheet that was begun last: the first column's times
    /// below, a colour for each column after it.
    ///
    /// - Parameters:
    ///   - series: How many columns after the first.
    ///   - title: Above the chart.
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
            // The most characters that a cell can hold.
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
