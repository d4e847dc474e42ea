// The figures of a report against a plain count, over random evenings.

import GRDB
import TestSupport
import Testing
import TicketSigning

@testable import Attendance
@testable import Ledger

struct AttendanceReportTests {
    static let kampala = LocalZone(name: "Africa/Kampala") { _ in 3 * 3600 }

    private func report(_ history: RandomHistory) async throws -> AttendanceReport {
        AttendanceReport(
            try await history.door.ledger.attendance(of: history.door.event.id),
            doubles: [],
            of: history.door.event,
            made: Timestamp(milliseconds: RandomHistory.start),
            in: Self.kampala
        )
    }

    @Test("Every figure is that of a plain count, over random evenings", arguments: 0..<40)
    func figuresAreThoseOfAPlainCount(_ round: Int) async throws {
        var random = SeededGenerator(seed: SeededGenerator().seed &+ UInt64(round))
        let seed = random.seed
        try await withTemporaryFolder { folder in
            let history = try await RandomHistory(in: folder, using: &random)
            let (report, plain) = (try await report(history), PlainCount(history: history))
            let why: Comment = "DOORCHECK_SEED=\(seed)"
            #expect(report.arrived == plain.arrivals.count, why)
            #expect(report.expected == plain.listed.reduce(0) { $0 + plain.expected($1) }, why)
            #expect(report.noShows == plain.noShows, why)
            #expect(report.refused == plain.scans { $0.verdict == "refuse" }, why)
            #expect(report.asked == plain.scans { $0.verdict == "ask" }, why)
            #expect(
                report.staffActionCount("override")
                    == plain.scans { $0.kind == "override" || $0.kind == "entry" && $0.slot != nil && $0.actor != nil },
                why)
            let counts = try await history.door.ledger.counts(of: history.door.event.id)
            #expect(report.overridden == counts.overridden, why)
            #expect(
                report.overridden == plain.scans { $0.kind == "override" } - plain.undoneOverrides, why)
            #expect(report.tickets == counts.tickets && report.expected == counts.expected, why)
            #expect(report.staffActionCount("void") == plain.scans { $0.kind == "void" }, why)
            let minutes = Dictionary(plain.arrivals.map { ($0.at / 60_000, 1) }, uniquingKeysWith: +)
            #expect(report.peakMinute?.people == minutes.values.max(), why)
            for gate in report.gates {
                #expect(gate.arrived == plain.arrivals.filter { $0.gate == gate.gate }.count, why)
                #expect(gate.returned == plain.scans { $0.gate == gate.gate && $0.reason == "readmitted" }, why)
                #expect(gate.left == plain.scans { $0.gate == gate.gate && $0.kind == "exit" }, why)
            }
            for zone in report.figures.zones {
                #expect(zone.most == plain.inside(zone.zone)?.most && zone.atEnd == plain.inside(zone.zone)?.end, why)
            }
            for step in report.byGate.steps {
                let length = Int64(report.byGate.stepMinutes) * 60_000
                let span = step.start.milliseconds..<step.start.milliseconds + length
                #expect(step.total == plain.arrivals.filter { span.contains($0.at) }.count, why)
            }
        }
    }

    @Test("The parts of every sum add up to it, over random evenings", arguments: 0..<20)
    func partsAddUp(_ round: Int) async throws {
        var random = SeededGenerator(seed: SeededGenerator().seed &+ UInt64(1000 + round))
        let seed = random.seed
        try await withTemporaryFolder { folder in
            let report = try await report(RandomHistory(in: folder, using: &random))
            let why: Comment = "DOORCHECK_SEED=\(seed)"
            #expect(report.byGate.steps.reduce(0) { $0 + $1.total } == report.arrived, why)
            #expect(report.byTier.steps.reduce(0) { $0 + $1.total } == report.arrived, why)
            #expect(report.gates.reduce(0) { $0 + $1.arrived } == report.arrived, why)
            #expect(report.tiers.reduce(0) { $0 + $1.arrived } == report.arrived, why)
            #expect(report.tiers.reduce(0) { $0 + $1.noShows } == report.noShows, why)
            #expect(report.tiers.reduce(0) { $0 + $1.expected } == report.expected, why)
            #expect(report.gates.reduce(0) { $0 + $1.refused } == report.refused, why)
            #expect(report.gates.reduce(0) { $0 + $1.asked } == report.asked, why)
            let scans = report.figures.scans.reduce(0) { $0 + $1.count }
            #expect(report.figures.boxes.reduce(0) { $0 + $1.scans } == scans, why)
            if let chart = report.gateChart {
                #expect(chart.bars.indices.reduce(0) { $0 + chart.total($1) } == report.arrived, why)
            }
        }
    }

    @Test("Without staff, how often something was done stays")
    func withoutStaff() async throws {
        var random = SeededGenerator(seed: 7)
        try await withTemporaryFolder { folder in
            let history = try await RandomHistory(in: folder, using: &random)
            let figures = try await history.door.ledger.attendance(of: history.door.event.id)
            let anonymous = figures.withoutStaff
            #expect(
                anonymous.staffActions.reduce(0) { $0 + $1.count } == figures.staffActions.reduce(0) { $0 + $1.count })
            #expect(anonymous.staffActions.allSatisfy { $0.actor == "staff" && $0.why == nil })
        }
    }

    @Test("The list of no-shows has as many people as the figure says")
    func noShowList() async throws {
        var random = SeededGenerator(seed: 11)
        try await withTemporaryFolder { folder in
            let history = try await RandomHistory(in: folder, using: &random)
            var missing = 0
            try history.door.ledger.forEachNoShow(of: history.door.event.id) { _, admits, came in
                missing += admits - came
            }
            #expect(missing == PlainCount(history: history).noShows)
        }
    }

    @Test("A box of which others have more, and one whose clock was behind, are told")
    func boxHealth() async throws {
        var random = SeededGenerator(seed: 3)
        try await withTemporaryFolder { folder in
            let history = try await RandomHistory(in: folder, using: &random)
            let door = history.door
            let before = try await door.ledger.attendance(of: door.event.id)
            let box = try #require(before.boxes.first { $0.id == history.boxes[1] })
            let behind = history.lines.filter { $0.box == 1 && $0.hlc / 65_536 - $0.at > 10_000 }
            #expect(box.distrusted == behind.count && box.missing == 0 && box.contact == nil)
            let last = history.lines.filter { $0.box == 1 }.map(\.seq).max() ?? 0
            #expect(try await door.ledger.boxesBehind().isEmpty)
            try await door.ledger.write { db in
                let (peer, unheard) = (box.id.blob, BoxID.random().blob)
                try db.execute(
                    sql: """
                        INSERT INTO peer (id, name, contact_ms) VALUES (?, 'b', 5);
                        INSERT INTO peer_holding VALUES (?, ?, 'scan', ?, zeroblob(8));
                        INSERT INTO box (id, name, key)
                            VALUES (?, 'a box of which nothing is here', zeroblob(32));
                        INSERT INTO peer_holding VALUES (?, ?, 'scan', 1, zeroblob(8));
                        """,
                    arguments: [peer, peer, peer, last + 4, unheard, peer, unheard])
            }
            #expect(try await door.ledger.boxesBehind() == ["a box of which nothing is here", box.name].sorted())
            let after = try await door.ledger.attendance(of: door.event.id)
            let told = try #require(after.boxes.first { $0.id == box.id })
            #expect(told.missing == 4 && told.contact == Timestamp(milliseconds: 5))
        }
    }

    @Test("An event without tickets and scans has a report of nothing")
    func emptyEvent() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let figures = try await door.ledger.attendance(of: door.event.id)
            let report = AttendanceReport(
                figures, doubles: [], of: door.event, made: Timestamp(milliseconds: 0), in: .utc)
            #expect(report.arrived == 0 && report.gateChart == nil && report.peakMinute == nil)
            let (page, text) = (ReportPage(report).html, ReportText(report).text { $0 })
            for told in [page, text] {
                #expect(told.contains("No arrivals yet.") && told.contains("No box scanned tickets for this event."))
                #expect(told.contains("no one was on the list") && told.contains("times in UTC"))
            }
            #expect(!page.contains("<tbody></tbody>") && !page.contains("– of"))
        }
    }
}
