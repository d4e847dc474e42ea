// Tickets found by what people type.

import GRDB
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct LedgerFindingTests {
    func door(in folder: String, _ people: [(String, String)]) async throws -> TestDoor {
        let door = try await TestDoor(in: folder)
        try await door.ledger.add(
            people.map { holder, reference in
                let ticket = Ticket(event: door.event.id, user: .random(), id: .random())
                return IssuedTicket(ticket: ticket, epoch: 1, holder: holder, reference: reference)
            }
        )
        return door
    }

    @Test("Any word counts from its beginning, in any order, whatever case and accents")
    func words() async throws {
        try await withTemporaryFolder { folder in
            let people = [
                ("Aarti Shah", "x1"), ("aaron Novák", "x2@example.org"), ("Bela", "AA-7"), ("Łukasz Groß", "x3"),
                ("Søren Þór", "x4"), ("陳大文", "x5"), ("عمر", "x6"), ("O'Neil-Smith", "x7"),
            ]
            let ledger = try await door(in: folder, people).ledger
            func found(_ text: String) async throws -> Set<String> {
                Set(try await ledger.tickets(matching: text, limit: 10).compactMap(\.holder))
            }
            #expect(try await found("aa") == ["Aarti Shah", "aaron Novák", "Bela"])
            #expect(try await found("SHAH") == ["Aarti Shah"])
            #expect(try await found("sha aar") == ["Aarti Shah"])
            #expect(try await found("novak") == ["aaron Novák"])
            #expect(try await found("NOVÁK") == ["aaron Novák"])
            #expect(try await found("lukasz gross") == ["Łukasz Groß"])
            #expect(try await found("Łuk groß") == ["Łukasz Groß"])
            #expect(try await found("soren") == ["Søren Þór"])
            #expect(try await found("x2@example.org") == ["aaron Novák"])
            #expect(try await found("陳") == ["陳大文"])
            #expect(try await found("عم") == ["عمر"])
            #expect(try await found("o'neil") == ["O'Neil-Smith"])
            #expect(try await found("smith") == ["O'Neil-Smith"])
            for text in ["%", "", "\"", "aarti novak", "*", "NOT", "hah", "a\" OR \"b"] {
                #expect(try await found(text) == [], "\(text)")
            }
        }
    }

    @Test(
        "Words that many tickets have find the same, however the index is asked", arguments: [0, 1, 3, 64], [0, 1, 500])
    func frequentWords(mostSpellings: Int, mostCollected: Int) async throws {
        try await withTemporaryFolder { folder in
            let people = (0..<40).map { ("\(["Aarti", "Aaron", "Bela"][$0 % 3]) Shah", "guest\($0)@example.org") }
            let ledger = try await door(in: folder, people).ledger
            func found(_ text: String) async throws -> Int {
                try await ledger.read { db in
                    try SearchQuery(
                        text, in: db, mostSpellings: mostSpellings, mostCollected: mostCollected, mostLookedAt: 20
                    ).tickets(limit: 30).count
                }
            }
            #expect(try await found("guest exam") == 30)
            #expect(try await found("aar guest") == 27)
            #expect(try await found("aarti guest") == 14)
            #expect(try await found("shah guest1") == 11)
            #expect(try await found("bela sha guest2 org") == 5)
            #expect(try await found("bela aarti") == 0)
            #expect(try await found("zzz guest") == 0)
        }
    }

    @Test(
        "A tier and a status select among the tickets that have the words, however the index is asked",
        arguments: ["aar", "aar guest", "shah guest1", "bela sha guest2 org"])
    func selected(_ text: String) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await door.ledger.update(door.event, tiers: [Tier(name: "VIP"), Tier(name: "Crew")])
            try await door.ledger.add(
                (0..<60).map { number in
                    IssuedTicket(
                        ticket: Ticket(event: door.event.id, user: .random(), id: .random()), epoch: 1,
                        tier: [nil, "VIP", "Crew"][number / 3 % 3], status: number % 5 == 0 ? .unpaid : .valid,
                        holder: "\(["Aarti", "Aaron", "Bela"][number % 3]) Shah",
                        reference: "guest\(number)@example.org")
                })
            for limit in [7, 100] {
                let all = try await door.ledger.tickets(matching: text, limit: limit)
                for (tier, status) in [("VIP", nil), (nil, .unpaid), ("Crew", .valid)] as [(String?, TicketStatus?)] {
                    let found = try await door.ledger.tickets(matching: text, tier: tier, status: status, limit: limit)
                    let expected = all.filter {
                        (tier == nil || $0.tier == tier) && (status == nil || $0.status == status)
                    }
                    #expect(found == expected, "\(text), \(limit), \(tier ?? ""), \(status?.rawValue ?? "")")
                }
            }
        }
    }

    @Test("A search for a barcode does not go through all tickets")
    func barcode() async throws {
        try await withTemporaryFolder { folder in
            let ledger = try await door(in: folder, [("Aarti", "1"), ("Bela", "2")]).ledger
            let plan = try await ledger.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(Ledger.withBarcode)", arguments: ["K-1"])
                    .map { $0["detail"] as String }
            }
            #expect(plan.contains { $0.contains("ticket_by_barcode") })
            #expect(!plan.contains { $0.contains("SCAN ticket") })
        }
    }

    @Test("A part of the list looks at as many tickets as it may, however often others were corrected")
    func gaps() async throws {
        try await withTemporaryFolder { folder in
            let ledger = try await door(in: folder, (0..<30).map { ("Guest \($0)", "\($0)") }).ledger
            // A corrected ticket gets a new revision, and leaves a gap.
            for note in 0..<4 {
                try await ledger.write { db in
                    let sql = "UPDATE ticket SET note = ? WHERE CAST(reference AS INTEGER) < 20"
                    try db.execute(sql: sql, arguments: ["note \(note)"])
                }
            }
            let last = try await ledger.read { db in try Int.fetchOne(db, sql: "SELECT max(rev) FROM ticket") }
            #expect(last == 110)
            var filter = TicketFilter()
            filter.isEntered = true
            var (place, parts): (Int64?, Int) = (nil, 0)
            repeat {
                let part = try await ledger.tickets(matching: filter, after: place, limit: 50, lookingAt: 10)
                #expect(part.tickets.isEmpty)
                place = part.next
                parts += 1
            } while place != nil && parts < 100
            #expect(parts == 3)
        }
    }

    @Test("No text that anyone types is an error")
    func anyText() async throws {
        try await withTemporaryFolder { folder in
            let ledger = try await door(in: folder, [("Aarti", "1")]).ledger
            var random = SeededGenerator()
            let alphabet = Array("aA1 \"'*^:+-(){}é\u{301}ß\u{200D}🎫٣Ⅷ\u{E000}\0\n")
            for _ in 0..<300 {
                let text = String((0..<8).compactMap { _ in alphabet.randomElement(using: &random) })
                _ = try await ledger.tickets(matching: text, limit: 3)
            }
        }
    }

    @Test("A reissued ticket is found beside the old one")
    func reissued() async throws {
        try await withTemporaryFolder { folder in
            let door = try await door(in: folder, [("Aarti Shah", "x1"), ("Bela", "x2")])
            let first = try #require(try await door.ledger.tickets(matching: "aarti", limit: 1).first)
            let staff = try Attribution(actor: "desk", why: "lost")
            _ = try await door.ledger.reissue(
                first.ticket.id, epoch: 1, by: staff, on: Timestamp(milliseconds: 1_790_000_000_000)
            )
            #expect(try await door.ledger.tickets(matching: "aarti", limit: 5).count == 2)
            #expect(try await door.ledger.verify().faults.isEmpty)
        }
    }
}
