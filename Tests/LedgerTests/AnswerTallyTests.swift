// Counts of what gates have answered lately.

import Ledger
import TestSupport
import Testing
import TicketSigning

struct AnswerTallyTests {
    private let noon = Timestamp(milliseconds: 1_795_000_200_000)
    private let slot: Int64 = 600_000

    private func later(_ milliseconds: Int64) -> Timestamp { Timestamp(milliseconds: noon.milliseconds + milliseconds) }

    @Test("Codes count for ten to twenty minutes, each refusal once, and what staff undo is no code")
    func counting() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(
                in: folder, event: Event(slug: "night", name: "Summer Night", undoTime: .seconds(3600)))
            var tally = AnswerTally()
            let first = try await door.issue()
            for (ticket, moment) in [(first, noon), (first, later(60_000)), (try await door.issue(), later(slot))] {
                let verified = try door.verifier.verify(ticket)
                _ = try await door.ledger.decide(verified, at: door.gate, on: moment) { TestVerdict.judge($0) }
                tally = try await door.ledger.continued(tally, on: later(slot))
            }
            let by = try Attribution(actor: "staff", why: "mistake")
            _ = try await door.ledger.undo(first.ticket.id, on: later(slot), by: by)
            tally = try await door.ledger.continued(tally, on: later(slot))
            #expect(tally == (try await door.ledger.continued(AnswerTally(), on: later(slot))))
            for (moment, codes, refused) in [(later(slot), 3, 1), (later(2 * slot), 1, 0), (later(3 * slot), 0, 0)] {
                let main = tally.recent(of: door.event.id, at: [.main], on: moment)["main"]
                #expect(main?.codes == codes && main?.refused == refused, "\(moment)")
            }
        }
    }

    @Test("A gate that the event does not have is counted as another one")
    func invented() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let verified = try door.verifier.verify(try await door.issue())
            _ = try await door.ledger.decide(verified, at: door.gate, on: noon) { TestVerdict.judge($0) }
            let tally = try await door.ledger.continued(AnswerTally(), on: noon)
            let stage = try #require(GateName("stage"))
            let found = tally.recent(of: door.event.id, at: [stage], on: noon)
            #expect(found["stage"]?.codes == 0 && found["other"]?.codes == 1 && found.count == 2)
        }
    }

    @Test("What a box has recorded for later, by a clock that is wrong or on purpose, never counts")
    func later() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let verified = try door.verifier.verify(try await door.issue())
            _ = try await door.ledger.decide(verified, at: door.gate, on: later(9 * slot)) { TestVerdict.judge($0) }
            var tally = try await door.ledger.continued(AnswerTally(), on: noon)
            tally = try await door.ledger.continued(tally, on: later(9 * slot))
            #expect(tally.recent(of: door.event.id, at: [.main], on: later(9 * slot))["main"]?.codes == 0)
        }
    }
}
