// What staff do by hand: undone, paid, blocked, withdrawn, issued anew.

import GRDB
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct LedgerStaffTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    func after(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: noon.milliseconds + seconds * 1000)
    }

    func staff(_ why: String? = nil) throws -> Attribution {
        try Attribution(actor: "amina", why: why)
    }

    @Test("A group ticket is undone one by one, and each undo stands in the book")
    func undoOneByOne() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try door.verifier.verify(try await door.issue(admits: 2))
            let id = ticket.ticket.id
            for second in [0, 1] as [Int64] {
                _ = try await door.ledger.decide(ticket, at: door.gate, on: after(second), by: TestVerdict.judge)
            }
            let undone = try await door.ledger.undo(id, on: after(2), by: staff("wrong guest"))
            guard case .undone(let movement) = undone else { Issue.record("\(undone)"); return }
            #expect(movement.entry.at == after(1) && movement.kind == .entry)
            #expect(try await door.ledger.entries(of: id).map(\.at) == [noon])
            #expect(try await door.ledger.counts(of: door.event.id).inside == [.main: 1])
            let again = try await door.ledger.decide(ticket, at: door.gate, on: after(3), by: TestVerdict.judge)
            #expect(again.answer == .admit)
            for _ in 0..<2 { _ = try await door.ledger.undo(id, on: after(4), by: staff()) }
            #expect(try await door.ledger.undo(id, on: after(4), by: staff()) == .nothing)
            #expect(try await door.ledger.counts(of: door.event.id).admitted == 0)
            #expect(try await door.ledger.counts(of: door.event.id).inside == [.main: 0])
            #expect(try await door.ledger.counts(of: door.event.id).refused == 0)
            try await expectWholeChain(in: door.ledger, scans: 6)
        }
    }

    @Test("An admission is undone within the event's time and not after it, also when the clock went back")
    func undoTime() async throws {
        try await withTemporaryFolder { folder in
            let event = Event(slug: "night", name: "Summer Night", undoTime: .seconds(60))
            let door = try await TestDoor(in: folder, event: event)
            let ticket = try door.verifier.verify(try await door.issue())
            _ = try await door.ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            let late = try await door.ledger.undo(ticket.ticket.id, on: after(61), by: staff())
            guard case .tooLate(_, .seconds(60)) = late else { Issue.record("\(late)"); return }
            guard case .undone = try await door.ledger.undo(ticket.ticket.id, on: after(-5), by: staff()) else {
                Issue.record("not undone")
                return
            }
            var never = event
            never.undoTime = .zero
            try await door.ledger.update(never)
            _ = try await door.ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            let refused = try await door.ledger.undo(ticket.ticket.id, on: noon, by: staff())
            guard case .tooLate = refused else { Issue.record("\(refused)"); return }
        }
    }

    @Test("A change of a ticket is written down with who, why and when, and makes no new version of its row")
    func changes() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ledger = door.ledger
            let id = try await door.issue(status: .unpaid).ticket.id
            _ = try await door.issue()
            #expect(try await ledger.change(.pay, of: id, by: staff("cash"), on: noon)?.status == .valid)
            #expect(try await ledger.change(.block, of: id, by: staff("stolen"), on: after(1))?.statusWhy == "stolen")
            let lines = try await ledger.changes(of: id)
            #expect(lines.map(\.action) == [.pay, .block])
            #expect(lines.map(\.rev) == [1, 2])
            #expect(lines.last?.by == (try staff("stolen")) && lines.last?.at == after(1))
            let revisions = try await ledger.read { db in
                try Int64.fetchAll(db, sql: "SELECT rev FROM ticket ORDER BY rev")
            }
            #expect(revisions == [1, 2])
        }
    }

    @Test("Doing what was done already changes nothing, and the list says what it does not have")
    func idempotent() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let id = try await door.issue().ticket.id
            for _ in 0..<2 {
                #expect(try await door.ledger.change(.revoke, of: id, by: staff(), on: noon)?.status == .revoked)
            }
            #expect(try await door.ledger.changes(of: id).count == 1)
            #expect(try await door.ledger.change(.revoke, of: .random(), by: staff(), on: noon) == nil)
            #expect(try await door.ledger.reissue(.random(), epoch: 1, by: staff(), on: noon) == nil)
        }
    }

    @Test("A block that is taken back leaves an unpaid ticket unpaid, and a paid one paid")
    func restore() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            for status in [TicketStatus.unpaid, .valid] {
                let id = try await door.issue(status: status).ticket.id
                for action in [TicketAction.block, .revoke] {
                    _ = try await door.ledger.change(action, of: id, by: staff(), on: noon)
                }
                #expect(try await door.ledger.change(.restore, of: id, by: staff(), on: noon)?.status == status)
            }
        }
    }

    @Test("What a ticket's status does not allow is refused with a sentence, and nothing is written down")
    func notAllowed() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let id = try await door.issue(status: .revoked).ticket.id
            for action in [TicketAction.pay, .block, .reissue] {
                let error = await #expect(throws: LedgerError.self) {
                    try await door.ledger.change(action, of: id, by: staff(), on: noon)
                }
                #expect(error?.description.contains("is revoked; it cannot be") == true)
            }
            await #expect(throws: LedgerError.self) {
                try await door.ledger.reissue(id, epoch: 1, by: staff(), on: noon)
            }
            #expect(try await door.ledger.changes(of: id).isEmpty)
        }
    }

    @Test("A ticket issued anew keeps name, terms and entries, and the old one is replaced")
    func reissue() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ledger = door.ledger
            let old = try door.verifier.verify(try await door.issue(tier: "VIP", admits: 3, note: "18+"))
            _ = try await ledger.decide(old, at: door.gate, on: noon, by: TestVerdict.judge)
            let second = try #require(try await ledger.reissue(old.ticket.id, epoch: 1, by: staff(), on: noon))
            let third = try #require(try await ledger.reissue(second.ticket.id, epoch: 2, by: staff(), on: noon))
            #expect(third.replaces == second.ticket.id && second.replaces == old.ticket.id)
            #expect((third.tier, third.admits, third.note, third.epoch) == ("VIP", 3, "18+", 2))
            #expect(third.ticket.user == old.ticket.user && third.status == .valid)
            #expect(try await ledger.ticket(old.ticket.id)?.status == .replaced)
            #expect(try await ledger.entries(of: third.ticket.id).map(\.at) == [noon])
            let new = try door.verifier.verify(try TicketSigner(key: door.key).sign(third.ticket))
            for second in 1...2 as ClosedRange<Int64> {
                let verdict = try await ledger.decide(new, at: door.gate, on: after(second), by: TestVerdict.judge)
                #expect(verdict.answer == .admit)
            }
            #expect(try await ledger.decide(new, at: door.gate, on: after(3), by: TestVerdict.judge).answer == .refuse)
        }
    }

    @Test("Tickets that were replaced or withdrawn are counted nowhere: an event's counts are those of its report")
    func ticketCounts() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            var ids: [TicketID] = []
            for _ in 0..<5 { ids.append(try await door.issue().ticket.id) }
            _ = try await door.ledger.reissue(ids[0], epoch: 1, by: staff(), on: noon)
            _ = try await door.ledger.change(.revoke, of: ids[1], by: staff(), on: noon)
            _ = try await door.ledger.change(.block, of: ids[2], by: staff(), on: noon)
            let counts = try await door.ledger.counts(of: door.event.id)
            let turnout = try await door.ledger.attendance(of: door.event.id).turnout
            #expect(counts.tickets == 4 && counts.expected == 4)
            #expect(turnout.map(\.tickets) == [4] && turnout.map(\.expected) == [4])
        }
    }

    @Test("A ticket is not issued anew where its names were purged, so that no other ledger loses them")
    func reissueAfterPurge() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ids = [try await door.issue().ticket.id, try await door.issue().ticket.id]
            try await door.ledger.purge(door.event.id, on: noon)
            for several in [false, true] {
                let error = await #expect(throws: LedgerError.self) {
                    if several {
                        _ = try await door.ledger.reissue(ids, epoch: 1, by: staff(), on: after(1))
                    } else {
                        _ = try await door.ledger.reissue(ids[0], epoch: 1, by: staff(), on: after(1))
                    }
                }
                #expect(error?.description.contains("purged") == true, "\(String(describing: error))")
            }
            #expect(try await door.ledger.ticket(ids[0])?.status == .valid)
            #expect(try await door.ledger.changes(of: ids[0]).isEmpty)
        }
    }

    @Test("Whoever changes a ticket without giving a revision gets the next one")
    func revisions() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            for _ in 0..<3 { _ = try await door.issue() }
            let revisions = try await door.ledger.write { db in
                try db.execute(sql: "UPDATE ticket SET holder = NULL")
                return try Int64.fetchAll(db, sql: "SELECT rev FROM ticket ORDER BY rev")
            }
            #expect(revisions == [4, 5, 6])
        }
    }

    @Test(
        "What staff did cannot be changed or deleted",
        arguments: ["UPDATE ticket_change SET actor = 'nobody'", "DELETE FROM ticket_change"]
    )
    func appendOnly(sql: String) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let id = try await door.issue().ticket.id
            _ = try await door.ledger.change(.block, of: id, by: staff(), on: noon)
            await #expect(throws: LedgerError.self) {
                try await door.ledger.write { db in try db.execute(sql: sql) }
            }
        }
    }

    @Test("A name or reason that is no text of 1 to 200 characters is refused")
    func attributions() {
        let long = String(repeating: "x", count: 201)
        for actor in [
            "", "   ", "\u{200B}", "a\u{202E}b", "a\u{2066}b", String(repeating: "e\u{301}\u{301}\u{301}", count: 200),
        ] {
            #expect(throws: LedgerError.self) { try Attribution(actor: actor) }
        }
        // Persian names need a character between letters that is not seen.
        #expect(throws: Never.self) { try Attribution(actor: "علی\u{200C}رضا") }
        #expect(throws: LedgerError.self) { try Attribution(actor: long) }
        #expect(throws: LedgerError.self) { try Attribution(actor: "a", why: long) }
        #expect((try? Attribution(actor: "a", why: ""))?.why == nil)
    }

    @Test("One character with thousands of marks is too long for a reason and for a message to the gates")
    func marks() {
        let tall = "e" + String(repeating: "\u{301}", count: 5000)
        #expect(tall.count == 1)
        #expect(throws: LedgerError.self) { try Attribution(actor: "a", why: tall) }
        #expect(!GateMessage.isText(tall) && GateMessage.isText("e\u{301}"))
    }
}
