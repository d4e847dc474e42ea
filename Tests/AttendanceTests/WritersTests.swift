// What the writers of a report do with times and with text from outside.

import Paper
import TestSupport
import Testing
import TicketSigning

@testable import Admission
@testable import Attendance
@testable import Ledger

#if PDF
    import CPoppler
#endif

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

    @Test("Codes of programs are words for readers, and codes for programs")
    func codesAreWords() throws {
        let figures = AttendanceFigures(
            arrivals: [try group("2026-07-04T17:00:00Z")],
            scans: [ScanGroup(gate: "main", kind: "entry", verdict: "refuse", reason: "already-used", count: 2)],
            turnout: [], zones: [],
            deeds: [StaffDeed(action: "override", overruled: "replaced", actor: "joel", why: nil, count: 1)], boxes: [])
        let report = AttendanceReport(
            figures, doubles: [], of: Event(slug: "night", name: "Night"), made: Timestamp(milliseconds: 0), in: .utc)
        for told in [ReportPage(report).html, ReportText(report).text { $0 }] {
            #expect(told.contains("already used") && !told.contains("already-used"))
            #expect(told.contains("replaced by a newer ticket"))
        }
        #expect(ReportPage(report).html.contains("Busiest from 17:00: 1 person."))
        let cell = try #require(report.reasonTable.rows.first?.first)
        #expect(ReportTable.field(of: cell, in: .utc) == "already-used")
    }

    @Test("A short rush is told in short steps", arguments: [(9, 1), (45, 2), (100, 5), (121, 10)])
    func shortSteps(_ minutes: Int, _ step: Int) throws {
        let groups = try (0...minutes).map { minute in
            let (hour, rest) = (17 + minute / 60, minute % 60)
            return try group("2026-07-04T\(hour):\(rest < 10 ? "0" : "")\(rest):00Z")
        }
        let report = report(groups)
        #expect(report.byGate.stepMinutes == step && report.byTier.stepMinutes == step)
        #expect(report.gateChart?.stepMinutes == step && (report.gateChart?.bars.count ?? 0) >= 10)
        #expect(ReportPage(report).html.contains(step == 1 ? "per minute" : "per \(step) minutes"))
    }

    @Test("People who came within a minute are a bar, not a block")
    func oneMinute() throws {
        let report = report([try group("2026-07-04T17:00:00Z", people: 13)])
        let chart = try #require(report.gateChart)
        #expect(chart.bars.count == 8 && chart.peak == 0 && chart.total(0) == 13)
        let lines = ReportText(report).text { $0 }.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("Sat 20:0") }.count == 1)
    }

    @Test("Each kind of double admission has its own sentence, whoever stood at the door")
    func doubleCauses() throws {
        let (one, other) = (BoxID.random(), BoxID.random())
        func movement(_ box: BoxID, _ kind: Movement.Kind, isDeliberate: Bool = false) -> CrowdedMovement {
            let entry = Entry(at: Timestamp(milliseconds: 0), gate: "main", box: box, boxName: "b")
            return CrowdedMovement(
                box: box, seq: 1, ticket: .random(), movement: Movement(kind: kind, entry: entry), decided: nil,
                isDeliberate: isDeliberate, by: nil)
        }
        func report(_ later: CrowdedMovement) -> AttendanceReport {
            let double = DoubleAdmission(later: later, earlier: movement(one, .entry), event: .random(), zone: .main)
            return AttendanceReport(
                AttendanceFigures(arrivals: [], scans: [], turnout: [], zones: [], deeds: [], boxes: []),
                doubles: [double], of: Event(slug: "n", name: "N"), made: Timestamp(milliseconds: 0), in: .utc)
        }
        #expect(ReportNotes.doubles(report(movement(other, .entry))).contains("had not heard of each other"))
        #expect(ReportNotes.doubles(report(movement(one, .override))).contains("over another objection"))
        let knowingly = ReportNotes.doubles(report(movement(one, .override, isDeliberate: true)))
        #expect(knowingly.contains("by hand, knowing that"))
        #expect(ReportNotes.doubles(report(movement(one, .entry))).contains("changed since"))
        #expect(ReportNotes.doubles(report(movement(one, .entry))).contains("1 person"))
    }

    @Test(
        "Where no double admission is known, a report says so of the records that are here, and names boxes that have more"
    )
    func noDoubles() {
        func note(_ behind: [String]) -> (doubles: String, boxes: String, page: String) {
            let report = AttendanceReport(
                AttendanceFigures(arrivals: [], scans: [], turnout: [], zones: [], deeds: [], boxes: []), doubles: [],
                boxesBehind: behind, of: Event(slug: "n", name: "N"), made: Timestamp(milliseconds: 0), in: .utc)
            return (ReportNotes.doubles(report), ReportNotes.boxes(report), ReportPage(report).html)
        }
        #expect(note([]).doubles == "In the records that are here, no ticket let in more people than it may.")
        let behind = note(["south-1"])
        #expect(behind.doubles.contains("Records of south-1 have not arrived, so they are not checked."))
        #expect(behind.boxes == "Records of south-1 have not arrived here yet.")
        #expect(behind.page.contains("Records of south-1 have not arrived, so they are not checked."))
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
        let report = report([try group("2026-07-04T17:00:00Z")])
        let first = try pdf(report)
        #expect(first.starts(with: Array("%PDF".utf8)))
        #expect(try pdf(report) == first)
    }

    private func pdf(_ report: AttendanceReport) throws -> [UInt8] {
        final class Bytes { var all: [UInt8] = [] }
        let bytes = Bytes()
        let paper = try PaperDocument(title: "x") { bytes.all += $0 }
        try ReportSheet(report, on: paper).draw()
        try paper.finish()
        return bytes.all
    }

    #if PDF
        @Test("A table that goes on over pages has its head on each of them, and each row once")
        func longTable() throws {
            let tiers = (100..<250).map { TierTurnout(tier: "Block \($0)", tickets: 1, expected: 1, noShows: 1) }
            let figures = AttendanceFigures(arrivals: [], scans: [], turnout: tiers, zones: [], deeds: [], boxes: [])
            let report = AttendanceReport(
                figures, doubles: [], of: Event(slug: "n", name: "N"), made: Timestamp(milliseconds: 0), in: .utc)
            let pages = try texts(of: pdf(report))
            #expect(pages.count > 2)
            var seen: [String] = []
            for page in pages {
                let rows = page.matches(of: /Block \d{3}/).map { String($0.output) }
                #expect(rows.isEmpty || page.matches(of: /tier/).count == 1)
                seen += rows
            }
            #expect(seen == tiers.compactMap(\.tier))
        }

        private func texts(of pdf: [UInt8]) throws -> [String] {
            let bytes = g_bytes_new(pdf, gsize(pdf.count))
            defer { g_bytes_unref(bytes) }
            let document = try #require(poppler_document_new_from_bytes(bytes, nil, nil))
            defer { g_object_unref(UnsafeMutableRawPointer(document)) }
            return try (0..<poppler_document_get_n_pages(document)).map { number in
                let page = try #require(poppler_document_get_page(document, number))
                defer { g_object_unref(UnsafeMutableRawPointer(page)) }
                let text = try #require(poppler_page_get_text(page))
                defer { g_free(text) }
                return String(cString: text)
            }
        }
    #endif
}
