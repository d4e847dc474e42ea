// The days of an event, and the tables that are exported.

import Accounts
import Admission
import Attendance
import FoundationEssentials
import Ledger
import TestSupport
import Testing
import TicketSigning

@testable import Hub

struct EventDaysTests {
    private let hour: Int64 = 3_600_000

    private func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

    @Test("A day begins at midnight in the hub's time zone, also where clocks are changed that day")
    func midnight() throws {
        // As in Berlin in 2026: an hour ahead of UTC, and two from 2026-03-29 01:00 UTC on.
        let change = try moment("2026-03-29T01:00:00Z").milliseconds
        let hour = hour
        let days = EventDays(of: Event(slug: "a", name: "A")) { moment in
            moment.milliseconds + (moment.milliseconds < change ? 1 : 2) * hour
        }
        for (at, date, begins) in [
            ("2026-03-28T22:59:59Z", "2026-03-28", "2026-03-27T23:00:00Z"),
            ("2026-03-28T23:00:00Z", "2026-03-29", "2026-03-28T23:00:00Z"),
            ("2026-03-29T12:00:00Z", "2026-03-29", "2026-03-28T23:00:00Z"),
            ("2026-03-29T21:59:59Z", "2026-03-29", "2026-03-28T23:00:00Z"),
            ("2026-03-29T22:00:00Z", "2026-03-30", "2026-03-29T22:00:00Z"),
        ] {
            let (day, start) = (days.day(of: try moment(at)), try moment(begins).milliseconds)
            #expect(day.date == date && day.begins == start, "\(at): \(day)")
        }
    }

    @Test("Where the event's rules say when a day begins, the night belongs to the day before")
    func dayStarts() throws {
        let event = Event(slug: "a", name: "A", dayStarts: try moment("2026-07-03T06:00:00Z"))
        let days = EventDays(of: event) { $0.milliseconds }
        for (at, date) in [
            ("2026-07-04T05:59:00Z", "2026-07-03"), ("2026-07-04T06:00:00Z", "2026-07-04"),
            ("2026-07-02T03:00:00Z", "2026-07-01"),
        ] { #expect(days.day(of: try moment(at)).date == date) }
    }

    @Test("A day has its arrivals, entries, exits, refusals and most people inside; what was undone does not count")
    func figures() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(
                in: folder, event: Event(slug: "night", name: "Night", reentry: .afterExit))
            try await door.ledger.update(
                door.event, gates: [GateSettings(name: try #require(GateName("out")), direction: .exit)])
            let tickets = try await [door.issue(), door.issue(), door.issue()]
            let midnight = try moment("2026-07-04T00:00:00Z")
            let own = try await door.ledger.ownBox()
            func show(_ ticket: Int, at gate: String, minutes: Int64) async throws {
                let desk = AdmissionDesk(
                    verifier: try door.verifier, ledger: door.ledger, box: own, event: door.event,
                    gate: try #require(GateName(gate)))
                let time = Timestamp(milliseconds: midnight.milliseconds + minutes * 60_000)
                _ = try await desk.decide(tickets[ticket].code, on: time)
            }
            try await show(0, at: "main", minutes: -30)
            try await show(1, at: "main", minutes: -20)
            try await show(0, at: "main", minutes: -10)
            try await show(0, at: "out", minutes: 10)
            try await show(0, at: "main", minutes: 20)
            try await show(2, at: "main", minutes: 30)
            let (figures, zones) = try await door.ledger.minutes(of: door.event.id)
            let days = EventDays(of: door.event) { $0.milliseconds }.days(figures, zones)
            #expect(days.map(\.date) == ["2026-07-03", "2026-07-04"])
            #expect(days.map(\.arrived) == [2, 1] && days.map(\.entered) == [2, 2] && days.map(\.left) == [0, 1])
            #expect(days.map(\.refused) == [1, 0] && days.map(\.asked) == [0, 0])
            #expect(days.map { $0.peaks.map(\.most) } == [[2], [3]])
            // Whoever was inside at midnight counts for the new day, even if somebody leaves first.
            #expect(zones.map(\.most) == [1, 2, 2, 2, 3])
            let version = try await door.ledger.version(of: tickets[2].ticket.id)
            _ = try await door.ledger.undo(
                tickets[2].ticket.id, seen: version,
                on: Timestamp(milliseconds: midnight.milliseconds + 31 * 60_000),
                by: try Attribution(actor: "joel", why: "wrong guest"))
            let after = try await door.ledger.minutes(of: door.event.id)
            let later = EventDays(of: door.event) { $0.milliseconds }.days(after.figures, after.zones)
            #expect(later.map(\.arrived) == [2, 0] && later.map(\.entered) == [2, 1])
        }
    }

    @Test("Tables are exported with names but no code, no spreadsheet takes a name for a formula, and viewers get none")
    func exports() async throws {
        try await AccountScene.serve { scene in
            let ledger = await scene.desk.ledger
            let event = try #require(try await ledger.event(named: "night"))
            let others = (0..<1100).map { number in
                IssuedTicket(
                    ticket: Ticket(event: event.id, user: .random(), id: .random()), epoch: 1,
                    holder: number == 7 ? "=HYPERLINK(\"x\"),\"Bo\"" : "Guest \(number)")
            }
            try await ledger.add(others)
            let door = AdmissionDesk(
                verifier: TicketVerifier(keyRing: KeyRing()), ledger: ledger, box: try await ledger.ownBox(),
                event: event, gate: .main)
            for ticket in [others[7], others[8], others[8]] {
                let who = try Attribution(actor: "joel", why: "-1")
                _ = try await door.admitAnyway(
                    ticket.ticket, on: Timestamp(milliseconds: scene.hub.clock.now), by: who)
            }
            let desk = try await scene.session(.desk, of: [scene.night])
            func export(_ table: String, as secret: String) async throws -> [String] {
                let answer = try await scene.ask(
                    "GET", "/organiser/exports/\(table)?event=\(scene.night)", as: secret)
                #expect(answer.status == 200, "\(table): \(answer.body)")
                #expect(!answer.body.contains("DC1:"))
                return answer.body.split(separator: "\r\n").map(String.init)
            }
            let tickets = try await export("tickets", as: desk)
            #expect(tickets.count == 1102 && tickets[0].hasPrefix("ticket,holder,"))
            #expect(tickets.contains { $0.contains(#"'=HYPERLINK(""x""),""Bo""""#) })
            #expect(Set(tickets).count == 1102)
            let admissions = try await export("admissions", as: desk)
            #expect(admissions.count == 4 && admissions[0].hasPrefix("at,gate,zone,kind,"))
            #expect(admissions.count { $0.contains("Guest 8") } == 2)
            let days = try await export("days", as: desk)
            #expect(days.count == 2 && days[1].contains(",3,3,0,0,0,main,3,"), "\(days)")
            #expect(try await export("doubles", as: desk).count == 2)
            let viewer = try await scene.session(.viewer)
            let other = try await scene.session(.organiser, of: [scene.other])
            for table in EventExport.allCases {
                let target = "/organiser/exports/\(table.rawValue)?event=\(scene.night)"
                #expect(try await scene.ask("GET", target, as: viewer).status == 403)
                #expect(try await scene.ask("GET", target, as: other).status == 403)
            }
            let gone = "/organiser/exports/tickets?event=\(EventID.random())"
            #expect(try await scene.ask("GET", gone, as: scene.session(.desk)).status == 404)
            #expect(try await scene.ask("GET", "/organiser/exports/tickets", as: desk).status == 400)
            #expect(try await scene.ask("GET", "/organiser/exports/codes?event=\(event.id)", as: desk).status == 404)
        }
    }
}
