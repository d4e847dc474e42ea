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
                    _ = try await door.ledger.undo(ticket.ticket.id, on: instant, by: by)
                }
            }
            tally = try await door.ledger.continued(tally)
            #expect(tally == (try await door.ledger.continued(ScanTally(of: door.event.id))))
            #expect(tally.arrivals.values.reduce(0, +) == 5)
            #expect(tally.arrivals.filter { $0.key.tier == "VIP" }.values.reduce(0, +) == 3)
            #expect(Set(tally.arrivals.keys.map(\.start)).count == 3)
            #expect(tally.refused == ["already-used": 6] && tally.asked.isEmpty)
            #expect(try await door.ledger.continued(ScanTally(of: .random())).arrivals.isEmpty)
        }
    }

    @Test("Who goes on to another zone arrives once, and who is taken back there is still in the first")
    func zones() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(
                in: folder, event: Event(slug: "night", name: "Summer Night", undoTime: .seconds(3600)))
            let (stage, backstage) = (try #require(GateName("stage")), try #require(ZoneName("backstage")))
            try await door.ledger.update(
                door.event,
                zones: [Zone(name: .main), Zone(name: backstage)],
                gates: [GateSettings(name: .main), GateSettings(name: stage, zone: backstage)])
            var tally = ScanTally(of: door.event.id)
            let ticket = try await door.issue()
            let verified = try door.verifier.verify(ticket)
            for (minutes, name) in [(0, GateName.main), (20, stage)] {
                let instant = Timestamp(milliseconds: noon.milliseconds + Int64(minutes) * 60_000)
                _ = try await door.ledger.decide(verified, at: Gate(event: door.event.id, name: name), on: instant) {
                    TestVerdict.judge($0)
                }
                tally = try await door.ledger.continued(tally)
            }
            #expect(tally.arrivals.map(\.key.gate) == ["main"] && tally.arrivals.map(\.value) == [1])
            #expect(tally.arrivals == (try await door.ledger.continued(ScanTally(of: door.event.id))).arrivals)
            let instant = Timestamp(milliseconds: noon.milliseconds + 1_260_000)
            for left in [1, 0] {
                let by = try Attribution(actor: "staff", why: "mistake")
                guard case .undone = try await door.ledger.undo(ticket.ticket.id, on: instant, by: by) else {
                    Issue.record("nothing was undone")
                    return
                }
                tally = try await door.ledger.continued(tally)
                #expect(tally.arrivals.values.reduce(0, +) == left)
            }
        }
    }
}
