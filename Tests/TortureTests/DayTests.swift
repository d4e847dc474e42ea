// A day at a door, and minutes of nonsense, by a clock that the test turns.

import Admission
import FoundationEssentials
import Ledger
import TestSupport
import Testing
import TicketSigning

struct DayTests {
    private static let morning = Timestamp(milliseconds: 1_790_000_000_000)

    private static func time(_ seconds: Double) -> Timestamp {
        Timestamp(milliseconds: morning.milliseconds + Int64(seconds * 1000))
    }

    private enum Visit {
        /// The ticket's first showing.
        case guest
        /// The same ticket from another phone, a while later.
        case friend
        /// The code with its last letter changed.
        case forger
    }

    @Test("In 24 hours of arrivals every guest enters once, and no friend and no forger does")
    func wholeDay() async throws {
        try await withTemporaryFolder { folder in
            let door = DoorKeys(try await TestDoor(in: folder))
            let ledger = try Ledger(opening: folder + "/ledger.sqlite", for: .writing)
            var random = SeededGenerator()
            let tickets = (0..<TortureSize.guests).map { _ in Ticket.random(of: door.event.id, using: &random) }
            try await ledger.add(tickets.map(door.row))
            var visits = tickets.flatMap { ticket -> [(at: Double, ticket: Ticket, visit: Visit)] in
                let at = Double.random(in: 0..<82_000, using: &random)
                let later = at + Double.random(in: 20..<4000, using: &random)
                return [(at, ticket, .guest), (later, ticket, .friend), (later, ticket, .forger)]
            }
            visits.sort { $0.at < $1.at }

            let desk = try await door.desk(on: ledger)
            for (at, ticket, visit) in visits {
                let code = try door.code(of: ticket)
                let forged = code.dropLast() + (code.hasSuffix("0") ? "1" : "0")
                let verdict = try await desk.decide(visit == .forger ? String(forged) : code, on: Self.time(at))
                switch visit {
                case .guest: #expect(verdict.reason == .admitted, "seed \(random.seed)")
                case .friend: #expect(verdict.reason == .alreadyUsed, "seed \(random.seed)")
                case .forger: #expect(verdict.answer == .refuse, "seed \(random.seed)")
                }
            }
            let book = try await LedgerBook(of: ledger)
            #expect(book.damage == [])
            #expect(book.scans == visits.count)
            #expect(book.admissions == Dictionary(uniqueKeysWithValues: tickets.map { ($0.id, 1) }))
        }
    }

    @Test("Thirty foreign codes a second for minutes leave a small book, and the next guest enters")
    func nonsense() async throws {
        try await withTemporaryFolder { folder in
            let door = DoorKeys(try await TestDoor(in: folder))
            let ledger = try Ledger(opening: folder + "/ledger.sqlite", for: .writing)
            var random = SeededGenerator()
            let ticket = Ticket.random(of: door.event.id, using: &random)
            try await ledger.add([door.row(of: ticket)])
            let desk = try await door.desk(on: ledger)
            for count in 0..<TortureSize.minutes * 1800 {
                let code = "https://example.org/\(random.next())"
                let verdict = try await desk.decide(code, on: Self.time(Double(count) / 30))
                #expect(verdict.answer == .refuse)
            }
            let end = Self.time(Double(TortureSize.minutes) * 60)
            let verdict = try await desk.decide(try door.code(of: ticket), on: end)
            #expect(verdict.reason == .admitted)
            let book = try await LedgerBook(of: ledger)
            #expect(book.damage == [])
            #expect(book.scans <= TortureSize.minutes * Ledger.unknownCodesPerMinute + 1)
        }
    }
}
