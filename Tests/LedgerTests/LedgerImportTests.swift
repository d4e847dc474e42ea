// Lists from elsewhere in the ledger.

import GRDB
import GRDBSQLite
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct LedgerImportTests {
    func ticket(
        _ door: TestDoor,
        _ number: Int,
        line: Int? = nil,
        holder: String? = nil,
        status: TicketStatus? = .valid,
        tier: String? = "Regular",
        barcode: String? = nil,
        opens: Timestamp? = nil,
        closes: Timestamp? = nil
    ) -> ImportedTicket {
        ImportedTicket(
            line: line ?? number + 1, event: door.event.id, identity: ["ticket", "", String(number)], person: nil,
            tier: tier, status: status, holder: holder ?? "Guest \(number)", reference: nil, admits: nil, note: nil,
            opens: opens, closes: closes, barcode: barcode ?? "B\(number)"
        )
    }

    @discardableResult
    func load(_ tickets: [ImportedTicket], into door: TestDoor) async throws -> ImportPlan {
        let plan = try stage(tickets, beside: door.ledger, of: door.event.id)
        try await door.ledger.addStagedTickets(of: door.event.id, epoch: 1)
        return plan
    }

    func stage(_ tickets: [ImportedTicket], beside ledger: Ledger, of event: EventID) throws -> ImportPlan {
        try ledger.stageTickets(of: event) { add in
            for ticket in tickets { try add(ticket) }
        }
    }

    @Test("The same list again changes nothing, not even a revision")
    func idempotence() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let list = (1...50).map { ticket(door, $0, status: $0 % 7 == 0 ? .unpaid : .valid) }
            let first = try await load(list, into: door)
            #expect(first.new == 50 && first.changed == 0 && first.unpaid == 7 && first.withBarcode == 50)
            let before = try await door.ledger.tickets(of: door.event.id)
            let revision = try await door.ledger.read { try IssuedTicket.lastRevision(in: $0) }
            let second = try await load(list.reversed(), into: door)
            #expect(second.new == 0 && second.changed == 0 && second.unchanged == 50)
            #expect(try await door.ledger.tickets(of: door.event.id) == before)
            #expect(try await door.ledger.read { try IssuedTicket.lastRevision(in: $0) } == revision)
            #expect(try await door.ledger.verify().faults.isEmpty)
        }
    }

    @Test("A disk that fills while a long list is imported in pieces is told, and with space again the rest follows")
    func fullDiskBetweenPieces() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            // A second program has the ledger open, so that the list is merged in pieces.
            let other = try Ledger(opening: door.ledger.path, for: .writing)
            let count = 6000
            _ = try stage((1...count).map { ticket(door, $0) }, beside: door.ledger, of: door.event.id)
            // Room for the rows that are kept, and for some of the tickets.
            try await door.ledger.queue.writeWithoutTransaction { db in
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                try db.execute(sql: "PRAGMA max_page_count = \(pages + 420)")
            }
            await #expect(throws: LedgerError.partlyImported(path: door.ledger.path)) {
                try await door.ledger.addStagedTickets(of: door.event.id, epoch: 1)
            }
            let part = try await other.tickets(of: door.event.id).count
            #expect(part > 0 && part < count)
            let next = try Ledger(opening: door.ledger.path, for: .writing)
            #expect(try await next.tickets(of: door.event.id).count == count)
        }
    }

    @Test("Two boxes that import the same list have the same tickets")
    func sameEverywhere() {
        let event = Event(slug: "night", name: "Night")
        let one = ImportedTicket(
            line: 2, event: event.id, identity: ["ticket", "", "7"], person: "a@b", tier: nil, status: .valid,
            holder: nil, reference: nil, admits: nil, note: nil, opens: nil, closes: nil, barcode: nil
        )
        let other = ImportedTicket(
            line: 9, event: event.id, identity: ["ticket", "", "7"], person: "a@b", tier: "x", status: .unpaid,
            holder: "A", reference: "B", admits: 2, note: nil, opens: nil, closes: nil, barcode: "C"
        )
        #expect(one.ticket == other.ticket)
        #expect(one.ticket.id.description.dropFirst(14).first == "8")
    }

    @Test("A newer list brings payments, refunds, names and new tickets, and never takes one back")
    func update() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load([ticket(door, 1, status: .unpaid), ticket(door, 2), ticket(door, 3)], into: door)
            let newer = [
                ticket(door, 1), ticket(door, 2, status: .revoked), ticket(door, 3, holder: "Zoë Novák"),
                ticket(door, 4),
            ]
            let plan = try await load(newer, into: door)
            #expect(plan.new == 1 && plan.changed == 3 && plan.withdrawn == 1)
            #expect(try await door.ledger.tickets(matching: "novak", limit: 5).count == 1)
            #expect(try await door.ledger.tickets(matching: "guest 3", limit: 5).isEmpty)
            // The old list once more: nothing becomes unpaid or valid again.
            try await load([ticket(door, 1, status: .unpaid), ticket(door, 2)], into: door)
            let statuses = try await door.ledger.tickets(of: door.event.id).map(\.status)
            #expect(statuses.count { $0 == .valid } == 3 && statuses.count { $0 == .revoked } == 1)
        }
    }

    @Test("What staff blocked, paid or restored stays as they left it")
    func staff() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let list = [ticket(door, 1, status: .unpaid), ticket(door, 2), ticket(door, 3, status: .revoked)]
            try await load(list, into: door)
            let staff = try Attribution(actor: "desk", why: "because")
            let now = Timestamp(milliseconds: 1_790_000_000_000)
            for (index, action) in [(0, TicketAction.pay), (1, .block), (2, .restore)] {
                _ = try await door.ledger.change(action, of: list[index].ticket.id, by: staff, on: now)
            }
            let plan = try await load(list, into: door)
            #expect(plan.unchanged == 3)
            for (index, status) in [(0, TicketStatus.valid), (1, .blocked), (2, .valid)] {
                #expect(try await door.ledger.ticket(list[index].ticket.id)?.status == status)
            }
        }
    }

    @Test("A refund, a payment and a name reach the ticket that was issued anew, over and over")
    func reissued() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let list = [ticket(door, 1), ticket(door, 2, status: .unpaid)]
            try await load(list, into: door)
            let staff = try Attribution(actor: "desk", why: "lost")
            let now = Timestamp(milliseconds: 1_790_000_000_000)
            var newest: [TicketID] = []
            for old in list.map(\.ticket.id) {
                var id = old
                for _ in 1...2 {
                    id = try #require(try await door.ledger.reissue(id, epoch: 1, by: staff, on: now)).ticket.id
                }
                newest.append(id)
            }
            #expect(try await load(list, into: door).unchanged == 2)
            let plan = try await load([ticket(door, 1, status: .revoked), ticket(door, 2, holder: "Zoë")], into: door)
            #expect(plan.changed == 2)
            #expect(try await door.ledger.ticket(newest[0])?.status == .revoked)
            #expect(try await door.ledger.ticket(newest[1])?.status == .valid)
            #expect(try await door.ledger.ticket(newest[1])?.holder == "Zoë")
            #expect(try await door.ledger.ticket(list[0].ticket.id)?.status == .replaced)
        }
    }

    @Test("A refund that is new in the list counts, whatever staff restored before")
    func refundAfterRestore() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load([ticket(door, 1), ticket(door, 2, status: .revoked)], into: door)
            let staff = try Attribution(actor: "desk", why: "because")
            let now = Timestamp(milliseconds: 1_790_000_000_000)
            let ids = [ticket(door, 1), ticket(door, 2)].map(\.ticket.id)
            for (index, action) in [(0, TicketAction.block), (0, .restore), (1, .restore)] {
                _ = try await door.ledger.change(action, of: ids[index], by: staff, on: now)
            }
            let anew = try #require(try await door.ledger.reissue(ids[1], epoch: 1, by: staff, on: now))
            let newer = [ticket(door, 1, status: .revoked), ticket(door, 2, status: .revoked)]
            #expect(try await load(newer, into: door).changed == 1)
            #expect(try await door.ledger.ticket(ids[0])?.status == .revoked)
            #expect(try await door.ledger.ticket(anew.ticket.id)?.status == .valid)
        }
    }

    @Test("Times that end before they begin, together with the ledger's, are a fault of their row")
    func times() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load([ticket(door, 1, closes: Timestamp(milliseconds: 1000)), ticket(door, 2)], into: door)
            let late = ticket(door, 1, line: 7, opens: Timestamp(milliseconds: 1000))
            let plan = try await load([late, ticket(door, 3)], into: door)
            #expect(plan.conflicts == [ImportConflict(line: 7, kind: .timesInLedger)])
            #expect(plan.new == 1 && plan.changed == 0)
        }
    }

    @Test("Rows that contradict each other or the ledger are named, and repeated ones are not")
    func conflicts() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load([ticket(door, 1)], into: door)
            let plan = try await load(
                [
                    ticket(door, 2, line: 2), ticket(door, 2, line: 3), ticket(door, 2, line: 4, holder: "Other"),
                    ticket(door, 3, line: 5, barcode: "B2"), ticket(door, 4, line: 6, barcode: "B1"),
                    ticket(door, 5, line: 7),
                ],
                into: door
            )
            #expect(plan.repeated == 1)
            #expect(
                plan.conflicts == [
                    ImportConflict(line: 4, kind: .ticket(line: 2)), ImportConflict(line: 5, kind: .barcode(line: 2)),
                    ImportConflict(line: 6, kind: .barcodeInLedger),
                ]
            )
            #expect(plan.new == 2)
            #expect(try await door.ledger.tickets(of: door.event.id).count == 3)
        }
    }

    @Test("A refund that a later row of the same ticket tells is a fault, and never dropped as a repetition")
    func repeatedRefund() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let plan = try await load([ticket(door, 1), ticket(door, 1, line: 3, status: .revoked)], into: door)
            #expect(plan.repeated == 0)
            #expect(plan.conflicts == [ImportConflict(line: 3, kind: .ticket(line: 2))])
        }
    }

    /// Counts what SQLite's machine does on a connection, in thousands of its operations.
    private final class Operations: Sendable {
        let count = Atomic(0)

        func begin(on connection: SQLiteConnection?) {
            sqlite3_progress_handler(
                connection, 1000,
                { operations in
                    guard let operations else { return 0 }
                    Unmanaged<Operations>.fromOpaque(operations).takeUnretainedValue().count
                        .add(1, ordering: .relaxed)
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    /// Returns what merging the first list of a new ledger takes, in thousands of operations.
    private func operations(toImport count: Int) async throws -> Int {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            _ = try stage((0..<count).map { ticket(door, $0) }, beside: door.ledger, of: door.event.id)
            let operations = Operations()
            try await door.ledger.write { db in operations.begin(on: db.sqliteConnection) }
            try await door.ledger.addStagedTickets(of: door.event.id, epoch: 1)
            try await door.ledger.write { db in sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
            #expect(try await door.ledger.tickets(of: door.event.id).count == count)
            return operations.count.load(ordering: .relaxed)
        }
    }

    @Test("A first list takes work in proportion to its length")
    func proportion() async throws {
        let (short, long) = (try await operations(toImport: 1000), try await operations(toImport: 8000))
        #expect(short > 0 && long < short * 12, "\(short) and \(long) thousand operations")
    }

    @Test("Equal rows take time in proportion to their number", .timeLimit(.minutes(30)))
    func equalRows() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let rows = (0..<50_000).map { ticket(door, 1, line: $0 + 2) }
            let plan = try await load(rows, into: door)
            #expect(plan.new == 1 && plan.repeated == rows.count - 1 && plan.conflicts.isEmpty)
        }
    }

    @Test("A comparison changes nothing, needs no right to write, and does not stop the door")
    func dryRun() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let reader = try Ledger(opening: door.ledger.path, for: .reading)
            let list = (1...10).map { ticket(door, $0) }
            let plan = try stage(list, beside: reader, of: door.event.id)
            #expect(plan.new == 10)
            let issued = try door.verifier.verify(try await door.issue())
            let instant = Timestamp(milliseconds: 1_790_000_000_000)
            _ = try await door.ledger.decide(issued, at: door.gate, on: instant, by: TestVerdict.judge)
            #expect(try await door.ledger.tickets(of: door.event.id).count == 1)
            #expect(try await reader.tickets(of: door.event.id).count == 1)
            await #expect(throws: LedgerError.readOnly(path: reader.path)) {
                try await reader.addStagedTickets(of: door.event.id, epoch: 1)
            }
        }
    }

    @Test("Beside an open door a long list comes in whole, and one list at a time")
    func openDoor() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let office = try Ledger(opening: door.ledger.path, for: .writing)
            let list = (1...Ledger.pieceCount + 500).map { ticket(door, $0) }
            #expect(try stage(list, beside: office, of: door.event.id).new == list.count)
            #expect(throws: LedgerError.self) { try stage(list, beside: door.ledger, of: door.event.id) }
            try await office.addStagedTickets(of: door.event.id, epoch: 1)
            #expect(try await door.ledger.tickets(of: door.event.id).count == list.count)
            #expect(try await door.ledger.tickets(matching: "guest 1499", limit: 5).count == 1)
            #expect(try await arriving(door.ledger) == 0)
            #expect(try stage(list, beside: door.ledger, of: door.event.id).unchanged == list.count)
            #expect(try await door.ledger.verify().faults.isEmpty)
        }
    }

    private func arriving(_ ledger: Ledger) async throws -> Int? {
        try await ledger.read { db in
            try Int.fetchOne(db, sql: "SELECT (SELECT count(*) FROM arriving) + (SELECT count(*) FROM arrival)")
        }
    }

    @Test("A list that is cut off on its way in is finished by whoever opens the ledger next, or was never there")
    func cutOff() async throws {
        for isComplete in [true, false] {
            try await withTemporaryFolder { folder in
                let door = try await TestDoor(in: folder)
                let event = door.event.id
                let list = (1...Ledger.pieceCount + 500).map { ticket(door, $0) }
                do {
                    let office = try Ledger(opening: door.ledger.path, for: .writing)
                    _ = try stage(list, beside: office, of: event)
                    #expect(try await office.write { try ResumableImport($0).keep(after: 0) } == nil)
                    if isComplete {
                        try await office.write { db in
                            try ResumableImport(db).begin(event: event, epoch: 1)
                            #expect(try ResumableImport(db).mergePiece())
                        }
                    }
                    // While the list is being imported, opening the ledger leaves it alone.
                    let other = try Ledger(opening: door.ledger.path, for: .writing)
                    #expect(try await arriving(other) ?? 0 >= list.count)
                }
                // A queue of SQLite's may hold what was closed for a moment longer.
                var next = try Ledger(opening: door.ledger.path, for: .writing)
                for _ in 0..<1000 where try await arriving(next) != 0 {
                    await Task.yield()
                    next = try Ledger(opening: door.ledger.path, for: .writing)
                }
                #expect(try await next.tickets(of: event).count == (isComplete ? list.count : 0))
                #expect(try await arriving(next) == 0)
                #expect(try await next.verify().faults.isEmpty)
            }
        }
    }

    @Test("Tickets that were issued from the list keep their codes, and take its barcodes, payments and refunds")
    func issued() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            func issued(_ name: String, _ tier: String?, _ status: TicketStatus = .valid) -> IssuedTicket {
                let ticket = Ticket(event: door.event.id, user: .random(), id: .random())
                return IssuedTicket(ticket: ticket, epoch: 1, tier: tier, status: status, holder: name)
            }
            let guests = [issued("Ada", "VIP", .unpaid), issued("Bo", "VIP"), issued("Bo", "VIP"), issued("Cy", "VIP")]
            try await door.ledger.add(guests)
            let list = [
                ticket(door, 1, holder: "Ada", tier: "VIP"), ticket(door, 2, holder: "Bo", tier: "VIP"),
                ticket(door, 3, holder: "Bo", tier: nil), ticket(door, 4, holder: "Cy", status: .revoked, tier: "VIP"),
                ticket(door, 5, holder: "Cy", tier: "VIP"), ticket(door, 6, holder: "Ada", tier: "Regular"),
            ]
            let first = try await load(list, into: door)
            #expect(first.issued == 4 && first.new == 2 && first.changed == 4)
            #expect(try await door.ledger.ticket(guests[0].ticket.id)?.status == .valid)
            #expect(try await door.ledger.ticket(guests[3].ticket.id)?.status == .revoked)
            let foreign = try await door.ledger.foreignTicket(for: "B1", of: door.event.id)
            #expect(foreign?.ticket == guests[0].ticket)
            // In another order and with another name: by its barcode.
            var again = Array(list.reversed())
            again[5] = ticket(door, 1, holder: "Ada Okello", tier: "VIP")
            let second = try await load(again, into: door)
            #expect(second.new == 0 && second.changed == 1 && second.issued == 4)
            #expect(try await door.ledger.tickets(of: door.event.id).count == 6)
        }
    }

    private func guest(
        _ door: TestDoor,
        _ name: String,
        nth: Int = 1,
        tier: String? = nil,
        barcode: String? = nil
    ) -> ImportedTicket {
        let identity = barcode.map { ["barcode", $0] } ?? ["row", "", name, "", tier ?? "", String(nth)]
        return ImportedTicket(
            line: 2, event: door.event.id, identity: identity, person: nil, tier: tier, status: nil, holder: name,
            reference: "\(name)@e", admits: nil, note: nil, opens: nil, closes: nil, barcode: barcode
        )
    }

    @Test("A list without barcodes and the same list with them are the same tickets, whichever comes first")
    func barcodesLater() async throws {
        for isCodedFirst in [false, true] {
            try await withTemporaryFolder { folder in
                let door = try await TestDoor(in: folder)
                let plain = [guest(door, "Ada"), guest(door, "Bo"), guest(door, "Bo", nth: 2)]
                let coded = ["Ada", "Bo", "Bo"].enumerated().map { guest(door, $1, barcode: "K\($0)") }
                #expect(try await load(isCodedFirst ? coded : plain, into: door).new == 3)
                let second = try await load(isCodedFirst ? plain : coded, into: door)
                #expect(second.new == 0 && second.issued == 0 && second.conflicts.isEmpty)
                #expect(try await door.ledger.tickets(of: door.event.id).count == 3)
                for code in ["K0", "K1", "K2"] {
                    #expect(try await door.ledger.foreignTicket(for: code, of: door.event.id) != nil)
                }
                // Once more, either of them, and one guest more.
                #expect(try await load(coded, into: door).changed == 0)
                #expect(try await load(plain, into: door).changed == 0)
                #expect(try await load(coded + [guest(door, "Bo", barcode: "K9")], into: door).new == 1)
                #expect(try await load(plain + [guest(door, "Cy")], into: door).new == 1)
                #expect(try await door.ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A list with barcodes reaches the ticket that was issued anew, and one whose kind was not told before")
    func barcodesAfterReissue() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let plain = [guest(door, "Ada"), guest(door, "Bo")]
            try await load(plain, into: door)
            let staff = try Attribution(actor: "desk", why: "lost")
            let new = try #require(
                try await door.ledger.reissue(plain[0].ticket.id, epoch: 1, by: staff, on: Timestamp(milliseconds: 1)))
            let coded = ["Ada", "Bo"].map { guest(door, $0, tier: "VIP", barcode: "K-\($0)") }
            #expect(try await load(coded, into: door).new == 0)
            let ada = try await door.ledger.foreignTicket(for: "K-Ada", of: door.event.id)
            #expect(ada?.ticket.id == new.ticket.id)
            #expect(try await door.ledger.tickets(of: door.event.id).count == 3)
            #expect(try await load(coded, into: door).new == 0)
        }
    }

    @Test("Tickets of one guest that both have barcodes, or both have none, stay apart")
    func ticketsOfOneGuest() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load([guest(door, "Ada", barcode: "K1")], into: door)
            #expect(try await load([guest(door, "Ada", barcode: "K2")], into: door).new == 1)
            try await load([guest(door, "Bo", tier: "VIP")], into: door)
            #expect(try await load([guest(door, "Bo", tier: "Regular", barcode: "K3")], into: door).new == 1)
        }
    }

    @Test("A list that says nothing of payment makes no ticket paid")
    func silentList() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await load([ticket(door, 1, status: .unpaid)], into: door)
            #expect(try await load([ticket(door, 1, status: nil), ticket(door, 2, status: nil)], into: door).new == 1)
            #expect(try await door.ledger.ticket(ticket(door, 1).ticket.id)?.status == .unpaid)
            #expect(try await door.ledger.ticket(ticket(door, 2).ticket.id)?.status == .valid)
        }
    }

    @Test("A list that breaks off is forgotten, and the next one starts afresh")
    func brokenFeed() async throws {
        struct Interruption: Error {}
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            #expect(throws: Interruption.self) {
                try door.ledger.stageTickets(of: door.event.id) { add in
                    try add(ticket(door, 1))
                    throw Interruption()
                }
            }
            #expect(try await load([ticket(door, 2)], into: door).new == 1)
            #expect(try await door.ledger.tickets(of: door.event.id).count == 1)
        }
    }

    @Test("A barcode finds its ticket by every letter of it, at its event alone")
    func barcode() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let list = [ticket(door, 1, barcode: "https://ti.to/x?a=1"), ticket(door, 2, barcode: "00123")]
            try await load(list, into: door)
            #expect(
                try await door.ledger.foreignTicket(for: "https://ti.to/x?a=1", of: door.event.id)?.ticket
                    == list[0].ticket
            )
            #expect(try await door.ledger.foreignTicket(for: "00123", of: door.event.id)?.ticket == list[1].ticket)
            for text in ["https://ti.to/X?a=1", "123", "00123 ", "", "0012%"] {
                #expect(try await door.ledger.foreignTicket(for: text, of: door.event.id) == nil)
            }
            #expect(try await door.ledger.foreignTicket(for: "00123", of: .random()) == nil)
        }
    }
}
