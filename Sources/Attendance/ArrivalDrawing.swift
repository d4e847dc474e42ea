// Draws the arrivals chart as SVG.

/// Draws a chart for a page, in the page's colours.
struct ArrivalDrawing {
    private let chart: ArrivalChart
    private let width = 960.0
    private let height = 320.0
    private let left = 52.0
    private let right = 12.0
    private let above = 34.0
    private let below = 30.0

    init(_ chart: ArrivalChart) {
        self.chart = chart
    }

    private var pitch: Double { (width - left - right) / Double(chart.bars.count) }

    private func x(_ bar: Int) -> Double { left + Double(bar) * pitch }

    private func y(_ people: Int) -> Double {
        above + (height - above - below) * (1 - Double(people) / Double(chart.top))
    }

    /// An `svg` element, with a title and a description for screen readers.
    var svg: String {
        let most = chart.total(chart.peak)
        return """
            <svg viewBox="0 0 960 320" role="img" aria-labelledby="arrivals-title arrivals-text">
            <title id="arrivals-title">Arrivals per \(chart.stepName)</title>
            <desc id="arrivals-text">\(chart.bars.count) bars, stacked by \(chart.names.joined(separator: ", ").html); \
            the highest has \(most.people). The table below has all figures.</desc>
            \(grid)
            \(chart.bars.indices.map(bar).joined(separator: "\n"))
            \(axis)
            \(peakMark)
            </svg>
            """
    }

    private var grid: String {
        chart.lines.map { value in
            let (line, kind) = (n(y(value)), value == 0 ? "base" : "grid")
            return "<line class=\"\(kind)\" x1=\"\(n(left))\" x2=\"\(n(width - right))\" y1=\"\(line)\" "
                + "y2=\"\(line)\"/>"
                + "<text x=\"\(n(left - 9))\" y=\"\(n(y(value) + 4.5))\" text-anchor=\"end\">\(value.grouped)</text>"
        }.joined(separator: "\n")
    }

    private func bar(_ bar: Int) -> String {
        var below = 0
        let gap = min(2, pitch * 0.2)
        return chart.bars[bar].enumerated().filter { $0.element > 0 }.map { part, people in
            defer { below += people }
            let (top, bottom) = (y(below + people), y(below))
            let left = n(x(bar) + gap / 2)
            return "<rect class=\"p\(part)\" x=\"\(left)\" y=\"\(n(top))\" width=\"\(n(pitch - gap))\" "
                + "height=\"\(n(bottom - top))\"/>"
        }.joined()
    }

    private var axis: String {
        chart.marks.map { mark in
            let (place, base) = (x(mark.bar), height - below)
            return "<line class=\"base\" x1=\"\(n(place))\" x2=\"\(n(place))\" y1=\"\(n(base))\" "
                + "y2=\"\(n(base + 5))\"/>"
                + "<text x=\"\(n(place))\" y=\"\(n(base + 20))\" text-anchor=\"middle\">\(mark.text)</text>"
        }.joined(separator: "\n")
    }

    private var peakMark: String {
        let place = min(max(x(chart.peak) + pitch / 2, left + 30), width - right - 30)
        let top = y(chart.total(chart.peak))
        return "<text class=\"peak\" x=\"\(n(place))\" y=\"\(n(top - 9))\" text-anchor=\"middle\">"
            + "\(chart.total(chart.peak).grouped)</text>"
    }

    private func n(_ number: Double) -> String { ReportPage.decimal(number) }
}
