// The report as a self-contained HTML file.

import CEmbedded
import Ledger

/// Writes a report for browsers: light and dark, for phones, and for printing on A4.
public struct ReportPage: Sendable {
    private let report: AttendanceReport

    /// - Parameter report: The report to write.
    public init(_ report: AttendanceReport) {
        self.report = report
    }

    private var zone: LocalZone { report.zone }

    /// The complete file.
    public var html: String {
        let title = "\(report.event.name) – attendance"
        let css = String(cString: embedded_report_css())
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title.html)</title>
            <style>
            \(css)</style>
            </head>
            <body>
            <main>
            \(header)
            \(headline)
            \(arrivals)
            \(gates)
            \(tiers)
            \(partners)
            \(turnedAway)
            \(doubles)
            \(staff)
            \(inside)
            \(boxes)
            \(footer)
            </main>
            </body>
            </html>

            """
    }

    private var header: String {
        let start = report.event.opens ?? report.firstArrival ?? report.made
        return """
            <header>
            <p>Attendance report</p>
            <h1>\(report.event.name.html)</h1>
            <p>\(zone.day(start)) · times in \(zone.told(at: start).html)</p>
            </header>
            """
    }

    private var headline: String {
        let share = report.expected > 0 ? Double(report.expected - report.noShows) / Double(report.expected) : 0
        let turnout = ReportShare.turnout(report)
        let facts = ReportFact.all(of: report).map { fact in
            "<div><dt>\(fact.title.html)</dt><dd>\(fact.value.html)<small>\(fact.detail.html)</small></dd></div>"
        }
        return """
            <div class="turnout">
            <div class="hero">
            <dl><div><dt>people arrived</dt><dd>\(report.arrived.grouped)</dd></div></dl>
            <div class="meter" role="img" aria-label="\(turnout)">\
            <i style="width: \(Self.decimal(share * 100))%"></i></div>
            <p>\(turnout)</p>
            </div>
            <div><dl>\(facts.joined(separator: "\n"))</dl></div>
            </div>
            """
    }

    private var arrivals: String {
        guard let chart = report.gateChart else { return section("Arrivals", ReportNotes.noArrivals, "") }
        let peak = "Busiest from \(zone.clock(chart.peakStart)): \(chart.total(chart.peak).people)"
        let tables = [report.tables[1], report.tables[2]].map { table in
            "<details><summary>\(table.title.html), as a table</summary><div class=\"wide\" "
                + "tabindex=\"0\">\(self.table(table))</div></details>"
        }
        let legend = chart.names.indices.map { "<li><i class=\"p\($0)\"></i>\(chart.names[$0].html)</li>" }
        return section(
            "Arrivals",
            "People per \(chart.stepName), by gate. \(peak).",
            """
            <ul class="legend">\(legend.joined())</ul>
            <div class="chart" tabindex="0">\(ArrivalDrawing(chart).svg)</div>
            \(tables.joined(separator: "\n"))
            """
        )
    }

    private var gates: String {
        guard !report.gates.isEmpty else { return "" }
        let most = report.gates.map(\.arrived).max() ?? 0
        let bars = report.gates.map { Self.bar([("came", $0.arrived)], of: most) }
        return section("Gates", "", "<div class=\"wide\" tabindex=\"0\">\(table(report.gateTable, bars: bars))</div>")
    }

    private var partners: String {
        guard !report.partners.isEmpty else { return "" }
        let most = report.partners.map(\.arrived).max() ?? 0
        let bars = report.partners.map { Self.bar([("came", $0.arrived)], of: most) }
        return section(
            "Partners", "Only the partner knows how many of these tickets were sold.",
            "<div class=\"wide\" tabindex=\"0\">\(table(report.partnerTable, bars: bars))</div>")
    }

    private var tiers: String {
        guard !report.tiers.isEmpty else { return section("Ticket tiers", "There are no tickets on the list.", "") }
        let most = report.tiers.map { $0.arrived + $0.noShows }.max() ?? 0
        let bars = report.tiers.map { Self.bar([("came", $0.arrived), ("missed", $0.noShows)], of: most) }
        let beyond =
            report.beyondList > 0
            ? "Unexpected arrivals: \(report.beyondList.people), admitted by staff, twice or with a ticket "
                + "that was revoked later."
            : ""
        return section(
            "Ticket tiers",
            beyond,
            """
            <ul class="legend"><li><i class="came"></i>arrived</li><li><i class="missed"></i>no-shows</li></ul>
            <div class="wide" tabindex="0">\(table(report.tierTable, bars: bars))</div>
            """
        )
    }

    private var turnedAway: String {
        guard !report.reasons.isEmpty else { return section("Refused or sent to staff", "None.", "") }
        let most = report.reasons.map { $0.refused + $0.asked }.max() ?? 0
        let bars = report.reasons.map { Self.bar([("refused", $0.refused), ("asked", $0.asked)], of: most) }
        return section(
            "Refused or sent to staff",
            "Scans that did not open the door. A guest who tries again is counted again.",
            """
            <ul class="legend"><li><i class="refused"></i>refused</li><li><i class="asked"></i>sent to staff</li></ul>
            <div class="wide" tabindex="0">\(table(report.reasonTable, bars: bars))</div>
            """
        )
    }

    private var doubles: String {
        let isNone = report.doubles.isEmpty
        return section(
            "Double admissions",
            ReportNotes.doubles(report),
            isNone ? "" : "<div class=\"wide\" tabindex=\"0\">\(table(report.doubleTable))</div>",
            isLong: report.doubles.count > 12
        )
    }

    private var staff: String {
        let isNone = report.figures.staffActions.isEmpty
        return section(
            "Staff actions",
            isNone ? "None." : "What staff did, with names and reasons.",
            isNone ? "" : "<div class=\"wide\" tabindex=\"0\">\(table(report.staffTable))</div>",
            isLong: report.figures.staffActions.count > 12
        )
    }

    private var inside: String {
        guard !report.figures.zones.isEmpty else { return "" }
        let text =
            "The most people inside at once, and the number inside at the last scan. Without exit scans, "
            + "everyone counts as inside until the end."
        return section("Inside", text, "<div class=\"wide\" tabindex=\"0\">\(table(report.zoneTable))</div>")
    }

    private var boxes: String {
        guard !report.figures.boxes.isEmpty else { return section("Boxes", ReportNotes.boxes(report), "") }
        return section(
            "Boxes",
            ReportNotes.boxes(report),
            "<div class=\"wide\" tabindex=\"0\">\(table(report.boxTable))</div>"
        )
    }

    private var footer: String {
        let notes = ReportNotes.countingRules.map { "<p>\($0.html)</p>" }
        return """
            <footer>
            \(notes.joined(separator: "\n"))
            <p>Created by doorcheck from the ledger on \(zone.dateClock(report.made)).</p>
            </footer>
            """
    }

    private func section(_ title: String, _ text: String, _ content: String, isLong: Bool = false) -> String {
        """
        <section\(isLong ? " class=\"long\"" : "")>
        <h2>\(title.html)</h2>
        \(text.isEmpty ? "" : "<p>\(text.html)</p>")
        \(content)
        </section>
        """
    }

    /// Returns a table with drawings after its first column, one per row, or with none.
    private func table(_ table: ReportTable, bars: [String] = []) -> String {
        let heads = table.columns.map { "<th scope=\"col\"\($0.isNumber ? " class=\"n\"" : "")>\($0.title.html)</th>" }
        let rows = table.rows.indices.map { row in
            let cells = zip(table.rows[row], table.columns).enumerated().map { place, cell in
                let text = ReportTable.text(of: cell.0, in: zone, isShort: report.isShort).html
                let kind = cell.1.isNumber ? " class=\"n\"" : Self.kinds[cell.1.title] ?? ""
                return place == 0 ? "<th scope=\"row\">\(text)</th>" : "<td\(kind)>\(text)</td>"
            }
            let bar = bars.isEmpty ? [] : ["<td class=\"bar\" aria-hidden=\"true\">\(bars[row])</td>"]
            return "<tr>\((cells.prefix(1) + bar + cells.dropFirst()).joined())</tr>"
        }
        let gap = bars.isEmpty ? [] : ["<th class=\"bar\" aria-hidden=\"true\"></th>"]
        return """
            <table><caption hidden>\(table.title.html)</caption>
            <thead><tr>\((heads.prefix(1) + gap + heads.dropFirst()).joined())</tr></thead>
            <tbody>\(rows.joined(separator: "\n"))</tbody></table>
            """
    }

    private static func bar(_ parts: [(kind: String, count: Int)], of most: Int) -> String {
        let strips = parts.filter { $0.count > 0 }.map { part in
            let width = decimal(Double(part.count) / Double(max(most, 1)) * 98)
            return "<i class=\"\(part.kind)\" style=\"width: \(width)%\"></i>"
        }
        return "<div class=\"strip\">\(strips.joined())</div>"
    }

    /// The classes of columns with special formatting.
    private static let kinds = ["ticket": " class=\"id\"", "why": " class=\"words\""]

    /// Returns a number with one decimal place.
    static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}
