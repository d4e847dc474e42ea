// Events, tickets and keys as they are put in and found again.

import GRDB
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct LedgerListTests {
    @Test("Issued tickets travel in the order of their identifiers, after those that were issued before")
    func issuedOrder() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            var expected: [TicketID] = []
            for _ in 0..<2 {
                var issue = ListIssue()
                issue.new = (0..<50).map { _ in
                    let ticket = Ticket(event: door.event.id, user: .random(), id: .random())
                    return (IssuedTicket(ticket: ticket, epoch: 1), nil)
                }
                expected += issue.new.map(\.ticket.ticket.id).sorted()
                try await door.ledger.add(issue, to: door.event.id, from: nil, on: Timestamp(milliseconds: 1))
            }
            let sent: [TicketID] = try await door.ledger.read { db in
                try Row.fetchAll(db, sql: "SELECT id FROM ticket ORDER BY rev").map { try $0.identifier("id") }
            }
            #expect(sent == expected)
        }
    }

    @Test(
        "Names and notes of events and tiers with control characters are refused",
        arguments: ["a\u{1B}[2J", "a\nb", "\0"])
    func controls(text: String) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            var (title, note) = (door.event, door.event)
            title.name = text
            note.note = text
            let tier = Tier(name: "VIP", note: text)
            for event in [title, note] {
                await #expect(throws: LedgerError.self) { try await door.ledger.update(event) }
            }
            for tier in [tier, Tier(name: text)] {
                await #expect(throws: LedgerError.self) { try await door.ledger.update(door.event, tiers: [tier]) }
            }
            let other = Event(slug: "other", name: text)
            await #expect(throws: LedgerError.self) { try await door.ledger.add(other, gates: [.main]) }
            #expect(try await door.ledger.events() == [door.event])
        }
    }

    @Test("An event comes back as it was added, by its short name, with its gates")
    func events() async throws {
        try await withTemporaryFolder { folder in
            let opens = Timestamp(milliseconds: 1_790_000_000_000)
            let closes = Timestamp(milliseconds: 1_790_010_000_000)
            let event = Event(slug: "a-1", name: "Ärger & Co", opens: opens, closes: closes, unlisted: .ask)
            let door = try await TestDoor(in: folder, event: event)
            #expect(try await door.ledger.event(named: "a-1") == event)
            #expect(try await door.ledger.event(named: "b") == nil)
            #expect(try await door.ledger.gates(of: event.id) == [.main])
            #expect(try await door.ledger.events() == [event])
        }
    }

    @Test("A short name that is taken or badly formed is refused with a sentence", arguments: ["night", "", "Ä", "a "])
    func badSlugs(slug: String) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let error = await #expect(throws: LedgerError.self) {
                try await door.ledger.add(Event(slug: slug, name: "x"), gates: [])
            }
            #expect(error?.description.contains("'\(slug)'") == true)
        }
    }

    @Test(
        "A short name is made from a name for people",
        arguments: [
            ("Summer Night 2026", "summer-night-2026"), ("Ünder  the — stars!", "nder-the-stars"), ("夏祭り", "event"),
            ("A name of more than thirty-two letters", "a-name-of-more-than-thirty-two-l"),
        ]
    )
    func slugs(name: String, slug: String) {
        #expect(Event.slug(from: name) == slug)
        #expect(Event.isSlug(slug))
    }

    @Test("Tickets come back as they were added, or none of them is added")
    func tickets() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let one = IssuedTicket(
                ticket: Ticket(event: door.event.id, user: .random(), id: .random()),
                epoch: 1, tier: "VIP", status: .unpaid, holder: "Łukasz 測試", reference: "A-1", admits: 3,
                note: "student card", opens: Timestamp(milliseconds: 1), closes: Timestamp(milliseconds: 2)
            )
            try await door.ledger.add([one])
            #expect(try await door.ledger.ticket(one.ticket.id) == one)
            let other = IssuedTicket(ticket: Ticket(event: door.event.id, user: .random(), id: .random()), epoch: 1)
            await #expect(throws: LedgerError.self) { try await door.ledger.add([other, one]) }
            #expect(try await door.ledger.tickets(of: door.event.id) == [one])
            #expect(try await door.ledger.counts(of: door.event.id).expected == 3)
        }
    }

    @Test("A key's facts are kept once")
    func keys() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let facts = KeyRecord(keyID: door.key.keyID, event: door.event.id, epoch: 1)
            try await door.ledger.add(facts)
            try await door.ledger.add(facts)
            #expect(try await door.ledger.keys() == [facts])
            #expect(try await door.ledger.keys(of: .random()) == [])
        }
    }
}
