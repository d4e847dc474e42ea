// One ticket, one entry: whoever races.

import GRDB
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct LedgerAdmissionTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    @Test("The first scan enters, the second learns when, where and on which box the first was")
    func secondLearnsOfFirst() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try door.verifier.verify(try await door.issue())
            let first = try await door.ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            let later = Timestamp(milliseconds: noon.milliseconds + 61_000)
            let second = try await door.ledger.decide(ticket, at: door.gate, on: later, by: TestVerdict.judge)

            #expect(first.answer == .admit)
            #expect(second.answer == .refuse)
            let box = try await door.ledger.ownBox()
            #expect(second.seen?.entries == [Entry(at: noon, gate: "main", box: box.id, boxName: "north-1")])
        }
    }

    @Test("Of 64 racing tasks on two connections exactly one enters with each ticket")
    func racers() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let other = try Ledger(opening: door.ledger.path, for: .writing)
            let verifier = try door.verifier
            for _ in 0..<5 {
                let ticket = try verifier.verify(try await door.issue())
                let answers = try await withThrowingTaskGroup(of: TestVerdict.self) { group in
                    for racer in 0..<64 {
                        let ledger = racer.isMultiple(of: 2) ? door.ledger : other
                        group.addTask {
                            try await ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.count { $0.answer == .admit } == 1)
                #expect(answers.filter { $0.answer == .refuse }.allSatisfy { $0.seen?.entries.count == 1 })
            }
            try await expectWholeChain(in: door.ledger, scans: 5 * 64)
        }
    }

    @Test("A group ticket admits as many as it says")
    func groupTicket() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try door.verifier.verify(try await door.issue(admits: 4))
            var answers: [Answer] = []
            for _ in 0..<6 {
                let verdict = try await door.ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
                answers.append(verdict.answer)
            }
            #expect(answers == [.admit, .admit, .admit, .admit, .refuse, .refuse])
            #expect(try await door.ledger.counts(of: door.event.id).admitted == 4)
        }
    }

    @Test("Should a second admission take a slot that is taken, SQLite refuses it and nobody enters")
    func slotIsUnique() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try door.verifier.verify(try await door.issue())
            _ = try await door.ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            await #expect(throws: LedgerError.self) {
                try await door.ledger.write { db in
                    let twin = ScanRecord(
                        kind: .entry, answer: .admit, reason: "admitted", gate: door.gate, zone: .main,
                        ticket: ticket.ticket.id, slot: 1, people: 1
                    )
                    try LogHead(in: db).append(twin, on: noon, in: db)
                }
            }
            #expect(try await door.ledger.entries(of: ticket.ticket.id).count == 1)
        }
    }

    @Test("A verdict that records nothing leaves no trace")
    func nothingRecorded() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try door.verifier.verify(try await door.issue())
            let standing = TestVerdict(answer: .admit, reasonCode: "admitted", recording: .nothing, seen: nil)
            _ = try await door.ledger.decide(ticket, at: door.gate, on: noon) { _ in standing }
            try await expectWholeChain(in: door.ledger, scans: 0)
        }
    }

    @Test("A code shown again is written down once in 1.5 s, moves nobody, and leaves a whole ledger")
    func repetition() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try door.verifier.verify(try await door.issue())
            let other = try door.verifier.verify(try await door.issue())
            let again = TestVerdict(answer: .admit, reasonCode: "just-admitted", recording: .repetition, seen: nil)
            func show(_ ticket: VerifiedTicket, _ milliseconds: Int64) async throws {
                let at = Timestamp(milliseconds: noon.milliseconds + milliseconds)
                _ = try await door.ledger.decide(ticket, at: door.gate, on: at) { _ in again }
            }
            _ = try await door.ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            for time in [0, 500, 1499, 1500, 2000, 3100] as [Int64] { try await show(ticket, time) }
            try await show(other, 600)
            // A flickering code, or a trigger that is held: as often as it could come into view.
            for time in 0..<60 as Range<Int64> { try await show(other, 10_000 + time * 100) }
            let counts = try await door.ledger.counts(of: door.event.id)
            #expect(counts.shownAgain == 3 + 1 + 4 && counts.admitted == 1 && counts.inside == [.main: 1])
            #expect(counts.refused == 0 && counts.asked == 0)
            #expect(try await door.ledger.repetitions(of: ticket.ticket.id).count == 3)
            #expect(try await door.ledger.entries(of: ticket.ticket.id).count == 1)
            let tally = try await door.ledger.continued(ScanTally(of: door.event.id))
            #expect(tally.shownAgain == 8 && tally.refused.isEmpty && tally.arrivals.values.reduce(0, +) == 1)
            #expect(try await door.ledger.verify().faults.isEmpty)
            #expect(try await door.ledger.multipleEntries().isEmpty)
        }
    }

    @Test("What was written while the clock was ahead hides no bad code later")
    func badCodeFromTheFuture() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            for days in [1, 0] as [Int64] {
                let at = Timestamp(milliseconds: noon.milliseconds + days * 86_400_000)
                try await door.ledger.logRefusedCode(TestVerdict.forged, ofCode: "DC1:X", at: door.gate, on: at)
            }
            try await expectWholeChain(in: door.ledger, scans: 2)
        }
    }

    @Test("The same bad code is written down once a minute, without its text")
    func repeatedBadCode() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let code = "DC1:SECRETLOOKINGTEXT"
            for seconds in [0, 1, 30, 59, 61, 90] {
                let at = Timestamp(milliseconds: noon.milliseconds + Int64(seconds) * 1000)
                try await door.ledger.logRefusedCode(TestVerdict.forged, ofCode: code, at: door.gate, on: at)
            }
            try await door.ledger.logRefusedCode(TestVerdict.forged, ofCode: code + "2", at: door.gate, on: noon)
            try await expectWholeChain(in: door.ledger, scans: 3)
            let row = try await door.ledger.read { db in try Row.fetchOne(db, sql: "SELECT * FROM scan")?.description }
            #expect(row?.contains("SECRET") == false)
        }
    }
}
