// A report as an Excel workbook.

import Attendance
import DoorOutput
import DoorTexts
import Ledger
import TicketLists

/// Writes each table of a report to a separate sheet, with a chart next to the arrivals.
struct ReportWorkbook: ~Copyable {
    private let report: AttendanceReport
    /// In characters; longer text is wrapped.
    private static let widestColumn = 60
    private var workbook: WorkbookWriter

    /// - Parameters:
    ///   - report: The report.
    ///   - path: A file in an existing folder.
    /// - Throws: `ListError`.
    init(_ report: AttendanceReport, at path: String) throws {
        self.report = report
        workbook = try WorkbookWriter(path: path, madeSeconds: report.made.milliseconds / 1000)
    }

    /// - Throws: `ListError`.
    mutating func addTables() throws {
        let zone = report.zone
        for table in report.tables {
            let widths = table.columns.indices.map { column in
                let texts = table.rows.lazy.map { ReportTable.text(of: $0[column], in: zone).columns }
                let more = table.name == "summary" && column == 1 ? report.zone.name.columns : 0
                let widest = max(texts.max() ?? 0, table.columns[column].title.columns + 1, more)
                return min(max(widest + 2, 8), Self.widestColumn)
            }
            try workbook.addSheet(table.name, columns: table.columns.map(\.title), widths: widths)
            for row in table.rows { try workbook.add(row.map { Self.cell($0, in: zone) }) }
            if table.name == "summary" {
                try workbook.add([.text("Times in"), .text(report.zone.name)])
            } else if table.name.hasPrefix("arrivals") {
                workbook.addStackedChart(of: table.columns.count - 2, title: table.title)
            }
        }
    }

    /// Adds a sheet of no-shows, with their names.
    ///
    /// - Throws: `LedgerError`, `ListError`.
    mutating func addNoShows(of ledger: Ledger) throws {
        let columns = NoShowLine.columns
        try workbook.addSheet("no-shows", columns: columns, widths: [38, 16, 10, 8, 8, 28, 32])
        try ledger.forEachNoShow(of: report.event.id) { ticket, admits, came in
            let row = NoShowLine(ticket, admits: admits, came: came, isNamed: true).fields(isNamed: true)
            try workbook.add(
                zip(columns, row).map { column, text in
                    ["admits", "came"].contains(column) ? .number(Double(text) ?? 0) : .text(text)
                })
        }
    }

    /// - Throws: `ListError`.
    consuming func close() throws {
        try workbook.close()
    }

    private static func cell(_ cell: ReportTable.Cell, in zone: LocalZone) -> WorkbookWriter.Cell {
        switch cell {
        case .text(let text): .text(text)
        case .reason(let code): .text(ReportWords.reason(code))
        case .count(let count): .number(Double(count))
        case .time(let instant): .localTime(milliseconds: zone.localMilliseconds(instant))
        case .none: .none
        }
    }
}

extension String {
    /// The approximate width in columns: East Asian letters and most emoji take two (unicode.org/reports/tr11).
    fileprivate var columns: Int {
        reduce(0) {
            $0 + ($1.unicodeScalars.contains { $0.value >= 0x1100 && !(0x1E00...0x2E7F).contains($0.value) } ? 2 : 1)
        }
    }
}
