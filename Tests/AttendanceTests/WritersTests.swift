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
            staffActions: [
                StaffActionSummary(action: "override", overruled: "unpaid", actor: "joel", why: why, count: 1)
            ],
            boxes: [],
            overridden: 0
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
            staffActions: [
                StaffActionSummary(action: "override", overruled: "replaced", actor: "joel", why: nil, count: 1)
            ],
            boxes: [],
            overridden: 0)
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

    @Test("Tables of arrivals have the steps in which nobody came, but for pauses of more than a day")
    func emptySteps() throws {
        let groups = try ["2026-07-04T17:00:00Z", "2026-07-04T17:30:00Z", "2026-07-04T20:05:00Z"].map { try group($0) }
        let series = report(groups).byGate
        #expect(series.steps.map(\.total) == [1, 0, 0, 1] + Array(repeating: 0, count: 14) + [1])
        let starts = series.steps.map(\.start.milliseconds)
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == 600_000 })
        let table = try #require(report(groups).tables.first { $0.name == "arrivals" })
        #expect(table.rows.count == 19)

        let paused = try ["1970-01-02T00:00:00Z", "2026-07-04T17:00:00Z", "2026-07-05T17:00:00Z"].map { try group($0) }
        #expect(report(paused).byTier.steps.count == 1 + 145)
    }

    @Test("A code that was shown again is counted apart, in words and for each gate")
    func shownAgain() throws {
        let scans = [("main", "admitted", 3), ("main", "just-admitted", 2), ("yard", "just-exited", 1)].map {
            ScanGroup(
                gate: $0.0, kind: $0.0 == "yard" ? "exit" : "entry", verdict: "admit", reason: $0.1, count: $0.2)
        }
        let figures = AttendanceFigures(
            arrivals: [], scans: scans, turnout: [], zones: [], staffActions: [], boxes: [], overridden: 0)
        let report = AttendanceReport(
            figures, doubles: [], of: Event(slug: "n", name: "N"), made: Timestamp(milliseconds: 0), in: .utc)
        #expect(report.shownAgain == 3 && report.refused == 0 && report.asked == 0 && report.reasons.isEmpty)
        #expect(report.gates.map(\.shownAgain) == [2, 1] && report.gates.map(\.left) == [0, 0])
        for told in [ReportPage(report).html, ReportText(report).text { $0 }] {
            #expect(told.contains("0 sent to staff, 3 shown again"))
        }
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
        func movement(_ box: BoxID, _ kind: Movement.Kind, isDeliberate: Bool = false) -> OrderedMovement {
            let entry = Entry(at: Timestamp(milliseconds: 0), gate: "main", box: box, boxName: "b")
            return OrderedMovement(
                box: box, seq: 1, chain: RecordBytes([]), ticket: .random(),
                movement: Movement(kind: kind, entry: entry), hubTime: nil, decided: nil, isDeliberate: isDeliberate,
                by: nil)
        }
        func report(_ later: OrderedMovement) -> AttendanceReport {
            let double = DoubleAdmission(later: later, earlier: movement(one, .entry), event: .random(), zone: .main)
            return AttendanceReport(
                AttendanceFigures(
                    arrivals: [], scans: [], turnout: [], zones: [], staffActions: [], boxes: [], overridden: 0),
                doubles: [double], of: Event(slug: "n", name: "N"), made: Timestamp(milliseconds: 0), in: .utc)
        }
        #expect(ReportNotes.doubles(report(movement(other, .entry))).contains("had not synced yet"))
        #expect(ReportNotes.doubles(report(movement(one, .override))).contains("overruling a different objection"))
        let knowingly = ReportNotes.doubles(report(movement(one, .override, isDeliberate: true)))
        #expect(knowingly.contains("by hand, knowing this"))
        #expect(ReportNotes.doubles(report(movement(one, .entry))).contains("changed since"))
        #expect(ReportNotes.doubles(report(movement(one, .entry))).contains("1 person"))
        #expect(ReportNotes.doubles(report(movement(other, .entry))).contains("Of 1 it is not certain who was first"))
        #expect(!ReportNotes.doubles(report(movement(one, .entry))).contains("not certain"))
    }

    @Test(
        "A report without double admissions says so of the records that are here, and names boxes that have more"
    )
    func noDoubles() {
        func note(_ behind: [String]) -> (doubles: String, boxes: String, page: String) {
            let report = AttendanceReport(
                AttendanceFigures(
                    arrivals: [], scans: [], turnout: [], zones: [], staffActions: [], boxes: [], overridden: 0),
                doubles: [],
                boxesBehind: behind, of: Event(slug: "n", name: "N"), made: Timestamp(milliseconds: 0), in: .utc)
            return (ReportNotes.doubles(report), ReportNotes.boxes(report), ReportPage(report).html)
        }
        #expect(note([]).doubles == "In the records received so far, no ticket admitted more people than allowed.")
        let behind = note(["south-1"])
        #expect(behind.doubles.contains("Records from south-1 have not arrived, so they are not checked."))
        #expect(behind.boxes == "Records from south-1 have not arrived yet.")
        #expect(behind.page.contains("Records from south-1 have not arrived, so they are not checked."))
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
            let figures = AttendanceFigures(
                arrivals: [], scans: [], turnout: tiers, zones: [], staffActions: [], boxes: [], overridden: 0)
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

        @Test("Nothing is cut off in a PDF report, however long names, reasons and figures are, in any script")
        func nothingCutOff() throws {
            let long = "The Very Long Night of a Thousand Lanterns and One Brass Band, by the Old Harbour of Kampala"
            let names = [
                "Wochenendfestivalbesucherkategorienbezeichnung", "李小龍的親友團與所有來自遠方的客人們特別入場券憑證編號一",
                "تذكرة دخول عائلية لجميع أيام المهرجان الصيفي الكبير", "Ωραία βραδιά με μουσική και χορό για όλους",
                "A tier with words that go on and on until nobody reads them any more, not even the organiser",
            ]
            let (start, box) = (Timestamp(milliseconds: 1_783_180_800_000), BoxID.random())
            let arrivals = names.enumerated().flatMap { place, name in
                (0..<40).map { minute in
                    ArrivalGroup(
                        minute: Timestamp(milliseconds: start.milliseconds + Int64(minute * 240_000)),
                        gate: "gate-with-a-name-of-32-letters-\(place)", tier: name, isListed: true, people: 54_321)
                }
            }
            let why = "He said that his brother had the ticket, and that the brother was inside already; we called him."
            let scans = arrivals.map {
                ScanGroup(
                    gate: $0.gate, kind: "entry", verdict: "refuse", reason: "unsupported-suite", count: 1_234_567)
            }
            func movement(_ name: String, _ after: Int64) -> OrderedMovement {
                let at = Timestamp(milliseconds: start.milliseconds + after)
                let entry = Entry(at: at, gate: arrivals[0].gate, box: box, boxName: name)
                return OrderedMovement(
                    box: box, seq: 1, chain: RecordBytes([]), ticket: .random(),
                    movement: Movement(kind: .entry, entry: entry), hubTime: nil, decided: nil, isDeliberate: false,
                    by: nil)
            }
            let doubles = [names[0], long].map {
                DoubleAdmission(
                    later: movement($0, 60_000), earlier: movement(long, 0), event: .random(), zone: .main)
            }
            let boxes = ([long] + names).map {
                BoxRecord(
                    id: .random(), name: $0, scans: 1_234_567, first: start, last: start, missing: 1_234_567,
                    distrusted: 1_234_567, aheadMilliseconds: 0, branches: 1_234_567,
                    uncounted: 1_234_567, standing: .revoked, contact: start)
            }
            let figures = AttendanceFigures(
                arrivals: arrivals, scans: scans,
                turnout: names.map {
                    TierTurnout(tier: $0, tickets: 9_876_543, expected: 9_876_543, noShows: 1_234_567)
                },
                zones: [
                    ZonePeak(zone: "a-zone-with-a-name-of-32-letters", atEnd: 1_234_567, most: 9_876_543, at: start)
                ],
                staffActions: [
                    StaffActionSummary(
                        action: "override", overruled: "unsupported-suite", actor: long, why: why, count: 1)
                ],
                boxes: boxes,
                overridden: 0)
            let report = AttendanceReport(
                figures, doubles: doubles, of: Event(slug: "n", name: long), made: start,
                in: AttendanceReportTests.kampala)
            let pages = try texts(of: pdf(report))
            for page in pages { #expect(!page.contains("…"), "\(page)") }
            // Lines are broken anywhere, so without spaces.
            let told = pages.joined().filter { !$0.isWhitespace }
            let facts = ReportFact.all(of: report).flatMap { [$0.title, $0.value, $0.detail] }
            let tables = [report.gateTable, report.tierTable, report.staffTable, report.doubleTable, report.boxTable]
            let cells = tables.flatMap { table in
                table.rows.flatMap { $0.map { ReportTable.text(of: $0, in: report.zone, isShort: true) } }
                    + table.columns.map(\.title)
            }
            let sentences = ReportNotes.countingRules + [ReportShare.turnout(report), long, why]
            // A letter that no font here has is a box with its number, and the order of Arabic is the reader's.
            let expected = (facts + cells + sentences).filter { text in !names[1...2].contains { text.contains($0) } }
            for text in expected { #expect(told.contains(text.filter { !$0.isWhitespace }), "\(text)") }
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
