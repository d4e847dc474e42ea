// Codes in, verdicts out, on a real ledger with real keys.

import Ledger
import TestSupport
import Testing
import TicketSigning

@testable import Admission

struct AdmissionDeskTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    func after(_ seconds: Double) -> Timestamp {
        Timestamp(milliseconds: noon.milliseconds + Int64(seconds * 1000))
    }

    func desk(
        _ door: TestDoor,
        reshowInterval: Duration = .zero,
        gate: GateName = .main,
        ledger: Ledger? = nil,
        event: Event? = nil
    ) async throws -> AdmissionDesk {
        AdmissionDesk(
            verifier: try door.verifier,
            ledger: ledger ?? door.ledger,
            box: try await door.ledger.ownBox(),
            event: event ?? door.event,
            gate: gate,
            reshowInterval: reshowInterval
        )
    }

    @Test("A listed ticket enters once, and its copy learns of the first entry")
    func onceOnly() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let code = try await door.issue().code
            let first = try await desk.decide(code, on: noon)
            #expect(first.answer == .admit && first.reason == .admitted && first.count == 1)
            let copy = try await desk.decide(code, on: after(0.1))
            let box = try await door.ledger.ownBox()
            let entry = Entry(at: noon, gate: "main", box: box.id, boxName: "north-1")
            #expect(copy.outcome == .refused(.alreadyUsed(first: entry)))
        }
    }

    @Test("Codes that are no genuine tickets are refused with the codec's reason, and recorded")
    func rejections() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let code = try await door.issue().code
            let stranger = try MasterKey.random().eventKey(for: door.event.id, epoch: 1)
            let foreign = try TicketSigner(key: stranger)
                .sign(Ticket(event: door.event.id, user: .random(), id: .random())).code
            let forged = String(code.dropLast(2)) + (code.hasSuffix("00") ? "10" : "00")
            for (text, reason) in [
                ("https://example.org/menu", "not-a-ticket"), ("DC1:", "malformed"), (foreign, "unknown-key"),
                (forged, "forged"),
            ] {
                let verdict = try await desk.decide(text, on: noon)
                #expect(verdict.answer == .refuse && verdict.reasonCode == reason)
                #expect(verdict.ticket == nil && verdict.history == nil)
            }
            #expect(try await door.ledger.counts(of: door.event.id).refused == 4)
            #expect(try await door.ledger.counts(of: door.event.id).admitted == 0)
        }
    }

    @Test("A genuine ticket of another event is told with that event's name")
    func wrongEvent() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let other = Event(slug: "matinee", name: "Matinee")
            try await door.ledger.add(other, gates: [.main])
            let code = try await door.issue().code
            let elsewhere = try await desk(door, event: other)
            #expect(try await elsewhere.decide(code, on: noon).outcome == .refused(.wrongEvent(door.event)))
            #expect(try await self.desk(door).decide(code, on: noon).answer == .admit)
        }
    }

    @Test("A code shown again moments after an admission lets nobody in, is recorded and counted, and is no refusal")
    func reshowInterval() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door, reshowInterval: AdmissionDesk.reshowIntervalAtDoor)
            let code = try await door.issue().code
            #expect(try await desk.decide(code, on: noon).outcome == .admitted(count: 1))
            let again = try await desk.decide(code, on: after(9.9))
            #expect(again.outcome == .justAdmitted(count: 1))
            #expect(again.reason == .justAdmitted && again.recording == .repetition && !again.recording.isEntry)
            #expect(try await desk.decide(code, on: after(10)).reason == .alreadyUsed)
            let counts = try await door.ledger.counts(of: door.event.id)
            #expect(counts.admitted == 1 && counts.inside == [.main: 1])
            #expect(counts.shownAgain == 1 && counts.refused == 1 && counts.asked == 0)
            #expect(try await door.ledger.verify().faults.isEmpty)
        }
    }

    @Test("Nobody passes twice while the code is in view: a group's next member shows it anew, or the entry was undone")
    func stillInView() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door, reshowInterval: AdmissionDesk.reshowIntervalAtDoor)
            let (group, single) = (try await door.issue(admits: 3).code, try await door.issue().code)
            for code in [group, single] {
                #expect(try await desk.decide(code, on: noon).outcome == .admitted(count: 1))
                let again = try await desk.decide(code, on: after(60), inViewSince: noon)
                #expect(again.outcome == .justAdmitted(count: 1) && !again.recording.isMovement)
            }
            #expect(try await desk.decide(group, on: after(61), inViewSince: after(1)).outcome == .admitted(count: 2))
            let ticket = try door.verifier.verify(code: group).ticket.id
            _ = try await desk.undo(ticket, on: after(62), by: Attribution(actor: "desk"))
            let anew = try await desk.decide(group, on: after(63), inViewSince: after(60.5))
            #expect(anew.outcome == .admitted(count: 2))
            #expect(try await door.ledger.counts(of: door.event.id).inside == [.main: 3])
        }
    }

    @Test("Who is still in front of an exit gate has left once")
    func stillInViewAtExit() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let yard = try #require(GateName("yard"))
            try await door.ledger.update(door.event, gates: [GateSettings(name: yard, direction: .exit)])
            let code = try await door.issue(admits: 3).code
            for second in [0.0, 1] { _ = try await desk(door).decide(code, on: after(second)) }
            let exit = try await desk(door, gate: yard)
            #expect(try await exit.decide(code, on: after(20)).outcome == .exited(count: 1))
            #expect(
                try await exit.decide(code, on: after(40), inViewSince: after(20)).outcome == .justExited(count: 1))
            #expect(try await exit.decide(code, on: after(41), inViewSince: after(21)).outcome == .exited(count: 0))
        }
    }

    @Test("Further members of a group enter at once; when all are in, the last one is shown as just admitted")
    func group() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door, reshowInterval: AdmissionDesk.reshowIntervalAtDoor)
            let code = try await door.issue(admits: 3).code
            for (second, count) in [(0, 1), (1.6, 2), (3.2, 3)] as [(Double, Int)] {
                #expect(try await desk.decide(code, on: after(second)).outcome == .admitted(count: count))
            }
            #expect(try await desk.decide(code, on: after(5)).outcome == .justAdmitted(count: 3))
            #expect(try await desk.decide(code, on: after(13.2)).reason == .alreadyUsed)
        }
    }

    @Test("Who has just left is told so again, and with unlimited re-entry who has just entered")
    func lingeringOtherwise() async throws {
        try await withTemporaryFolder { folder in
            let event = Event(slug: "night", name: "Summer Night", reentry: .unlimited)
            let door = try await TestDoor(in: folder, event: event)
            let yard = try #require(GateName("yard"))
            try await door.ledger.update(event, gates: [GateSettings(name: yard, direction: .exit)])
            let reshowInterval = AdmissionDesk.reshowIntervalAtDoor
            let (front, back) = (
                try await desk(door, reshowInterval: reshowInterval),
                try await desk(door, reshowInterval: reshowInterval, gate: yard)
            )
            let code = try await door.issue().code
            #expect(try await front.decide(code, on: noon).reason == .admitted)
            #expect(try await front.decide(code, on: after(2)).reason == .justAdmitted)
            #expect(try await back.decide(code, on: after(3)).reason == .exited)
            #expect(try await back.decide(code, on: after(5)).reason == .justExited)
            #expect(try await front.decide(code, on: after(6)).reason == .readmitted)
            #expect(try await back.decide(code, on: after(20)).reason == .exited)
            #expect(try await back.decide(code, on: after(31)).reason == .exited)
            var strict = event
            strict.exits = .strict
            try await door.ledger.update(strict)
            #expect(try await back.decide(code, on: after(60)).reason == .notInside)
        }
    }

    @Test("A group whose entries are not known leaves one by one, and no more of them than the ticket admits at once")
    func groupLeaves() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let yard = try #require(GateName("yard"))
            try await door.ledger.update(door.event, gates: [GateSettings(name: yard, direction: .exit)])
            let out = try await desk(door, reshowInterval: AdmissionDesk.reshowIntervalAtDoor, gate: yard)
            let code = try await door.issue(admits: 3).code
            for second in [0.0, 1.6, 3.2] { #expect(try await out.decide(code, on: after(second)).reason == .exited) }
            #expect(try await out.decide(code, on: after(4.8)).reason == .justExited)
            #expect(try await out.decide(code, on: after(20)).reason == .exited)
        }
    }

    @Test("At another gate a copy is told within the same seconds")
    func otherGate() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let code = try await door.issue().code
            let south = try #require(GateName("south"))
            let reshowInterval = AdmissionDesk.reshowIntervalAtDoor
            _ = try await desk(door, reshowInterval: reshowInterval).decide(code, on: noon)
            let verdict = try await desk(door, reshowInterval: reshowInterval, gate: south).decide(code, on: after(1))
            #expect(verdict.reason == .alreadyUsed)
        }
    }

    @Test("A ticket revoked a moment after its admission is not shown as admitted again")
    func revokedWhileStanding() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let signed = try await door.issue()
            let desk = try await desk(door, reshowInterval: AdmissionDesk.reshowIntervalAtDoor)
            _ = try await desk.decide(signed.code, on: noon)
            let staff = try Attribution(actor: "amina")
            _ = try await door.ledger.change(.revoke, of: signed.ticket.id, by: staff, on: after(0.5))
            #expect(try await desk.decide(signed.code, on: after(1)).reason == .revoked)
        }
    }

    @Test("A dry run tells the copies of its own batch and leaves the ledger alone")
    func dryRun() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let code = try await door.issue().code
            var batch = DryRun()
            let first = try await desk.decideWithoutRecording(code, on: noon, from: "p0.jpg", in: &batch)
            #expect(first.reason == .admitted && first.sameAs == nil && first.firstEntry == nil)
            let copy = try await desk.decideWithoutRecording(code, on: after(1), from: "p1.jpg", in: &batch)
            #expect(copy.reason == .alreadyUsed && copy.isCopyInBatch && copy.sameAs == "p0.jpg")
            // Nobody has entered, so no entry is told.
            #expect(copy.firstEntry == nil)
            var next = DryRun()
            #expect(try await desk.decideWithoutRecording(code, on: noon, in: &next).reason == .admitted)
            #expect(try await door.ledger.counts(of: door.event.id).admitted == 0)
        }
    }

    @Test("A dry run of a used ticket tells the entry that happened, and not one of the dry run")
    func dryRunOfUsed() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let code = try await door.issue(admits: 2).code
            _ = try await desk.decide(code, on: noon)
            var batch = DryRun()
            for (seconds, reason) in [(10, "admitted"), (20, "already-used"), (30, "already-used")] {
                let verdict = try await desk.decideWithoutRecording(
                    code, on: after(Double(seconds)), from: "p\(seconds).jpg", in: &batch)
                #expect(verdict.reasonCode == reason && verdict.firstEntry?.at == noon && !verdict.isCopyInBatch)
                #expect(verdict.sameAs == (seconds == 10 ? nil : "p10.jpg"))
            }
        }
    }

    /// A door whose event has had a second key, and its desk.
    private func rotated(
        in folder: String, _ oldKeys: OldKeyPolicy, unlisted: UnlistedPolicy = .refuse
    ) async throws -> (door: TestDoor, desk: AdmissionDesk, newest: EventKey) {
        let master = MasterKey.random()
        let event = Event(slug: "night", name: "Summer Night", unlisted: unlisted, oldKeys: oldKeys)
        let door = try await TestDoor(in: folder, event: event)
        let newest = try master.eventKey(for: event.id, epoch: 2)
        for key in [door.key, newest] {
            try await door.ledger.add(KeyRecord(keyID: key.keyID, event: event.id, epoch: key.epoch))
        }
        var ring = KeyRing()
        for key in [door.key, newest] { try ring.insert(key) }
        let desk = AdmissionDesk(
            verifier: TicketVerifier(keyRing: ring), ledger: door.ledger, box: try await door.ledger.ownBox(),
            event: event, gate: .main)
        return (door, desk, newest)
    }

    @Test(
        "A code that the old key signed for a ticket listed under the new one is treated as the event says",
        arguments: OldKeyPolicy.allCases
    )
    func oldKey(policy: OldKeyPolicy) async throws {
        try await withTemporaryFolder { folder in
            let (door, desk, newest) = try await rotated(in: folder, policy)
            let ticket = Ticket(event: door.event.id, user: .random(), id: .random())
            try await door.ledger.add([IssuedTicket(ticket: ticket, epoch: 2)])
            let forgery = try TicketSigner(key: door.key).sign(ticket).code
            let verdict = try await desk.decide(forgery, on: noon)
            #expect(verdict.reason == .oldKey && verdict.answer.rawValue == policy.rawValue)
            #expect(try await desk.explain(code: forgery, on: noon).verdict.reason == .oldKey)
            var batch = DryRun()
            #expect(try await desk.decideWithoutRecording(forgery, on: noon, in: &batch).reason == .oldKey)
            let genuine = try TicketSigner(key: newest).sign(ticket).code
            #expect(try await desk.decide(genuine, on: noon).outcome == .admitted(count: 1))
            // A ticket from before the rotation stays good with its own code.
            let older = try await door.issue().code
            #expect(try await desk.decide(older, on: noon).outcome == .admitted(count: 1))
        }
    }

    @Test(
        "A code of suite 1 for a ticket that was issued with a key of suite 2 is not let in, whichever is newer",
        arguments: [UInt32(1), 2]
    )
    func weakerSuite(epoch: UInt32) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let master = MasterKey.random()
            let weak = try master.eventKey(for: door.event.id, epoch: epoch)
            let strong = try master.eventKey(for: door.event.id, epoch: 3 - epoch, suite: .ed25519)
            var ring = KeyRing()
            for key in [weak, strong] { try ring.insert(key) }
            let desk = AdmissionDesk(
                verifier: TicketVerifier(keyRing: ring), ledger: door.ledger, box: try await door.ledger.ownBox(),
                event: door.event, gate: .main)
            let ticket = Ticket(event: door.event.id, user: .random(), id: .random())
            try await door.ledger.add([IssuedTicket(ticket: ticket, epoch: strong.epoch)])
            // The secret of suite 1 is on every box.
            let forgery = try TicketSigner(key: weak).sign(ticket).code
            #expect(try await desk.decide(forgery, on: noon).outcome == .refused(.oldKey))
            let genuine = try TicketSigner(key: strong).sign(ticket).code
            #expect(try await desk.decide(genuine, on: noon).outcome == .admitted(count: 1))
        }
    }

    @Test("An unlisted ticket with an old key is treated by both policies, and one with the newest key by its own")
    func unlistedOldKey() async throws {
        try await withTemporaryFolder { folder in
            let (door, desk, newest) = try await rotated(in: folder, .ask, unlisted: .admit)
            #expect(try await desk.decide(door.signUnlisted().code, on: noon).outcome == .asked(.oldKey))
            let fresh = Ticket(event: door.event.id, user: .random(), id: .random())
            let code = try TicketSigner(key: newest).sign(fresh).code
            #expect(try await desk.decide(code, on: noon).outcome == .admitted(count: 1))
            // Without the newer key the older one is the newest in force.
            let retired = KeyRecord(keyID: newest.keyID, event: door.event.id, epoch: 2)
            #expect(try await door.ledger.retire(retired))
            #expect(try await desk.decide(door.signUnlisted().code, on: noon).answer == .admit)
        }
        try await withTemporaryFolder { folder in
            let (door, desk, _) = try await rotated(in: folder, .ask, unlisted: .refuse)
            #expect(try await desk.decide(door.signUnlisted().code, on: noon).reason == .unknownTicket)
        }
    }

    @Test("A per-day ticket goes to staff while the clock is set, whom it lets in is not asked again at once")
    func perDayByStaff() async throws {
        try await withTemporaryFolder { folder in
            let event = Event(slug: "fair", name: "Fair", reentry: .perDay)
            let door = try await TestDoor(in: folder, event: event)
            let desk = try await desk(door, reshowInterval: AdmissionDesk.reshowIntervalAtDoor)
            let code = try await door.issue()
            #expect(try await desk.decide(code.code, on: noon).outcome == .admitted(count: 1))
            let tomorrow = after(86_400)
            let clock = ClockTrust.stepped(by: .seconds(86_400))
            let verdict = try await desk.decide(code.code, on: tomorrow, clock: clock)
            #expect(verdict.outcome == .asked(.clockNotTrusted) && !verdict.recording.isEntry)
            let by = try Attribution(actor: "joel", why: "new day")
            let entered = try await desk.admitAnyway(code.ticket, on: tomorrow, clock: clock, by: by)
            #expect(entered.recording.isEntry)
            let again = try await desk.decide(code.code, on: after(86_403), clock: clock)
            #expect(again.reason == .justAdmitted)
        }
    }

    @Test("When the ledger cannot record, there is an error and no verdict")
    func cannotRecord() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let reader = try Ledger(opening: door.ledger.path, for: .reading)
            let desk = try await desk(door, ledger: reader)
            let code = try await door.issue().code
            await #expect(throws: LedgerError.self) { try await desk.decide(code, on: noon) }
            await #expect(throws: LedgerError.self) { try await desk.decide("not a ticket", on: noon) }
        }
    }

    @Test("Random histories: once used up, always used up, and never more entries than the ticket admits")
    func randomHistories() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            var random = SeededGenerator()
            var codes: [(code: String, admits: Int, entered: Int)] = []
            for _ in 0..<12 {
                let admits = Int.random(in: 1...3, using: &random)
                codes.append((try await door.issue(admits: admits).code, admits, 0))
            }
            for step in 0..<300 {
                let pick = Int.random(in: 0..<codes.count, using: &random)
                let verdict = try await desk.decide(codes[pick].code, on: after(Double(step)))
                let mayEnter = codes[pick].entered < codes[pick].admits
                #expect((verdict.answer == .admit) == mayEnter, "seed \(random.seed), step \(step)")
                if mayEnter { codes[pick].entered += 1 }
            }
        }
    }
}
