// The report as a PDF document.

import Ledger
public import Paper

/// Writes a report on A4 pages: headline figures and chart on the first page, tables after them.
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
    ///   - report: The report to write.
    ///   - paper: The document to write to.
    public init(_ report: AttendanceReport, on paper: PaperDocument) {
        self.report = report
        self.paper = paper
    }

    /// Draws all pages.
    ///
    /// - Throws: `PaperError`, or an error of the document's writer.
    public func draw() throws {
        var rows = report.detailTables.flatMap { Line.lines(of: grid(of: $0)) }[...]
        let doubles = report.doubles.isEmpty ? [] : [ReportNotes.doubles(report)]
        rows += (doubles + ReportNotes.countingRules + [ReportNotes.boxes(report)]).map(Line.note)
        var number = 1
        repeat {
            try page(number) {
                let top = number == 1 ? drawFirst() : Self.margin
                var y = top
                // A table that continues on a new page repeats its headings.
                if case .row(let grid, 1...) = rows.first { y += draw(.head(grid), at: y, isFirst: true) }
                let start = y
                while let line = rows.first {
                    let fits = y + needed(line, before: rows.dropFirst()) < Self.bottom
                    // A line higher than a page is not postponed forever.
                    guard fits || number > 1 && y == start else { break }
                    y += draw(line, at: y, isFirst: y == top)
                    rows = rows.dropFirst()
                }
            }
            number += 1
        } while !rows.isEmpty
    }

    /// The elements below each other on a page.
    private enum Line {
        case head(Grid)
        case row(Grid, Int)
        case note(String)

        static func lines(of grid: Grid) -> [Line] {
            [.head(grid)] + grid.cells.indices.map { .row(grid, $0) }
        }
    }

    /// A table with the positions of its texts; no text is truncated.
    private struct Grid {
        let table: ReportTable
        let cells: [[String]]
        /// The widths of the columns, including the gap after each, in millimetres.
        let widths: [Double]
        let headHeight: Double
        let heights: [Double]
    }

    private static let gap = 3.0
    private static let bottom = page.height - 20
    /// A line count that no text here reaches.
    private static let anyLines = 60

    private func page(_ number: Int, _ body: () -> Void) throws {
        try paper.page(width: Self.page.width, height: Self.page.height) {
            body()
            let made = "created by doorcheck on \(report.zone.dateClock(report.made))"
            let y = Self.page.height - 13
            let whole = PaperText("\(report.event.name) · \(made)", points: 7.5, colour: .quiet)
            // The first page contains the full name.
            let fits = paper.extent(of: whole, width: width - 20).isWhole
            let text = fits ? whole : PaperText(made, points: 7.5, colour: .quiet)
            paper.draw(text, x: Self.margin, y: y, width: width - 20)
            paper.draw(
                PaperText(String(number), points: 7.5, colour: .quiet, alignment: .end), x: Self.margin, y: y,
                width: width)
        }
    }

    /// - Returns: The position at which the tables begin.
    private func drawFirst() -> Double {
        let facts = drawFacts(at: drawHead() + 6)
        return drawChart(at: facts + 5, height: 74) + 9
    }

    private func drawHead() -> Double {
        let start = report.event.opens ?? report.firstArrival ?? report.made
        paper.fill(x: Self.margin, y: Self.margin, width: width, height: 1.4, .admit)
        var y = Self.margin + 5
        y += paper.draw(PaperText("Attendance report", points: 9.5, colour: .quiet), x: Self.margin, y: y, width: width)
        let name = fitting(PaperText(report.event.name, points: 25, isBold: true), width: width, lines: 2, least: 12)
        y += paper.draw(name, x: Self.margin, y: y, width: width, lines: Self.anyLines) + 1
        let when = PaperText(
            "\(report.zone.day(start)) · times in \(report.zone.told(at: start))", points: 9.5, colour: .quiet)
        return y + paper.draw(when, x: Self.margin, y: y, width: width, lines: Self.anyLines)
    }

    /// - Returns: The lower edge of the figures.
    private func drawFacts(at top: Double) -> Double {
        let came = report.expected - report.noShows
        let title = PaperText("people arrived", points: 9.5, colour: .quiet)
        var y = top + paper.draw(title, x: Self.margin, y: top, width: 60)
        let number = PaperText(report.arrived.grouped, points: 40, isBold: true, colour: .admit)
        y += paper.draw(fitting(number, width: 62, least: 10), x: Self.margin, y: y - 2, width: 62) - 2
        let share = report.expected > 0 ? Double(came) / Double(report.expected) : 0
        paper.fill(x: Self.margin, y: y, width: 56, height: 2.6, PaperColour(0xE2_E3DD))
        paper.fill(x: Self.margin, y: y, width: 56 * share, height: 2.6, .admit)
        let turnout = PaperText(ReportShare.turnout(report), points: 9)
        let left = y + 4 + paper.draw(turnout, x: Self.margin, y: y + 4, width: 60, lines: Self.anyLines)
        let facts = ReportFact.all(of: report)
        let right = stride(from: 0, to: facts.count, by: 3).reduce(top) { y, first in
            let heights = facts[first..<min(first + 3, facts.count)].enumerated().map { place, fact in
                draw(fact, x: Self.margin + 68 + Double(place) * 38, y: y, width: 36)
            }
            return y + (heights.max() ?? 0) + 3
        }
        return max(left, right)
    }

    /// - Returns: The figure's height.
    private func draw(_ fact: ReportFact, x: Double, y top: Double, width: Double) -> Double {
        let value = fitting(PaperText(fact.value, points: 15, isBold: true), width: width, least: 8)
        var y = top
        y += paper.draw(
            PaperText(fact.title, points: 8.5, colour: .quiet), x: x, y: y, width: width, lines: Self.anyLines)
        y += paper.draw(value, x: x, y: y, width: width, lines: Self.anyLines)
        let detail = PaperText(fact.detail, points: 7.5, colour: .quiet)
        return y + paper.draw(detail, x: x, y: y, width: width, lines: Self.anyLines) - top
    }

    /// Returns the text, in a smaller size if necessary.
    private func fitting(_ text: PaperText, width: Double, lines: Int = 1, least: Double) -> PaperText {
        var text = text
        while text.points > least, !paper.extent(of: text, width: width, lines: lines).isWhole { text.points -= 0.5 }
        return text
    }

    private func drawChart(at top: Double, height: Double) -> Double {
        guard let chart = report.gateChart else {
            return top + paper.draw(PaperText(ReportNotes.noArrivals, points: 10), x: Self.margin, y: top, width: width)
        }
        paper.draw(PaperText("Arrivals", points: 12, isBold: true), x: Self.margin, y: top, width: width)
        let text =
            "People per \(chart.stepName), by gate. Busiest from \(report.zone.clock(chart.peakStart)): "
            + "\(chart.total(chart.peak).people)."
        let about = PaperText(text, points: 8.5, colour: .quiet)
        paper.draw(about, x: Self.margin, y: top + 6, width: width, lines: Self.anyLines)
        let names = chart.names.map { PaperText($0, points: 8.5) }
        let columns = names.allSatisfy { paper.width(of: $0) <= width / 4 - 6 } ? 4 : 2
        for (part, name) in names.enumerated() {
            let x = Self.margin + Double(part % columns) * width / Double(columns)
            let y = top + 12 + Double(part / columns) * 5
            let room = width / Double(columns) - 6
            paper.fill(x: x, y: y + 0.6, width: 2.6, height: 2.6, PaperColour(Self.columns[part]))
            paper.draw(fitting(name, width: room, least: 4), x: x + 4, y: y, width: room)
        }
        let plot = (x: Self.margin + 11, y: top + 19 + Double((chart.names.count - 1) / columns) * 5)
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

    /// Returns the space that a line needs: a short table stays together, and so do a long table's headings and first
    /// rows.
    private func needed(_ line: Line, before rest: ArraySlice<Line>) -> Double {
        guard case .head(let grid) = line else { return height(of: line) }
        let rows = rest.prefix(min(grid.cells.count, 10)).reduce(0) { $0 + height(of: $1) }
        // High rows continue on the next page.
        return height(of: line) + min(rows, Self.page.height / 2)
    }

    private func height(of line: Line) -> Double {
        switch line {
        case .head(let grid): 5 + grid.headHeight
        case .row(let grid, let row): grid.heights[row]
        case .note(let text): paper.extent(of: note(text), width: width, lines: Self.anyLines).height + 1.5
        }
    }

    private func note(_ text: String) -> PaperText { PaperText(text, points: 8, colour: .quiet) }

    /// - Returns: The position of the next line.
    private func draw(_ line: Line, at y: Double, isFirst: Bool) -> Double {
        switch line {
        case .head(let grid):
            let top = isFirst ? y : y + 5
            paper.draw(PaperText(grid.table.title, points: 11, isBold: true), x: Self.margin, y: top, width: width)
            draw(grid.table.columns.map(\.title), of: grid, at: top + 6.4, Self.head)
            return top + grid.headHeight - y
        case .row(let grid, let row):
            paper.line(from: (Self.margin, y), to: (Self.margin + width, y), width: 0.12)
            draw(grid.cells[row], of: grid, at: y + 0.8, Self.body)
            return grid.heights[row]
        case .note(let text):
            return paper.draw(note(text), x: Self.margin, y: y + 1.5, width: width, lines: Self.anyLines) + 1.5
        }
    }

    private static let head = PaperText("", points: 7.5, colour: .quiet)
    private static let body = PaperText("", points: 8)

    private func draw(_ cells: [String], of grid: Grid, at y: Double, _ style: PaperText) {
        var x = Self.margin
        for (column, cell) in cells.enumerated() {
            let text = styled(cell, style, isNumber: grid.table.columns[column].isNumber)
            paper.draw(text, x: x, y: y, width: grid.widths[column] - Self.gap, lines: Self.anyLines)
            x += grid.widths[column]
        }
    }

    private func styled(_ cell: String, _ style: PaperText, isNumber: Bool) -> PaperText {
        var text = style
        (text.text, text.alignment) = (cell, isNumber ? .end : .start)
        return text
    }

    private func grid(of table: ReportTable) -> Grid {
        let cells = table.rows.map { row in
            row.map { ReportTable.text(of: $0, in: report.zone, isShort: report.isShort) }
        }
        let widths = widths(of: table, cells)
        func height(_ row: [String], _ style: PaperText) -> Double {
            let heights = row.enumerated().map { column, cell in
                paper.extent(
                    of: styled(cell, style, isNumber: table.columns[column].isNumber),
                    width: widths[column] - Self.gap, lines: Self.anyLines
                ).height
            }
            return heights.max() ?? 0
        }
        return Grid(
            table: table,
            cells: cells,
            widths: widths,
            headHeight: 6.4 + height(table.columns.map(\.title), Self.head) + 1.4,
            heights: cells.map { max(5.2, height($0, Self.body) + 1.4) }
        )
    }

    /// Returns the width of each column: that of its longest text if all fit; otherwise the widest columns share the
    /// remaining space, and their texts wrap.
    private func widths(of table: ReportTable, _ cells: [[String]]) -> [Double] {
        func widest(_ texts: some Sequence<String>, _ style: PaperText) -> Double {
            texts.reduce(0) { max($0, paper.width(of: styled($1, style, isNumber: false))) }
        }
        let columns = table.columns.indices
        let contents = columns.map { column in widest(cells.lazy.map { $0[column] }, Self.body) }
        let whole = columns.map { max(contents[$0], widest([table.columns[$0].title], Self.head)) + Self.gap + 0.1 }
        let spare = width - whole.reduce(0, +)
        if spare >= 0 { return whole.map { $0 + spare * $0 / (width - spare) } }
        // Headings wrap between words; numbers and the words of headings are not split.
        let least = columns.map { column in
            let words = widest(table.columns[column].title.split(separator: " ").map(String.init), Self.head)
            return (table.columns[column].isNumber ? max(contents[column], words) : words) + Self.gap + 0.1
        }
        let wanted = columns.map { max(contents[$0] + Self.gap + 0.1, least[$0]) }
        // Finds the limit at which the wider columns fill the remaining space.
        var (low, high) = (0.0, wanted.max() ?? width)
        func limited(_ limit: Double) -> [Double] { columns.map { max(least[$0], min(wanted[$0], limit)) } }
        for _ in 0..<40 {
            let middle = (low + high) / 2
            if limited(middle).reduce(0, +) > width { high = middle } else { low = middle }
        }
        let found = limited(low)
        // Only a table with too many columns of numbers exceeds the page width.
        let excess = max(1, found.reduce(0, +) / width)
        return found.map { max($0 / excess, Self.gap + 2) }
    }
}
