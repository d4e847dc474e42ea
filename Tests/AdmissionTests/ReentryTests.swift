// Who comes back, who leaves, and who is only looked at.

import Ledger
import Testing
import TicketSigning

@testable import Admission

struct ReentryTests {
    let good = Situation()

    func situation(_ reentry: Reentry, admits: Int = 1, _ movements: [Movement]) -> Situation {
        good.with(\.event.reentry, reentry).with(\.admits, admits).with(\.movements, movements)
    }

    func at(_ direction: GateDirection, _ movements: [Movement] = []) -> Situation {
        good.with(\.gate, GateSettings(name: .main, direction: direction)).with(\.movements, movements)
    }

    @Test("Without re-entry, who has left stays out, and is told of the first entry")
    func none() {
        let entry = good.moved(.entry, -60)
        let left = situation(.none, [entry, good.moved(.exit, -30)])
        #expect(left.objection == .refuse(.alreadyUsed(first: entry.entry)))
    }

    @Test("After an exit a guest comes back, as readmitted, and a copy of the ticket does not")
    func afterExit() {
        let entry = good.moved(.entry, -60)
        #expect(situation(.afterExit, [entry]).objection == .refuse(.alreadyUsed(first: entry.entry)))
        let left = [entry, good.moved(.exit, -30)]
        #expect(situation(.afterExit, left).outcome == .readmitted(count: 1))
        let back = left + [good.moved(.entry, -10, isReturn: true)]
        #expect(situation(.afterExit, back).objection?.refusal == .alreadyUsed(first: back[2].entry))
    }

    @Test("Of a group, as many come back as have left, and the others are admitted for the first time")
    func groupAfterExit() {
        var movements = [good.moved(.entry, -60), good.moved(.entry, -59), good.moved(.exit, -50)]
        #expect(situation(.afterExit, admits: 3, movements).outcome == .readmitted(count: 2))
        movements.append(good.moved(.entry, -40, isReturn: true))
        #expect(situation(.afterExit, admits: 3, movements).outcome == .admitted(count: 3))
        movements.append(good.moved(.entry, -30))
        #expect(situation(.afterExit, admits: 3, movements).objection?.refusal.reason == .alreadyUsed)
    }

    @Test("With unlimited re-entry guests come and go, and are counted once")
    func unlimited() {
        let back = situation(.unlimited, [good.moved(.entry, -60)])
        #expect(back.outcome == .readmitted(count: 1))
        #expect(Verdict(back.outcome, in: back.context).recording == .passage)
        let left = situation(.unlimited, [good.moved(.entry, -60), good.moved(.exit, -30)])
        #expect(Verdict(left.outcome, in: left.context).recording == .admission)
    }

    @Test("Per day a ticket is as good as new each day, and used up within it")
    func perDay() {
        let opens = good.at(-90_000)
        let yesterday = good.moved(.entry, -80_000)
        let festival = situation(.perDay, [yesterday]).with(\.event.opens, opens)
        #expect(festival.outcome == .readmitted(count: 1))
        let today = good.moved(.entry, -60, isReturn: true, people: 0)
        #expect(festival.with(\.movements, [yesterday, today]).objection == .refuse(.alreadyUsed(first: today.entry)))
        let sameDay = festival.with(\.event.dayStarts, good.at(-86_399))
        #expect(sameDay.objection == .refuse(.alreadyUsed(first: yesterday.entry)))
    }

    @Test("Days begin when the organiser says, else when the event opens, else at midnight UTC")
    func days() {
        var event = Event(slug: "fair", name: "Fair")
        func day(_ hour: Int64) -> Int64 { event.day(of: Timestamp(milliseconds: hour * 3_600_000)) }
        #expect([-25, -1, 0, 23, 24].map(day) == [-2, -1, 0, 0, 1])
        event.opens = Timestamp(milliseconds: 18 * 3_600_000)
        #expect([17, 18, 41, 42].map(day) == [-1, 0, 0, 1])
        event.dayStarts = Timestamp(milliseconds: 6 * 3_600_000)
        #expect([5, 6, 29, 30].map(day) == [-1, 0, 0, 1])
    }

    @Test("Whoever is inside leaves, whatever speaks against the ticket by now")
    func exit() {
        let inside = at(.exit, [good.moved(.entry, -60)])
        for status in TicketStatus.allCases {
            let leaving = inside.with(\.status, status).with(\.closes, good.at(-1)).with(\.note, "18+")
            #expect(leaving.outcome == .exited(count: 0))
        }
        let override = at(.exit, [good.moved(.override, -60)])
        #expect(override.with(\.isListed, false).outcome == .exited(count: 0))
    }

    @Test("Who is not known to be inside leaves as well, and takes nobody else's place")
    func exitOfNobody() {
        #expect(at(.exit).outcome == .exited(count: 0))
        #expect(at(.exit).with(\.status, .revoked).outcome == .exited(count: 0))
        let twice = [good.moved(.entry, -60), good.moved(.exit, -30), good.moved(.exit, -20)]
        #expect(at(.exit, twice).outcome == .exited(count: 0))
        // After two exits the ticket still admits one person.
        let returns = situation(.afterExit, twice)
        #expect(returns.outcome == .readmitted(count: 1))
        let back = situation(.afterExit, twice + [good.moved(.entry, -10, isReturn: true)])
        #expect(back.objection?.refusal.reason == .alreadyUsed)
        // Who left unseen and enters for the first time is no guest who returns.
        #expect(situation(.afterExit, [good.moved(.exit, -20)]).outcome == .admitted(count: 1))
        // Of two who entered together, each leaves once.
        let pair = [good.moved(.entry, -60), good.moved(.entry, -50), good.moved(.exit, -40)]
        #expect(at(.exit, pair).outcome == .exited(count: 0))
    }

    @Test("At a strict exit another event's ticket comes before one that is not inside, and that before all else")
    func notInside() {
        let stranger = at(.exit).with(\.event.exits, .strict).with(\.ticketEvent, .random()).with(\.status, .revoked)
        #expect(stranger.objection?.refusal.reason == .wrongEvent)
        #expect(stranger.with(\.ticketEvent, nil).objection == .refuse(.notInside(left: nil)))
        let left = at(.exit, [good.moved(.entry, -60), good.moved(.exit, -30)]).with(\.event.exits, .strict)
        #expect(left.objection == .refuse(.notInside(left: left.movements[1].entry)))
    }

    @Test("Where tickets are only looked at, a used one is as good as any, and a bad one is told")
    func check() {
        let used = at(.check, [good.moved(.entry, -60)])
        #expect(used.outcome == .checked(count: 1))
        #expect(Verdict(used.outcome, in: used.context).recording == .logOnly)
        #expect(used.with(\.status, .revoked).objection == .refuse(.revoked))
        #expect(used.with(\.status, .unpaid).objection == .ask(.unpaid))
    }

    @Test("Each zone has a count of its own")
    func zones() throws {
        let backstage = try #require(ZoneName("backstage"))
        let door = GateSettings(name: backstage, zone: backstage)
        let inMain = good.with(\.gate, door).with(\.movements, [good.moved(.entry, -60)])
        #expect(inMain.outcome == .admitted(count: 1))
        let inBoth = inMain.with(\.movements, [good.moved(.entry, -60), good.moved(.entry, -5, zone: backstage)])
        #expect(inBoth.objection?.refusal.reason == .alreadyUsed)
    }
}
