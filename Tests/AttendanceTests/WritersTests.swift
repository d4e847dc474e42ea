// What the writers of a report do with times and with text from outside.

import Ledger
import Paper
import TestSupport
import Testing
import TicketSigning

@testable import Attendance

struct WritersTests {
    private func report(_ arrivals: [ArrivalGroup], event: String = "Night", why: String? = nil) -> AttendanceReport {
        let figures = AttendanceFigures(
            arrivals: arrivals,
            scans: [
                ScanGroup(gate: "main", kind: "entry", verdict: "admit", reason: "admitted", count: arrivals.count)
            ],
            turnout: [],
            zones: [],
            deeds: [StaffDeed(action: "override", overruled: "unpaid", actor: "joel", why: why, count: 1)],
            boxes: []
        )
        return AttendanceReport(
            figures, doubles: [], of: Event(slug: "night", name: event), made: Timestamp(milliseconds: 0),
            in: AttendanceReportTests.kampala)
    }

    private func group(_ time: String, gate: String = "main", people: Int = 1) throws -> ArrivalGroup {
        let minute = try #require(Timestamp(rfc3339: time))
        return ArrivalGroup(minute: minute, gate: gate, tier: nil, isListed: true, people: people)
    }

    @Test("A page shows names as text and loads nothing")
    func pageIsInert() throws {
        let page = ReportPage(
            report(
                [try group("2026-07-04T17:00:00Z", gate: "<b>")], event: "<script>alert(1)</script> & \"Co\"",
                why: "<img src=x onerror=alert(1)>")
        ).html
        #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("<b>"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Co&quot;"))
        #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("url("))
        #expect(page.contains("default-src 'none'"))
    }

    @Test("Text is told on at most 80 columns, bars too")
    func textIsNarrow() throws {
        let groups = try (0..<30).map { try group("2026-07-04T1\($0 / 10):\($0 % 6)0:00Z", people: $0 * 40) }
        let text = ReportText(report(groups)).text { $0 }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(text.contains(" peak"))
    }

    @Test("A clock that was years off makes the bars longer, not more")
    func wildClock() throws {
        let groups = [
            try group("1970-01-02T00:00:00Z"), try group("2026-07-04T17:00:00Z", people: 7),
            try group("2093-01-01T00:00:00Z"),
        ]
        let chart = try #require(report(groups).gateChart)
        #expect(chart.bars.count <= 96 && chart.marks.count <= 20)
        #expect(chart.bars.indices.reduce(0) { $0 + chart.total($1) } == 9)
    }

    @Test("Gates that no colour is left for stand together")
    func manyGates() throws {
        let groups = try (0..<20).map { try group("2026-07-04T17:00:00Z", gate: "g\($0)", people: 20 - $0) }
        let chart = try #require(report(groups).gateChart)
        #expect(chart.names.count == 8 && chart.names.last == "other")
        #expect(chart.total(0) == groups.reduce(0) { $0 + $1.people })
    }

    @Test(
        "Times are told as a zone's clocks show them",
        arguments: [
            ("2026-07-04T17:00:00Z", 3 * 3600, "Sat 4 Jul 2026", "20:00", "2026-07-04T20:00:00+03:00"),
            ("2026-02-28T23:59:59Z", 20_700, "Sun 1 Mar 2026", "05:44", "2026-03-01T05:44:59+05:45"),
            ("2028-03-01T01:00:00Z", -7200, "Tue 29 Feb 2028", "23:00", "2028-02-29T23:00:00-02:00"),
            ("1969-12-31T23:59:59Z", 0, "Wed 31 Dec 1969", "23:59", "1969-12-31T23:59:59+00:00"),
        ])
    func localTimes(_ text: String, _ east: Int, _ day: String, _ clock: String, _ whole: String) throws {
        let zone = LocalZone(name: "there") { _ in east }
        let instant = try #require(Timestamp(rfc3339: text))
        #expect(zone.day(instant) == day && zone.clock(instant) == clock && zone.rfc3339(instant) == whole)
        #expect(zone.start(of: 10, before: instant) <= instant)
    }

    @Test("The PDF report is the same bytes each time")
    func pdfIsDeterministic() throws {
        func bytes() throws -> [UInt8] {
            final class Bytes { var all: [UInt8] = [] }
            let bytes = Bytes()
            let paper = try PaperDocument(title: "x") { bytes.all += $0 }
            try ReportSheet(report([try group("2026-07-04T17:00:00Z")]), on: paper).draw()
            try paper.finish()
            return bytes.all
        }
        let first = try bytes()
        #expect(first.starts(with: Array("%PDF".utf8)))
        #expect(try bytes() == first)
    }
}
