// Many tasks and connections on one ledger at the same moment.

import Admission
import Glibc
import Ledger
import TestSupport
import Testing
import TicketSigning

struct RaceTests {
    @Test("Of 64 tasks on eight connections that are shown the same 1,000 tickets, each ticket is admitted by one")
    func tasks() async throws {
        try await withTemporaryFolder { folder in
            let door = DoorKeys(try await TestDoor(in: folder))
            let path = folder + "/ledger.sqlite"
            var random = SeededGenerator()
            let tickets = (0..<1000).map { _ in Ticket.random(of: door.event.id, using: &random) }
            let ledgers = try (0..<8).map { _ in try Ledger(opening: path, for: .writing) }
            try await ledgers[0].add(tickets.map(door.row))

            // Each task shows an eighth of the tickets, so that every ticket is shown by eight of them.
            let shares = (0..<64).map { task in
                tickets.enumerated().filter { $0.offset % 8 == task / 8 }.map(\.element).shuffled(using: &random)
            }
            let admitted = try await withThrowingTaskGroup(of: [TicketID].self) { group in
                for (task, share) in shares.enumerated() {
                    let desk = try await door.desk(on: ledgers[task % 8])
                    group.addTask {
                        var admitted: [TicketID] = []
                        for ticket in share {
                            let code = try door.code(of: ticket)
                            let verdict = try await decide(code, at: desk)
                            if verdict.answer == .admit { admitted.append(ticket.id) }
                        }
                        return admitted
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(admitted.count == 1000, "seed \(random.seed)")
            #expect(Set(admitted) == Set(tickets.map(\.id)), "seed \(random.seed)")
            let book = try await LedgerBook(of: ledgers[0])
            #expect(book.damage == [])
            #expect(book.scans == 8000)
            #expect(book.admissions == Dictionary(uniqueKeysWithValues: tickets.map { ($0.id, 1) }))
        }
    }

    /// On a slow disk the others may hold the ledger for longer than its patience; then the ticket is shown again.
    private func decide(_ code: String, at desk: AdmissionDesk) async throws -> Verdict {
        while true {
            do {
                return try await desk.decide(code, on: Timestamp(milliseconds: 1_790_000_000_000))
            } catch LedgerError.locked {}
        }
    }
}
