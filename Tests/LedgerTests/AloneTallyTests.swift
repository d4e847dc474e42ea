// Counts of what gates decided without the hub.

import Ledger
import TestSupport
import Testing
import TicketSigning

struct AloneTallyTests {
    private let noon = Timestamp(milliseconds: 1_795_000_200_000)

    @Test("What a gate decided alone is counted once, also if it is undone; refusals and what the hub decided are not")
    func counting() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(
                in: folder, event: Event(slug: "night", name: "Summer Night", undoTime: .seconds(3600)))
            var tally = AloneTally()
            for number in 1...3 {
                let ticket = try await door.issue()
                let verified = try door.verifier.verify(ticket)
                for _ in 1...2 {
                    _ = try await door.ledger.decide(verified, at: door.gate, on: noon) { TestVerdict.judge($0) }
                }
                tally = try await door.ledger.continued(tally)
                let by = try Attribution(actor: "staff", why: "mistake")
                if number == 2 { _ = try await door.ledger.undo(ticket.ticket.id, on: noon, by: by) }
            }
            tally = try await door.ledger.continued(tally)
            #expect(tally == (try await door.ledger.continued(AloneTally())))
            #expect(tally.counts(of: door.event.id, at: [.main]) == ["main": 3])
            #expect(tally.counts(of: .random(), at: [.main]) == ["main": 0])
        }
    }

    @Test("A gate that the event does not have is counted as another one")
    func invented() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let verified = try door.verifier.verify(try await door.issue())
            _ = try await door.ledger.decide(verified, at: door.gate, on: noon) { TestVerdict.judge($0) }
            let tally = try await door.ledger.continued(AloneTally())
            let stage = try #require(GateName("stage"))
            #expect(tally.counts(of: door.event.id, at: [stage]) == ["stage": 0, "other": 1])
        }
    }
}
