// Imports that are taken back, and files that are read in another way.

import GRDB
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct LedgerUndoImportTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    private func row(
        _ door: TestDoor,
        line: Int,
        identity: String,
        holder: String? = "Aarti Shah",
        status: TicketStatus? = .valid,
        tier: String? = "Regular",
        barcode: String? = nil
    ) -> ImportedTicket {
        ImportedTicket(
            line: line, event: door.event.id, identity: [identity], person: nil, tier: tier, status: status,
            holder: holder, reference: nil, admits: nil, note: nil, opens: nil, closes: nil, barcode: barcode
        )
    }

    private func file(_ number: UInt8) -> ListFile {
        ListFile(name: "list-\(number).csv", digest: [UInt8](repeating: number, count: 32), by: "desk", on: noon)
    }

    @discardableResult
    private func load(
        _ rows: [ImportedTicket],
        from file: ListFile,
        into door: TestDoor,
        isWhole: Bool = true
    ) async throws -> ImportPlan {
        let plan = try door.ledger.stageTickets(of: door.event.id, from: file, isWhole: { isWhole }) { add in
            for row in rows { try add(row) }
        }
        try await door.ledger.addStagedTickets(of: door.event.id, epoch: 1, from: file)
        #expect(try await door.ledger.verify().faults.isEmpty)
        return plan
    }

    private func undo(_ number: Int, in door: TestDoor) async throws -> ImportUndo {
        let result = try await door.ledger.undoImport(number, by: "desk", on: noon)
        #expect(try await door.ledger.verify().faults.isEmpty)
        return result
    }

    private func enter(_ ticket: ImportedTicket, at door: TestDoor) async throws {
        let code = try door.verifier.verify(try TicketSigner(key: door.key).sign(ticket.ticket))
        let verdict = try await door.ledger.decide(code, at: door.gate, on: noon, by: TestVerdict.judge)
        #expect(verdict.answer == .admit)
    }

    private func names(_ door: TestDoor) async throws -> [String: TicketStatus] {
        let tickets = try await door.ledger.tickets(of: door.event.id)
        return Dictionary(tickets.map { ($0.holder ?? "-", $0.status) }, uniquingKeysWith: { first, _ in first })
    }

    /// The tickets that each import has on the list.
    private func tickets(of event: EventID?, in door: TestDoor) async throws -> [Int] {
        let counts = try await door.ledger.importCounts(of: event)
        return try await door.ledger.imports(of: event).map { counts[$0.number]?.tickets ?? 0 }
    }

    @Test("Each import has the tickets that it listed and that are on the list, one import alone and several")
    func counts() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let rows = (2...4).map { row(door, line: $0, identity: "\($0)", barcode: "A\($0)") }
            try await load(rows, from: file(1), into: door)
            #expect(try await tickets(of: door.event.id, in: door) == [3])
            // One of the first list again, and a new one.
            try await load([rows[0], row(door, line: 9, identity: "9", barcode: "A9")], from: file(2), into: door)
            try await load([row(door, line: 2, identity: "x", barcode: "X")], from: file(3), into: door)
            for event in [nil, door.event.id] {
                #expect(try await tickets(of: event, in: door) == [3, 1, 1])
            }
            #expect(try await door.ledger.imports(of: .random()).isEmpty)
            #expect(try await door.ledger.importCounts(of: .random()).isEmpty)
            #expect(try await undo(3, in: door) == .undone(removed: 1, restored: 0, kept: 0))
            #expect(try await tickets(of: nil, in: door) == [3, 1, 0])
        }
    }

    @Test("An undone import leaves nothing behind that a door admits or a search finds")
    func undone() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load([row(door, line: 2, identity: "a", barcode: "A1")], from: file(1), into: door)
            #expect(try await tickets(of: nil, in: door) == [1])
            #expect(try await undo(1, in: door) == .undone(removed: 1, restored: 0, kept: 0))
            #expect(try await door.ledger.foreignTicket(for: "A1", of: door.event.id) == nil)
            #expect(try await door.ledger.tickets(matching: "aarti", limit: 5).isEmpty)
            #expect(try await door.ledger.tickets(of: door.event.id).map(\.status) == [.revoked])
            #expect(try await door.ledger.counts(of: door.event.id).tickets == 0)
            #expect(try await door.ledger.imports().map(\.undone) == [noon])
            #expect(try await undo(1, in: door) == .undoneBefore(noon))
            #expect(try await undo(2, in: door) == .unknown)
        }
    }

    @Test("An import of which one guest has entered stays whole")
    func entered() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let rows = (1...5).map { row(door, line: $0 + 1, identity: "\($0)", holder: "Guest \($0)") }
            try await load(rows, from: file(1), into: door)
            try await load([row(door, line: 2, identity: "x", barcode: "X")], from: file(2), into: door)
            #expect(try await door.ledger.importCounts().mapValues(\.isEntered) == [1: false, 2: false])
            try await enter(rows[2], at: door)
            #expect(try await door.ledger.importCounts().mapValues(\.isEntered) == [1: true, 2: false])
            let before = try await door.ledger.tickets(of: door.event.id)
            #expect(try await undo(1, in: door) == .entered(tickets: 1, first: noon))
            #expect(try await door.ledger.tickets(of: door.event.id) == before)
        }
    }

    @Test("Who was issued anew goes with the import, and does not come back by a restore")
    func reissued() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let old = row(door, line: 2, identity: "a")
            try await load([old], from: file(1), into: door)
            let staff = try Attribution(actor: "desk", why: "lost")
            let new = try #require(
                try await door.ledger.reissue(old.ticket.id, epoch: 1, by: staff, on: noon))
            #expect(try await undo(1, in: door) == .undone(removed: 1, restored: 0, kept: 0))
            #expect(try await door.ledger.ticket(new.ticket.id)?.status == .revoked)
            #expect(try await door.ledger.ticket(old.ticket.id)?.status == .replaced)
            for action in [TicketAction.restore, .pay, .block, .revoke] {
                await #expect(throws: LedgerError.self) {
                    _ = try await door.ledger.change(action, of: new.ticket.id, by: staff, on: noon)
                }
            }
            await #expect(throws: LedgerError.self) {
                _ = try await door.ledger.reissue(new.ticket.id, epoch: 1, by: staff, on: noon)
            }
            // The list once more brings the newest one back.
            try await load([old], from: file(1), into: door)
            #expect(try await door.ledger.ticket(new.ticket.id)?.status == .valid)
        }
    }

    @Test("A later import of the same tickets, or of other ones with their barcodes, comes in after an undo")
    func again() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let wrong = row(door, line: 2, identity: "a", holder: "Wrong", status: .revoked, barcode: "A1")
            try await load([wrong], from: file(1), into: door)
            _ = try await undo(1, in: door)
            let other = row(door, line: 2, identity: "b", holder: "Other", barcode: "A1")
            let plan = try await load([other], from: file(2), into: door)
            #expect(plan.new == 1 && plan.conflicts.isEmpty)
            _ = try await undo(2, in: door)
            let right = row(door, line: 2, identity: "a", holder: "Right", status: .unpaid, barcode: "A1")
            let back = try await load([right], from: file(3), into: door)
            #expect(back.changed == 1)
            #expect(try await door.ledger.ticket(wrong.ticket.id)?.status == .unpaid)
            #expect(try await door.ledger.foreignTicket(for: "A1", of: door.event.id)?.ticket == right.ticket)
            #expect(try await door.ledger.tickets(matching: "right", limit: 5).count == 1)
            #expect(try await undo(3, in: door) == .undone(removed: 1, restored: 0, kept: 0))
        }
    }

    @Test("An undone import gives back the status too, whether or not anything was shared in between")
    func statusGivenBack() async throws {
        for isShared in [false, true] {
            try await withTemporaryFolder { folder in
                let door = try await TestDoor(in: folder)
                let statuses: [(before: TicketStatus?, after: TicketStatus, end: TicketStatus)] = [
                    (.valid, .revoked, .valid), (nil, .revoked, .valid), (.unpaid, .revoked, .unpaid),
                    (.valid, .blocked, .valid), (.unpaid, .valid, .valid), (.revoked, .revoked, .revoked),
                ]
                let before = statuses.enumerated().map { index, status in
                    row(door, line: index + 2, identity: "\(index)", holder: "\(index)", status: status.before)
                }
                let after = statuses.enumerated().map { index, status in
                    row(door, line: index + 2, identity: "\(index)", holder: "\(index)", status: status.after)
                }
                try await load(before, from: file(1), into: door)
                if isShared { try await door.ledger.stampLists(on: noon) }
                try await load(after, from: file(2), into: door)
                if isShared { try await door.ledger.stampLists(on: noon) }
                #expect(try await undo(2, in: door) == .undone(removed: 0, restored: 5, kept: 0))
                let ends = statuses.enumerated().map { ("\($0.offset)", $0.element.end) }
                #expect(try await names(door) == Dictionary(uniqueKeysWithValues: ends), "shared: \(isShared)")
                // A later list brings the refund again.
                try await load(after, from: file(3), into: door)
                #expect(try await names(door)["0"] == .revoked)
            }
        }
    }

    @Test("What staff did after an import outlasts its undoing")
    func staffOutlastsUndo() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load([row(door, line: 2, identity: "a", holder: "Ann")], from: file(1), into: door)
            try await load([row(door, line: 2, identity: "a", holder: "Zoe")], from: file(2), into: door)
            let id = row(door, line: 2, identity: "a").ticket.id
            _ = try await door.ledger.change(.block, of: id, by: try Attribution(actor: "desk"), on: noon)
            #expect(try await undo(2, in: door) == .undone(removed: 0, restored: 1, kept: 0))
            #expect(try await names(door) == ["Ann": .blocked])
        }
    }

    @Test("What an import changed is as it was before, and what a later list has stays")
    func changedBack() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let first = [
                row(door, line: 2, identity: "a", holder: "Ann"), row(door, line: 3, identity: "b", holder: "Ben"),
            ]
            try await load(first, from: file(1), into: door)
            try await door.ledger.stampLists(on: noon)
            let second = [
                row(door, line: 2, identity: "a", holder: "Zoe", status: .revoked),
                row(door, line: 3, identity: "b", holder: "Ben"), row(door, line: 4, identity: "c", holder: "Cat"),
            ]
            try await load(second, from: file(2), into: door)
            try await door.ledger.stampLists(on: noon)
            #expect(try await names(door) == ["Zoe": .revoked, "Ben": .valid, "Cat": .valid])
            #expect(try await undo(1, in: door) == .undone(removed: 0, restored: 0, kept: 2))
            #expect(try await undo(2, in: door) == .undone(removed: 1, restored: 1, kept: 0))
            #expect(try await names(door) == ["Ann": .valid, "Ben": .valid, "-": .revoked])
            #expect(try await door.ledger.tickets(matching: "ann", limit: 5).count == 1)
        }
    }

    @Test("The same file read in another way corrects its tickets, and who has entered has entered")
    func corrected() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let wrong = (2...5).map {
                row(door, line: $0, identity: "name \($0)", holder: "Order \($0)", status: .revoked, barcode: "O\($0)")
            }
            try await load(wrong, from: file(1), into: door)
            try await door.ledger.stampLists(on: noon)
            try await enter(wrong[0], at: door)
            // Barcodes move by one line, names come from another column, and lines 4 and 5 are one ticket.
            let right = [2, 3, 4, 4].enumerated().map { index, number in
                row(
                    door, line: index + 2, identity: "ticket \(number)", holder: "Guest \(number)", tier: nil,
                    barcode: "O\(number + 1)")
            }
            let plan = try await load(right, from: file(1), into: door)
            #expect(plan.corrects == 1 && plan.new == 0 && plan.changed == 3 && plan.removed == 1)
            #expect(plan.conflicts.isEmpty && plan.repeated == 1)
            for (old, number) in zip(wrong, 2...4) {
                let ticket = try #require(try await door.ledger.ticket(old.ticket.id))
                #expect(ticket.holder == "Guest \(number)" && ticket.status == .valid && ticket.tier == nil)
                #expect(
                    try await door.ledger.foreignTicket(for: "O\(number + 1)", of: door.event.id)?.ticket == old.ticket)
            }
            #expect(try await door.ledger.ticket(wrong[3].ticket.id)?.isRemoved == true)
            #expect(try await door.ledger.entries(of: wrong[0].ticket.id).count == 1)
            #expect(try await door.ledger.tickets(of: door.event.id).count == 4)
            #expect(try await door.ledger.imports().count == 1)
            // Once more, nothing changes; a newer export finds its tickets.
            let same = try await load(right, from: file(1), into: door)
            #expect(same.new + same.changed + same.removed == 0)
            let newer = try await load(
                [right[1], row(door, line: 3, identity: "ticket 9", holder: "New")], from: file(2), into: door)
            #expect(newer.new == 1 && newer.changed == 0 && newer.conflicts.isEmpty)
        }
    }

    @Test("A line with a fault takes no ticket away, and one that is left out on purpose does")
    func leftOut() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let rows = (2...4).map { row(door, line: $0, identity: "\($0)", holder: "Guest \($0)") }
            try await load(rows, from: file(1), into: door)
            let some = try await load(Array(rows.dropLast()), from: file(1), into: door, isWhole: false)
            #expect(some.removed == 0)
            #expect(try await door.ledger.ticket(rows[2].ticket.id)?.status == .valid)
            let all = try await load(Array(rows.dropLast()), from: file(1), into: door)
            #expect(all.removed == 1)
            #expect(try await door.ledger.ticket(rows[2].ticket.id)?.isRemoved == true)
        }
    }

    @Test("What staff did to a ticket outlasts a correction of its file")
    func staff() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let rows = (2...3).map {
                row(door, line: $0, identity: "\($0)", holder: "Order \($0)", status: .unpaid)
            }
            try await load(rows, from: file(1), into: door)
            let staff = try Attribution(actor: "desk", why: "because")
            _ = try await door.ledger.change(.pay, of: rows[0].ticket.id, by: staff, on: noon)
            _ = try await door.ledger.change(.block, of: rows[1].ticket.id, by: staff, on: noon)
            let right = (2...3).map {
                row(door, line: $0, identity: "t\($0)", holder: "Guest \($0)", status: .unpaid)
            }
            try await load(right, from: file(1), into: door)
            #expect(try await names(door) == ["Guest 2": .valid, "Guest 3": .blocked])
        }
    }

    @Test("Beside an open door a long list is written down, corrected and undone as any other")
    func besideDoor() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let other = try Ledger(opening: door.ledger.path, for: .writing)
            let count = Ledger.pieceCount * 2 + 7
            let rows = (0..<count).map { row(door, line: $0 + 2, identity: "\($0)", holder: "Order \($0)") }
            try await load(rows, from: file(1), into: door)
            #expect(try await other.importCounts().mapValues(\.tickets) == [1: count])
            let right = (0..<count).map { row(door, line: $0 + 2, identity: "t\($0)", holder: "Guest \($0)") }
            let plan = try await load(right, from: file(1), into: door)
            #expect(plan.new == 0 && plan.changed == count)
            #expect(try await door.ledger.ticket(rows[5].ticket.id)?.holder == "Guest 5")
            #expect(
                try await other.undoImport(1, by: "desk", on: noon) == .undone(removed: count, restored: 0, kept: 0))
            #expect(try await door.ledger.verify().faults.isEmpty)
        }
    }

    @Test("A purged event takes in no list, and keeps nothing of those that came before")
    func purged() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let rows = [row(door, line: 2, identity: "a", barcode: "A1")]
            try await load(rows, from: file(1), into: door)
            try await load([row(door, line: 2, identity: "a", holder: "Zoe", barcode: "A1")], from: file(2), into: door)
            try await door.ledger.purge(door.event.id, on: noon)
            #expect(try await door.ledger.imports().isEmpty)
            #expect(throws: LedgerError.self) {
                _ = try door.ledger.stageTickets(of: door.event.id, from: file(1)) { try $0(rows[0]) }
            }
            let named = IssuedTicket(
                ticket: Ticket(event: door.event.id, user: .random(), id: .random()), epoch: 1, holder: "Zoe")
            await #expect(throws: LedgerError.self) { try await door.ledger.add([named]) }
            // The refusal lets go of the right to import.
            #expect(try await door.ledger.purgeTime(of: door.event.id) == noon)
            try await door.ledger.purge(door.event.id, on: noon)
            #expect(try await door.ledger.verify().faults.isEmpty)
        }
    }

    @Test("A list is told by tier, status, gate, import and whether somebody has entered")
    func filters() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load(
                [
                    row(door, line: 2, identity: "a", holder: "Ann", tier: "VIP"),
                    row(door, line: 3, identity: "b", holder: "Ben", status: .unpaid),
                ], from: file(1), into: door)
            let late = row(door, line: 2, identity: "c", holder: "Cat")
            try await load([late], from: file(2), into: door)
            try await enter(late, at: door)
            let staff = try Attribution(actor: "desk")
            let new = try #require(try await door.ledger.reissue(late.ticket.id, epoch: 1, by: staff, on: noon))
            func listed(_ change: (inout TicketFilter) -> Void) throws -> [String] {
                var filter = TicketFilter()
                change(&filter)
                var names: [String] = []
                try door.ledger.forEachTicket(matching: filter) {
                    names.append("\($0.ticket.holder ?? "-") \($0.entries)")
                }
                return names
            }
            #expect(try listed { _ in } == ["Ann 0", "Ben 0", "Cat 1"])
            #expect(try listed { $0.tier = "VIP" } == ["Ann 0"])
            #expect(try listed { $0.statuses = [.unpaid] } == ["Ben 0"])
            #expect(try listed { $0.statuses = [.replaced] } == ["Cat 1"])
            #expect(try listed { $0.isEntered = true } == ["Cat 1"])
            #expect(try listed { $0.isEntered = false } == ["Ann 0", "Ben 0"])
            #expect(try listed { $0.gate = .main } == ["Cat 1"])
            #expect(try listed { $0.gate = GateName("north") }.isEmpty)
            #expect(try listed { $0.imported = 1 } == ["Ann 0", "Ben 0"])
            #expect(try await door.ledger.ticket(new.ticket.id)?.holder == "Cat")
        }
    }
}
