// The report as a PDF document.

import Ledger
public import Paper

/// Writes a report on A4 pages: the headline figures and the chart on the first one, tables after them.
public struct ReportSheet {
    private let report: AttendanceReport
    private let paper: PaperDocument
    private static let page = (width: 210.0, height: 297.0)
    private static let margin = 16.0
    private static let columns: [UInt32] = [
        0x0D_7A5C, 0xC2_4A7B, 0x3A_6FB5, 0xB2_7A14, 0x7B_55B5, 0x57_852C, 0x96_604A, 0x76_7983,
    ]
    private var width: Double { Self.page.width - 2 * Self.margin }

    /// - Parameters:
    ///   - report: What it tells.
    ///   - paper: Where to.
    public init(_ report: AttendanceReport, on paper: PaperDocument) {
        self.report = report
        self.paper = paper
    }

    /// Draws all pages.
    ///
    /// - Throws: `PaperError`, and what the document's writer throws.
    public func draw() throws {
        let tables = [
            report.gateTable, report.tierTable, report.reasonTable, report.zoneTable, report.staffTable,
            report.doubleTable, report.boxTable,
        ]
        var rows = tables.filter { !$0.rows.isEmpty }.flatMap(Line.lines)[...]
        let doubles = report.doubles.isEmpty ? [] : [ReportNotes.doubles(report)]
        rows.append(.note((doubles + ReportNotes.counting + [ReportNotes.boxes(report)]).joined(separator: " ")))
        var number = 1
        repeat {
            try page(number) {
                let top = number == 1 ? drawFirst() : Self.margin
                var y = top
                // A table that goes on says again what its columns are.
                if case .row(let table, 1...) = rows.first { y += draw(.head(table), at: y, isFirst: true) }
                while let line = rows.first, y + needed(line, before: rows.dropFirst()) < Self.page.height - 20 {
                    y += draw(line, at: y, isFirst: y == top)
                    rows = rows.dropFirst()
                }
            }
            number += 1
        } while !rows.isEmpty
    }

    /// What stands one below the other.
    private enum Line {
        case head(ReportTable)
        case row(ReportTable, Int)
        case note(String)

        static func lines(of table: ReportTable) -> [Line] {
            [.head(table)] + table.rows.indices.map { .row(table, $0) }
        }
    }

    private func page(_ number: Int, _ body: () -> Void) throws {
        try paper.page(width: Self.page.width, height: Self.page.height) {
            body()
            let text = "\(report.event.name) · made by doorcheck on \(report.zone.dateClock(report.made))"
            let y = Self.page.height - 13
            paper.draw(PaperText(text, points: 7.5, colour: .quiet), x: Self.margin, y: y, width: width - 20)
            paper.draw(
                PaperText(String(number), points: 7.5, colour: .quiet, alignment: .end), x: Self.margin, y: y,
                width: width)
        }
    }

    /// - Returns: Where the tables begin.
    private func drawFirst() -> Double {
        let facts = drawFacts(at: drawHead() + 6)
        return drawChart(at: facts + 5, height: 74) + 9
    }

    private func drawHead() -> Double {
        let start = report.event.opens ?? report.firstArrival ?? report.made
        paper.fill(x: Self.margin, y: Self.margin, width: width, height: 1.4, .admit)
        var y = Self.margin + 5
        y += paper.draw(PaperText("Attendance report", points: 9.5, colour: .quiet), x: Self.margin, y: y, width: width)
        let name = PaperText(report.event.name, points: 25, isBold: true)
        y += paper.draw(name, x: Self.margin, y: y, width: width, lines: 2) + 1
        let when =
            "\(report.zone.day(start)) · times in \(report.zone.told(at: start))"
        return y + paper.draw(PaperText(when, points: 9.5, colour: .quiet), x: Self.margin, y: y, width: width)
    }

    private func drawFacts(at top: Double) -> Double {
        let came = report.expected - report.noShows
        let title = PaperText("people arrived", points: 9.5, colour: .quiet)
        var y = top + paper.draw(title, x: Self.margin, y: top, width: 60)
        let number = PaperText(report.arrived.grouped, points: 40, isBold: true, colour: .admit)
        y += paper.draw(number, x: Self.margin, y: y - 2, width: 64) - 2
        let share = report.expected > 0 ? Double(came) / Double(report.expected) : 0
        paper.fill(x: Self.margin, y: y, width: 56, height: 2.6, PaperColour(0xE2_E3DD))
        paper.fill(x: Self.margin, y: y, width: 56 * share, height: 2.6, .admit)
        paper.draw(PaperText(ReportShare.turnout(report), points: 9), x: Self.margin, y: y + 4, width: 60)
        for (place, fact) in ReportFact.all(of: report).enumerated() {
            let x = Self.margin + 68 + Double(place % 3) * 38
            var y = top + Double(place / 3) * 21
            y += paper.draw(PaperText(fact.title, points: 8.5, colour: .quiet), x: x, y: y, width: 36)
            y += paper.draw(PaperText(fact.value, points: 15, isBold: true), x: x, y: y, width: 36)
            paper.draw(PaperText(fact.detail, points: 7.5, colour: .quiet), x: x, y: y, width: 36, lines: 2)
        }
        return top + 42
    }

    private func drawChart(at top: Double, height: Double) -> Double {
        guard let chart = report.gateChart else {
            return top + paper.draw(PaperText(ReportNotes.nobody, points: 10), x: Self.margin, y: top, width: width)
        }
        paper.draw(PaperText("Arrivals", points: 12, isBold: true), x: Self.margin, y: top, width: width)
        let text =
            "People per \(chart.stepName), by gate. Busiest from \(report.zone.clock(chart.peakStart)): "
            + "\(chart.total(chart.peak).people)."
        paper.draw(PaperText(text, points: 8.5, colour: .quiet), x: Self.margin, y: top + 6, width: width)
        for (part, name) in chart.names.enumerated() {
            let x = Self.margin + Double(part % 4) * width / 4
            let y = top + 12 + Double(part / 4) * 5
            paper.fill(x: x, y: y + 0.6, width: 2.6, height: 2.6, PaperColour(Self.columns[part]))
            paper.draw(PaperText(name, points: 8.5), x: x + 4, y: y, width: width / 4 - 6)
        }
        let plot = (x: Self.margin + 11, y: top + 19 + Double((chart.names.count - 1) / 4) * 5)
        draw(chart, x: plot.x, y: plot.y, width: width - 11, height: height)
        return plot.y + height
    }

    private func draw(_ chart: ArrivalChart, x: Double, y: Double, width: Double, height: Double) {
        let above = 5.0
        func level(_ people: Int) -> Double {
            y + above + (height - above) * (1 - Double(people) / Double(chart.top))
        }
        for value in chart.lines {
            let line = level(value)
            paper.line(from: (x, line), to: (x + width, line), width: 0.15, value == 0 ? .quiet : .rule)
            paper.draw(
                PaperText(value.grouped, points: 7.5, colour: .quiet, alignment: .end), x: x - 12, y: line - 1.6,
                width: 10.5)
        }
        let pitch = width / Double(chart.bars.count)
        let gap = min(0.5, pitch * 0.2)
        for (bar, parts) in chart.bars.enumerated() {
            var below = 0
            for (part, people) in parts.enumerated() where people > 0 {
                let (upper, lower) = (level(below + people), level(below))
                paper.fill(
                    x: x + Double(bar) * pitch + gap / 2, y: upper, width: pitch - gap, height: lower - upper,
                    PaperColour(Self.columns[part]))
                below += people
            }
        }
        for mark in chart.marks {
            let place = x + Double(mark.bar) * pitch
            paper.line(from: (place, y + height), to: (place, y + height + 1.2), width: 0.15, .quiet)
            paper.draw(
                PaperText(mark.text, points: 7.5, colour: .quiet, alignment: .centre), x: place - 10,
                y: y + height + 1.6, width: 20)
        }
        let peak = x + (Double(chart.peak) + 0.5) * pitch
        paper.draw(
            PaperText(chart.total(chart.peak).grouped, points: 8, isBold: true, alignment: .centre), x: peak - 10,
            y: level(chart.total(chart.peak)) - 4.4, width: 20)
    }

    /// A table that is short stays together, and the head of a long one with its first rows.
    private func needed(_ line: Line, before rest: ArraySlice<Line>) -> Double {
        switch line {
        case .head(let table): 16 + rest.prefix(min(table.rows.count, 10)).reduce(0) { $0 + height(of: $1) }
        case .row, .note: height(of: line)
        }
    }

    private func height(of line: Line) -> Double {
        switch line {
        case .head: 16
        case .row: 5.2
        case .note(let text):
            paper.extent(of: PaperText(text, points: 8, colour: .quiet), width: width, lines: 6).height + 3
        }
    }

    /// - Returns: How far down the next line is.
    private func draw(_ line: Line, at y: Double, isFirst: Bool) -> Double {
        switch line {
        case .head(let table):
            let top = isFirst ? y : y + 5
            paper.draw(PaperText(table.title, points: 11, isBold: true), x: Self.margin, y: top, width: width)
            draw(table.columns.map(\.title), of: table, at: top + 6.4, colour: .quiet, points: 7.5)
            return top + 11.4 - y
        case .row(let table, let row):
            paper.line(from: (Self.margin, y), to: (Self.margin + width, y), width: 0.12)
            let cells = table.rows[row].map { ReportTable.text(of: $0, in: report.zone, isShort: report.isShort) }
            draw(cells, of: table, at: y + 0.8, colour: .black, points: 8)
            return 5.2
        case .note(let text):
            let note = PaperText(text, points: 8, colour: .quiet)
            return paper.draw(note, x: Self.margin, y: y + 3, width: width, lines: 6) + 3
        }
    }

    /// Columns are as wide as their longest text needs, in shares of the page.
    private func draw(_ cells: [String], of table: ReportTable, at y: Double, colour: PaperColour, points: Double) {
        let weights = table.columns.indices.map { column in
            let texts = table.rows.prefix(60).map {
                ReportTable.text(of: $0[column], in: report.zone, isShort: report.isShort).count
            }
            return Double(min(max(texts.max() ?? 0, table.columns[column].title.count) + 3, 40))
        }
        let unit = width / weights.reduce(0, +)
        var x = Self.margin
        for (column, cell) in cells.enumerated() {
            let isNumber = table.columns[column].isNumber
            // An identifier is told by its beginning where it does not fit.
            let isWide = isNumber || column == cells.count - 1
            let text = PaperText(cell, points: points, colour: colour, alignment: isNumber ? .end : .start)
            paper.draw(text, x: x, y: y, width: max(4, weights[column] * unit - (isWide && !isNumber ? 0 : 3)))
            x += weights[column] * unit
        }
    }
}
