// Nobody acts on a ticket that is no longer as they saw it.

import Ledger
import TestSupport
import Testing
import TicketSigning

@testable import Admission

struct SeenTicketTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    func after(_ seconds: Double) -> Timestamp {
        Timestamp(milliseconds: noon.milliseconds + Int64(seconds * 1000))
    }

    func desk(_ door: TestDoor, gate: GateName = .main) async throws -> AdmissionDesk {
        AdmissionDesk(
            verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(), event: door.event,
            gate: gate
        )
    }

    func staff(_ why: String? = nil) throws -> Attribution {
        try Attribution(actor: "amina", why: why)
    }

    func seen(_ ticket: Ticket, at desk: AdmissionDesk, on instant: Timestamp? = nil) async throws -> SeenTicket {
        try #require(try await desk.explain(ticket, on: instant ?? noon).seen)
    }

    @Test("The same request lets in one person, however often it comes, also of a group", arguments: [1, 4])
    func sameRequest(admits: Int) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let ticket = try await door.issue(admits: admits).ticket
            let seen = try await seen(ticket, at: desk)
            #expect(try await desk.admitAnyway(ticket, seen: seen, on: noon, by: staff("VIP")).reason == .admitted)
            let entry = Entry(at: noon, gate: "main", box: desk.box.id, boxName: desk.box.name)
            let news = ConcurrentChange.moved(.entry, entry, by: try staff("VIP"))
            for _ in 0..<3 {
                await #expect(throws: LedgerError.changedMeanwhile(news)) {
                    try await desk.admitAnyway(ticket, seen: seen, on: after(1), by: staff("VIP"))
                }
            }
            #expect(try await door.ledger.entries(of: ticket.id).count == 1)
            #expect(
                news.sentence { _ in "19:38" }
                    == "Changed meanwhile: entered at 19:38, gate main, by amina. Look again before you act.")
        }
    }

    @Test("Of many who act at the same moment on what they all saw, one does it", arguments: [1, 8])
    func race(admits: Int) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let ticket = try await door.issue(admits: admits).ticket
            for round in 1...3 {
                let seen = try await seen(ticket, at: desk)
                let done = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            do {
                                _ = try await desk.admitAnyway(ticket, seen: seen, on: noon, by: staff("again"))
                                return true
                            } catch LedgerError.changedMeanwhile { return false }
                        }
                    }
                    return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
                #expect(done == 1)
                #expect(try await door.ledger.entries(of: ticket.id).count == round)
            }
        }
    }

    @Test(
        "A reason is asked for in the transaction that records, and spaces are none", arguments: [nil, "", "  \u{a0} "])
    func reasonNeeded(why: String?) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let ticket = try await door.issue(status: .unpaid).ticket
            let seen = try await seen(ticket, at: desk)
            #expect(seen.objections == [.unpaid])
            await #expect(throws: StaffError.self) {
                try await desk.admitAnyway(ticket, seen: seen, on: noon, by: staff(why))
            }
            await #expect(throws: StaffError.self) { try await desk.admitAnyway(ticket, on: noon, by: staff(why)) }
            #expect(try await door.ledger.logEntries(of: ticket.id).isEmpty)
            let verdict = try await desk.admitAnyway(ticket, seen: seen, on: noon, by: staff("paid cash"))
            #expect(verdict.outcome == .overruled(.unpaid, count: 1))
        }
    }

    @Test("What the rules said is part of what was seen: when time passes an end, nothing happens, also with a reason")
    func otherVerdict() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let ticket = try await door.issue(status: .unpaid, closes: after(60)).ticket
            let seen = try await seen(ticket, at: desk)
            do {
                _ = try await desk.admitAnyway(ticket, seen: seen, on: after(60), by: staff("paid cash"))
                Issue.record("let in on another verdict")
            } catch StaffError.changedMeanwhile(.rules(let verdict)) {
                #expect(verdict.reason == .tooLate)
            }
            #expect(try await door.ledger.logEntries(of: ticket.id).isEmpty)
            let again = try await self.seen(ticket, at: desk, on: after(61))
            #expect(again.objections == [.tooLate, .unpaid] && again.version == seen.version)
            _ = try await desk.admitAnyway(ticket, seen: again, on: after(62), by: staff("was in the queue"))
        }
    }

    @Test("A further objection that nobody saw is news, though another one decides")
    func hiddenObjection() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await door.ledger.update(door.event, zones: [Zone(name: .main, capacity: 1)])
            let desk = try await desk(door)
            let unpaid = try await door.issue(status: .unpaid).ticket
            let seen = try await seen(unpaid, at: desk)
            _ = try await desk.decide(try await door.issue().code, on: noon)
            await #expect(throws: StaffError.self) {
                try await desk.admitAnyway(unpaid, seen: seen, on: noon, by: staff("paid cash"))
            }
            #expect(try await self.seen(unpaid, at: desk).objections == [.unpaid, .full])
        }
    }

    @Test("What was seen at one gate lets nobody in at another")
    func otherGate() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let north = try #require(GateName("north"))
            try await door.ledger.update(door.event, gates: [GateSettings(name: .main), GateSettings(name: north)])
            let desk = try await desk(door)
            let ticket = try await door.issue().ticket
            let seen = try await seen(ticket, at: desk)
            await #expect(throws: StaffError.changedMeanwhile(.gate(north))) {
                try await desk.moved(to: north).admitAnyway(ticket, seen: seen, on: noon, by: staff("x"))
            }
        }
    }

    @Test("Pay, block, undo and restore also act on nothing but what was seen, and say what happened")
    func otherActs() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let (desk, ledger) = (try await desk(door), door.ledger)
            let signed = try await door.issue(admits: 3)
            let id = signed.ticket.id
            for _ in 0..<2 { _ = try await desk.decide(signed.code, on: noon) }
            let seen = try await ledger.version(of: id)
            #expect(try await desk.undo(id, seen: seen, on: after(1), by: staff()) != .nothing)
            do {
                _ = try await desk.undo(id, seen: seen, on: after(2), by: staff())
                Issue.record("undone twice")
            } catch LedgerError.changedMeanwhile(let news) {
                #expect(news.words { _ in "19:38" } == "an entry or exit was undone at 19:38, gate main, by amina")
            }
            #expect(try await ledger.entries(of: id).count == 1)
            for action in [TicketAction.block, .revoke, .restore, .pay] {
                await #expect(throws: LedgerError.self) {
                    try await ledger.change(action, of: id, seen: seen, by: staff(), on: noon)
                }
            }
            #expect(try await ledger.changes(of: id).isEmpty)
            let now = try await ledger.version(of: id)
            #expect(try await ledger.change(.block, of: id, seen: now, by: staff("lost"), on: noon)?.status == .blocked)
            do {
                _ = try await ledger.change(.restore, of: id, seen: now, by: staff(), on: noon)
                Issue.record("restored a ticket that nobody had seen blocked")
            } catch LedgerError.changedMeanwhile(let news) {
                #expect(news.words { _ in "19:38" } == "blocked at 19:38, by amina")
            }
        }
    }

    @Test("A version changes with whatever a person reads of the ticket, and with nothing else")
    func versions() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let (desk, ledger) = (try await desk(door), door.ledger)
            let signed = try await door.issue(tier: "VIP", admits: 2)
            let id = signed.ticket.id
            var known: Set<TicketVersion> = []
            func expectNews(_ what: Comment) async throws {
                let version = try await ledger.version(of: id)
                #expect(known.insert(version).inserted, what)
                #expect(try await ledger.version(of: id) == version, what)
                #expect(TicketVersion(version.description) == version)
            }
            func expectNoNews(_ what: Comment) async throws {
                #expect(known.contains(try await ledger.version(of: id)), what)
            }
            try await expectNews("at first")
            _ = try await desk.decide(signed.code, on: noon)
            try await expectNews("an entry")
            _ = try await desk.decide(signed.code, on: after(1))
            try await expectNews("the second of a group")
            _ = try await desk.decide(signed.code, on: after(2))
            try await expectNoNews("a refused scan moves nobody")
            _ = try await desk.decide(try await door.issue().code, on: after(3))
            try await expectNoNews("another guest")
            _ = try await desk.undo(id, on: after(4), by: staff())
            try await expectNews("an undo does not bring the version before back")
            _ = try await ledger.change(.block, of: id, by: staff("a"), on: after(5))
            try await expectNews("a block")
            _ = try await ledger.change(.restore, of: id, by: staff("b"), on: after(6))
            try await expectNews("a restore does not bring the version before back")
            try await ledger.update(door.event, tiers: [Tier(name: "VIP", policy: EntryPolicy(note: "18+"))])
            try await expectNews("the tier's terms")
            var event = door.event
            event.closes = after(3600)
            try await ledger.update(event, tiers: [Tier(name: "VIP", policy: EntryPolicy(note: "18+"))])
            try await expectNews("the event's terms")
            let new = try #require(try await ledger.reissue(id, epoch: 1, by: staff(), on: after(7)))
            try await expectNews("a reissue")
            _ = try await desk.decide(try TicketSigner(key: door.key).sign(new.ticket).code, on: after(8))
            _ = try await desk.admitAnyway(new.ticket, on: after(9), by: staff("student card seen"))
            try await expectNews("an entry with the ticket that was issued in its place")
        }
    }

    @Test("A token is read back as it was, and what is no token is none")
    func tokens() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let desk = try await desk(door)
            let ticket = try await door.issue(status: .unpaid, note: "18+").ticket
            let seen = try await seen(ticket, at: desk)
            let text = seen.description
            #expect(SeenTicket(text) == seen && text.hasSuffix(".unpaid+check.main."))
            var random = SeededGenerator()
            for _ in 0..<2000 {
                var bytes = Array(text.utf8)
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
                }
                let other = String(decoding: bytes, as: UTF8.self)
                #expect(SeenTicket(other).map { $0 != seen || other == text } ?? true, "seed \(random.seed): \(other)")
            }
            for text in ["", ".", "...", "....", String(repeating: "g", count: 36), "\(seen.version)é"] {
                #expect(SeenTicket(text) == nil && TicketVersion(text) == nil, "\(text)")
            }
        }
    }

    @Test(
        "Whom staff admit beyond the ticket is a double admission, and whom they admit for another reason is none"
    )
    func doubles() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let (desk, ledger) = (try await desk(door), door.ledger)
            let pair = try await door.issue(admits: 2).ticket
            let unpaid = try await door.issue(status: .unpaid).ticket
            for second in 0..<2 { _ = try await desk.admitAnyway(pair, on: after(Double(second)), by: staff("band")) }
            _ = try await desk.admitAnyway(unpaid, on: after(3), by: staff("cash"))
            #expect(try await ledger.doubleAdmissions().isEmpty)
            _ = try await desk.admitAnyway(pair, on: after(4), by: staff("third of two"))
            let doubles = try await ledger.doubleAdmissions()
            #expect(doubles.map(\.later.ticket) == [pair.id])
            #expect(doubles.first?.later.isDeliberate == true && doubles.first?.later.by?.why == "third of two")
            _ = try await desk.admitAnyway(unpaid, on: after(5), by: staff("cash again"))
            #expect(try await ledger.doubleAdmissions().count == 2)
            _ = try await desk.undo(pair.id, on: after(6), by: staff())
            #expect(try await ledger.doubleAdmissions().map(\.later.ticket) == [unpaid.id])
        }
    }
}
