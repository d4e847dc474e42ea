// Writes the report for a terminal.

import Ledger

/// Writes a report in 80 columns, with bars of block characters.
public struct ReportText: Sendable {
    private let report: AttendanceReport
    private static let columns = 80

    /// - Parameter report: The report to write.
    public init(_ report: AttendanceReport) {
        self.report = report
    }

    private var zone: LocalZone { report.zone }

    /// Returns lines of at most 80 columns, except for tables with long names.
    ///
    /// - Parameter clean: Makes external text safe for a terminal.
    /// - Returns: The complete report.
    public func text(clean: (String) -> String) -> String {
        let start = report.event.opens ?? report.firstArrival ?? report.made
        let head = """
            \(clean(report.event.name))
            \(zone.day(start)) · times in \(clean(zone.told(at: start)))


            """
        let facts = ReportFact.all(of: report).map { fact in
            "\(padded(fact.title, 22))\(padded(fact.value, 9, right: true))  \(clean(fact.detail))\n"
        }
        let arrived =
            "\(padded("people arrived", 22))\(padded(report.arrived.grouped, 9, right: true))"
            + "  \(ReportShare.turnout(report))\n"
        let tables = report.detailTables
        return head + arrived + facts.joined() + arrivals(clean: clean)
            + tables.map { table($0, clean: clean) }.joined() + "\n" + ReportNotes.boxes(report) + "\n"
    }

    private func arrivals(clean: (String) -> String) -> String {
        guard let chart = report.gateChart else { return "\n\(ReportNotes.noArrivals)\n" }
        let most = chart.total(chart.peak)
        let steps = report.chartSteps(of: chart)
        let last = steps.lastIndex { $0.1 > 0 } ?? 0
        let lines = steps[...last].map { start, people in
            let isPeak = start == chart.peakStart
            let time = padded(zone.weekdayClock(start), 10)
            return "\(time)\(padded(people.grouped, 8, right: true)) \(Self.bar(people, of: most, columns: 52))"
                + "\(isPeak ? " peak" : "")\n"
        }
        return "\nArrivals per \(chart.stepName)\n" + lines.joined()
    }

    /// Returns a bar with a resolution of an eighth of a column, so that small numbers are visible.
    private static func bar(_ people: Int, of most: Int, columns: Int) -> String {
        let eighths = people * columns * 8 / max(most, 1)
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return people == 0 ? "" : eighths == 0 ? "▏" : String(repeating: "█", count: eighths / 8) + rest
    }

    private func table(_ table: ReportTable, clean: (String) -> String) -> String {
        let rows =
            [table.columns.map { $0.title.uppercased() }]
            + table.rows.map { row in row.map { clean(ReportTable.text(of: $0, in: zone, isShort: report.isShort)) } }
        let widths = table.columns.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            let cells = row.indices.map { padded(row[$0], widths[$0], right: table.columns[$0].isNumber) }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
        }
        return "\n\(table.title)\n" + lines.joined()
    }

    private func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
        let gap = String(repeating: " ", count: max(0, width - text.count))
        return right ? gap + text : text + gap
    }
}

extension AttendanceReport {
    /// Returns the start time and the number of people of each bar of a chart.
    func chartSteps(of chart: ArrivalChart) -> [(Timestamp, Int)] {
        let origin = chart.peakStart.milliseconds - Int64(chart.peak * chart.stepMinutes) * 60_000
        return chart.bars.indices.map { bar in
            (
                Timestamp(milliseconds: origin + Int64(bar * chart.stepMinutes) * 60_000), chart.total(bar)
            )
        }
    }
}
