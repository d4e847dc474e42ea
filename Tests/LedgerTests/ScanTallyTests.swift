// Counts that go on from where they were.

import Ledger
import TestSupport
import Testing
import TicketSigning

struct ScanTallyTests {
    private let noon = Timestamp(milliseconds: 1_795_000_200_000)

    private func show(_ ticket: SignedTicket, at door: TestDoor, on instant: Timestamp) async throws {
        let verified = try door.verifier.verify(ticket)
        _ = try await door.ledger.decide(verified, at: door.gate, on: instant) { TestVerdict.judge($0) }
    }

    @Test("A tally that goes on is the same as one from the beginning, whenever it was read")
    func continued() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            var tally = ScanTally(of: door.event.id)
            for number in 1...6 {
                let ticket = try await door.issue(tier: number.isMultiple(of: 2) ? "VIP" : nil)
                let instant = Timestamp(milliseconds: noon.milliseconds + Int64(number) * 240_000)
                for _ in 1...2 { try await show(ticket, at: door, on: instant) }
                tally = try await door.ledger.continued(tally)
                let by = try Attribution(actor: "staff", why: "mistake")
                if number == 3 {
                    _ = try await door.ledger.undo(ticket.unverifiedTicket.id, on: instant, by: by)
                }
            }
            tally = try await door.ledger.continued(tally)
            #expect(tally == (try await door.ledger.continued(ScanTally(of: door.event.id))))
            #expect(tally.arrivals.values.reduce(0, +) == 5)
            #expect(tally.arrivals.filter { $0.key.tier == "VIP" }.values.reduce(0, +) == 3)
            #expect(Set(tally.arrivals.keys.map(\.start)).count == 3)
            #expect(tally.refusals == ["already-used": 6])
            #expect(try await door.ledger.continued(ScanTally(of: .random())).arrivals.isEmpty)
        }
    }
}
