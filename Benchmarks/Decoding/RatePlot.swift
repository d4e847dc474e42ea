// Plots of codes read against severity, as one SVG picture.

/// Small plots side by side with a curve per reader; readable on light and dark pages, with and without colour.
struct RatePlot {
    /// One plot.
    struct Panel {
        let title: String
        /// The unit of the severities.
        let unit: String
        /// From mild to severe, evenly spaced regardless of their values.
        let severities: [Double]
        /// Per reader, the share of codes read at each severity, 0 to 1; as many as severities, or none.
        let rates: [[Double]]
    }

    let panels: [Panel]
    /// The names of the readers; `nil` omits a reader.
    let readers: [String?]

    private static let columns = 4
    private static let cell = (width: 240.0, height: 176.0)
    private static let plot = (left: 36.0, top: 30.0, width: 190.0, height: 96.0)
    private static let top = 44.0

    /// The SVG text.
    var svg: String {
        let rows = (panels.count + Self.columns - 1) / Self.columns
        let width = Double(Self.columns) * Self.cell.width + 16
        let height = Self.top + Double(rows) * Self.cell.height + 8
        let drawn = panels.enumerated().map { index, panel in
            let x = 8 + Double(index % Self.columns) * Self.cell.width
            let y = Self.top + Double(index / Self.columns) * Self.cell.height
            return "<g transform=\"translate(\(text(x)) \(text(y)))\">\n\(draw(panel))</g>\n"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(text(width)) \(text(height))" role="img" \
            aria-label="Share of codes read against severity, by trouble and reader">
            <style>
            svg { --page: #ffffff; --ink: #1f2328; --faint: #59636e; --grid: #d9dee3; font: 12px sans-serif }
            .r0 { --c: #0b7a5b } .r1 { --c: #0b7a5b } .r2 { --c: #b3264f } .r3 { --c: #2457c5 }
            @media (prefers-color-scheme: dark) {
            svg { --page: #111111; --ink: #f0f3f6; --faint: #a9b1ba; --grid: #363b42 }
            .r0 { --c: #5dcaa5 } .r1 { --c: #5dcaa5 } .r2 { --c: #f07fa6 } .r3 { --c: #8ab4ff }
            }
            .page { fill: var(--page) } text { fill: var(--ink) } .faint { fill: var(--faint); font-size: 10px }
            .title { font-weight: bold } .grid { stroke: var(--grid) }
            .curve { fill: none; stroke: var(--c); stroke-width: 2 } .dot { fill: var(--c) }
            .ring { fill: none; stroke: var(--c) }
            .r1 .curve { stroke-dasharray: 2 3 } .r2 .curve { stroke-dasharray: 8 3 }
            </style>
            <rect class="page" width="100%" height="100%"/>
            \(legend)\(drawn.joined())</svg>

            """
    }

    private var legend: String {
        var x = 20.0
        return readers.enumerated().compactMap { number, name in
            guard let name else { return nil }
            defer { x += 60 + 7 * Double(name.count) }
            return """
                <g class="r\(number)" transform="translate(\(text(x)) 24)"><path class="curve" d="M0 0h28"/>\
                \(mark(number, x: 14, y: 0))<text x="36" y="4">\(name)</text></g>

                """
        }.joined()
    }

    private func draw(_ panel: Panel) -> String {
        let (left, top, width, height) = Self.plot
        var parts = [
            "<text class=\"title\" x=\"\(text(left))\" y=\"16\">\(panel.title)</text>\n",
            "<text class=\"faint\" x=\"\(text(left + width))\" y=\"16\" text-anchor=\"end\">\(panel.unit)</text>\n",
        ]
        for percent in [0, 50, 100] {
            let y = top + height * (1 - Double(percent) / 100)
            parts.append("<path class=\"grid\" d=\"M\(text(left)) \(text(y))h\(text(width))\"/>")
            parts.append(
                "<text class=\"faint\" x=\"\(text(left - 5))\" y=\"\(text(y + 3))\" "
                    + "text-anchor=\"end\">\(percent)</text>\n"
            )
        }
        for (place, severity) in panel.severities.enumerated() {
            let x = self.x(place, of: panel)
            parts.append(
                "<text class=\"faint\" x=\"\(text(x))\" y=\"\(text(top + height + 17))\" text-anchor=\"middle\">"
                    + "\(text(severity))</text>\n")
        }
        for (number, rates) in panel.rates.enumerated().reversed() where rates.count == panel.severities.count {
            let points = rates.enumerated().map { (x: self.x($0, of: panel), y: top + height * (1 - $1)) }
            let path = points.map { "\(text($0.x)) \(text($0.y))" }.joined(separator: "L")
            let marks = points.map { mark(number, x: $0.x, y: $0.y) }.joined()
            parts.append("<g class=\"r\(number)\"><path class=\"curve\" d=\"M\(path)\"/>\(marks)</g>\n")
        }
        return parts.joined()
    }

    private func x(_ place: Int, of panel: Panel) -> Double {
        Self.plot.left + Self.plot.width * (Double(place) + 0.5) / Double(panel.severities.count)
    }

    /// Returns a distinct marker for each reader: filled circle, ring, square, triangle.
    private func mark(_ number: Int, x: Double, y: Double) -> String {
        let (x, y) = (text(x), text(y))
        return switch number {
        case 0: "<circle class=\"dot\" cx=\"\(x)\" cy=\"\(y)\" r=\"4\"/>"
        case 1: "<circle class=\"ring\" cx=\"\(x)\" cy=\"\(y)\" r=\"6\"/>"
        case 2: "<path class=\"dot\" transform=\"translate(\(x) \(y))\" d=\"M-3.5-3.5h7v7h-7z\"/>"
        default: "<path class=\"dot\" transform=\"translate(\(x) \(y))\" d=\"M0-5l4.6 8h-9.2z\"/>"
        }
    }

    /// Returns a number with at most one decimal place.
    private func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}
