// The desk with zones, capacities and staff, on a real ledger.

import Ledger
import TestSupport
import Testing
import TicketSigning

@testable import Admission

struct StaffDeskTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    func after(_ seconds: Double) -> Timestamp {
        Timestamp(milliseconds: noon.milliseconds + Int64(seconds * 1000))
    }

    func desk(_ door: TestDoor, gate: GateName = .main, event: Event? = nil) async throws -> AdmissionDesk {
        AdmissionDesk(
            verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(),
            event: event ?? door.event, gate: gate
        )
    }

    func staff(_ why: String = "with the band") throws -> Attribution {
        try Attribution(actor: "amina", why: why)
    }

    @Test("Staff lets a used ticket in: it is admitted, with the reason that was overruled, and counted")
    func admitAnyway() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let signed = try await door.issue()
            _ = try await desk.decide(signed.code, on: noon)
            let ticket = signed.ticket
            let verdict = try await desk.admitAnyway(ticket, on: after(1), by: staff())
            #expect(verdict.answer == .admit && verdict.reason == .alreadyUsed && verdict.count == 2)
            let counts = try await door.ledger.counts(of: door.event.id)
            #expect((counts.admitted, counts.overridden, counts.inside[.main]) == (2, 1, 2))
            #expect(try await desk.undo(ticket.id, on: after(2), by: staff()) != .nothing)
            #expect(try await door.ledger.counts(of: door.event.id).overridden == 0)
        }
    }

    @Test("Who is inside already and is let in by hand once more is not counted twice where no exit is asked for")
    func overrideOfReturn() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let signed = try await door.issue()
            _ = try await desk.decide(signed.code, on: noon)
            var event = door.event
            (event.reentry, event.note) = (.unlimited, "18+")
            try await door.ledger.update(event)
            let verdict = try await desk.admitAnyway(signed.ticket, on: after(60), by: staff())
            #expect(verdict.reason == .check)
            #expect(try await door.ledger.counts(of: event.id).inside[.main] == 1)
        }
    }

    @Test("A ticket that nothing speaks against enters by hand as it always would, and once")
    func admitByHand() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let signed = try await door.issue()
            let verdict = try await desk.admitAnyway(signed.ticket, on: noon, by: staff())
            #expect(verdict.outcome == .admitted(count: 1))
            #expect(try await desk.decide(signed.code, on: after(1)).reason == .alreadyUsed)
            #expect(try await door.ledger.counts(of: door.event.id).overridden == 0)
        }
    }

    @Test("Staff cannot let in by an exit, nor with another event's ticket")
    func wrongPlace() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let yard = try #require(GateName("yard"))
            try await door.ledger.update(door.event, gates: [GateSettings(name: yard, direction: .exit)])
            let ticket = try await door.issue().ticket
            await #expect(throws: LedgerError.self) {
                try await self.desk(door, gate: yard).admitAnyway(ticket, on: noon, by: staff())
            }
            let stranger = Ticket(event: .random(), user: .random(), id: .random())
            await #expect(throws: LedgerError.self) {
                try await self.desk(door).admitAnyway(stranger, on: noon, by: staff())
            }
            #expect(try await door.ledger.counts(of: door.event.id).admitted == 0)
        }
    }

    @Test("Paid and admitted is one step: both are recorded with who did it, and the guest enters as any other")
    func paidAndAdmitted() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let ticket = try await door.issue(status: .unpaid).ticket
            let seen = try await desk.explain(ticket, on: noon).seen
            let verdict = try await desk.admitPaid(
                ticket, seen: seen, on: after(1), by: try Attribution(actor: "amina"))
            #expect(verdict.outcome == .admitted(count: 1))
            #expect(try await door.ledger.ticket(ticket.id)?.status == .valid)
            #expect(try await door.ledger.changes(of: ticket.id).map { "\($0.action) \($0.by.actor)" } == ["pay amina"])
            #expect(try await door.ledger.logEntries(of: ticket.id).map { $0.by?.actor } == ["amina"])
            #expect(try await door.ledger.counts(of: door.event.id).overridden == 0)
            // The same request once more changes nothing.
            await #expect(throws: LedgerError.self) {
                try await desk.admitPaid(ticket, seen: seen, on: after(2), by: try Attribution(actor: "amina"))
            }
            #expect(try await door.ledger.entries(of: ticket.id).count == 1)
        }
    }

    @Test("Where another rule objects, a payment admits nobody and is not recorded, until somebody says why")
    func paidButObjected() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let ticket = try await door.issue(status: .unpaid, note: "student card").ticket
            let seen = try await desk.explain(ticket, on: noon).seen
            await #expect(throws: StaffError.self) {
                try await desk.admitPaid(ticket, seen: seen, on: after(1), by: try Attribution(actor: "amina"))
            }
            #expect(try await door.ledger.ticket(ticket.id)?.status == .unpaid)
            #expect(try await door.ledger.changes(of: ticket.id).isEmpty)
            #expect(try await door.ledger.entries(of: ticket.id).isEmpty)
            let verdict = try await desk.admitPaid(ticket, seen: seen, on: after(2), by: staff("saw the card"))
            #expect(verdict.reason == .check && verdict.answer == .admit)
            #expect(try await door.ledger.ticket(ticket.id)?.status == .valid)
            #expect(try await door.ledger.logEntries(of: ticket.id).map { $0.by?.why } == ["saw the card"])
        }
    }

    @Test("A blocked ticket, one at an exit and one that is not on the list are not paid, whatever the reason")
    func notPayable() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let yard = try #require(GateName("yard"))
            try await door.ledger.update(door.event, gates: [GateSettings(name: yard, direction: .exit)])
            let (blocked, unpaid) = (
                try await door.issue(status: .blocked).ticket, try await door.issue(status: .unpaid).ticket
            )
            let unlisted = Ticket(event: door.event.id, user: .random(), id: .random())
            for ticket in [blocked, unlisted] {
                await #expect(throws: LedgerError.self) {
                    try await self.desk(door).admitPaid(ticket, on: noon, by: staff())
                }
            }
            await #expect(throws: LedgerError.self) {
                try await self.desk(door, gate: yard).admitPaid(unpaid, on: noon, by: staff())
            }
            for ticket in [blocked, unpaid] {
                #expect(try await door.ledger.changes(of: ticket.id).isEmpty)
                #expect(try await door.ledger.entries(of: ticket.id).isEmpty)
            }
        }
    }

    @Test("Who looked before the ticket was paid, blocked or used by another does not pay and admit on it")
    func paidMeanwhile() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            for action in [TicketAction.pay, .block] {
                let ticket = try await door.issue(status: .unpaid).ticket
                let seen = try await desk.explain(ticket, on: noon).seen
                _ = try await door.ledger.change(action, of: ticket.id, by: staff(), on: noon)
                await #expect(throws: LedgerError.self) {
                    try await desk.admitPaid(ticket, seen: seen, on: after(1), by: staff())
                }
                #expect(try await door.ledger.entries(of: ticket.id).isEmpty)
                #expect(try await door.ledger.changes(of: ticket.id).count == 1)
            }
        }
    }

    @Test("A zone is full at its capacity, has room when somebody leaves, and counts apart from the others")
    func capacity() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let (backstage, out) = (try #require(ZoneName("backstage")), try #require(GateName("out")))
            try await door.ledger.update(
                door.event,
                zones: [Zone(name: backstage, capacity: 2)],
                gates: [
                    GateSettings(name: backstage, zone: backstage),
                    GateSettings(name: out, direction: .exit, zone: backstage),
                ]
            )
            let (main, inner, exit) = (
                try await desk(door), try await desk(door, gate: backstage), try await desk(door, gate: out)
            )
            var codes: [String] = []
            for _ in 0..<3 { codes.append(try await door.issue().code) }
            for code in codes { #expect(try await main.decide(code, on: noon).reason == .admitted) }
            #expect(try await inner.decide(codes[0], on: noon).reason == .admitted)
            #expect(try await inner.decide(codes[1], on: noon).reason == .admitted)
            #expect(try await inner.decide(codes[2], on: noon).reason == .full)
            var batch = DryRun()
            #expect(try await inner.decideWithoutRecording(codes[2], on: noon, in: &batch).reason == .full)
            #expect(try await exit.decide(codes[0], on: after(60)).reason == .exited)
            #expect(try await inner.decideWithoutRecording(codes[2], on: after(61), in: &batch).reason == .admitted)
            #expect(try await inner.decide(codes[2], on: after(61)).reason == .admitted)
            let counts = try await door.ledger.counts(of: door.event.id)
            #expect(counts.inside == [.main: 3, backstage: 2] && counts.admitted == 3)
        }
    }

    @Test("Who comes back is one guest, and who is let out is not inside")
    func countedOnce() async throws {
        try await withTemporaryFolder { folder in
            let event = Event(slug: "night", name: "Summer Night", reentry: .afterExit)
            let door = try await TestDoor(in: folder, event: event)
            let yard = try #require(GateName("yard"))
            try await door.ledger.update(event, gates: [GateSettings(name: yard, direction: .exit)])
            let (front, back) = (try await desk(door), try await desk(door, gate: yard))
            let code = try await door.issue().code
            var reasons: [String] = []
            for second in [0, 2] as [Double] {
                reasons.append(try await front.decide(code, on: after(second)).reasonCode)
                reasons.append(try await back.decide(code, on: after(second + 1)).reasonCode)
            }
            #expect(reasons == ["admitted", "exited", "readmitted", "exited"])
            let counts = try await door.ledger.counts(of: event.id)
            #expect(counts.admitted == 1 && counts.inside == [.main: 0] && counts.refused + counts.asked == 0)
        }
    }

    @Test("A group that comes on several days: those who come back are known, however often, and the others are new")
    func groupOverDays() async throws {
        try await withTemporaryFolder { folder in
            let event = Event(slug: "fair", name: "Fair", admits: 2, reentry: .perDay)
            let door = try await TestDoor(in: folder, event: event)
            let desk = try await desk(door)
            let code = try await door.issue().code
            let day: Double = 24 * 3600
            var reasons: [String] = []
            for moment in [0, day, 2 * day, 2 * day + 60, 2 * day + 120] {
                reasons.append(try await desk.decide(code, on: after(moment)).reasonCode)
            }
            #expect(reasons == ["admitted", "readmitted", "readmitted", "admitted", "already-used"])
        }
    }

    @Test("What an organiser changes holds from the next scan on")
    func changedRules() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let code = try await door.issue(tier: "VIP").code
            var event = door.event
            event.closes = noon
            try await door.ledger.update(event)
            #expect(try await desk.decide(code, on: noon).reason == .tooLate)
            let tier = Tier(name: "VIP", policy: EntryPolicy(closes: after(60), admits: 2, note: "18+"))
            try await door.ledger.update(event, tiers: [tier])
            let verdict = try await desk.decide(code, on: noon)
            #expect(verdict.outcome == .asked(.check(note: "18+")) && verdict.use?.admits == 2)
        }
    }

    @Test("A replaced ticket is refused, and the new one has its entries")
    func reissued() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let old = try await door.issue(admits: 2)
            _ = try await desk.decide(old.code, on: noon)
            let id = old.ticket.id
            let new = try #require(try await door.ledger.reissue(id, epoch: 1, by: staff(), on: noon))
            let code = try TicketSigner(key: door.key).sign(new.ticket).code
            #expect(try await desk.decide(old.code, on: after(1)).reason == .replaced)
            #expect(try await desk.decide(code, on: after(2)).outcome == .admitted(count: 2))
            #expect(try await desk.decide(code, on: after(3)).reason == .alreadyUsed)
        }
    }

    @Test("An explanation asks every rule and records nothing")
    func explanation() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let ticket = try await door.issue(status: .unpaid).ticket
            let explanation = try await desk.explain(ticket, on: noon)
            #expect(explanation.verdict.reason == .unpaid && explanation.decisive == 8)
            let forged = try await desk.explain(code: "DC1:", on: noon)
            #expect(forged.verdict.reason == .malformed && forged.decisive == 0 && forged.steps.count == 1)
            #expect(try await door.ledger.counts(of: door.event.id).refused == 0)
        }
    }
}
