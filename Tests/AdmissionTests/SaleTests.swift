// A sale at the gate: a ticket, its payment and its entries together, once, on a real ledger.

import Ledger
import TestSupport
import Testing
import TicketSigning

@testable import Admission

struct SaleTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    func door(in folder: String, event: Event = Event(slug: "night", name: "Summer Night")) async throws -> TestDoor {
        let door = try await TestDoor(in: folder, event: event)
        try await door.ledger.add(KeyRecord(keyID: door.key.keyID, event: door.event.id, epoch: 1))
        return door
    }

    func desk(_ door: TestDoor, gate: GateName = .main) async throws -> AdmissionDesk {
        AdmissionDesk(
            verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(), event: door.event,
            gate: gate)
    }

    func seller(_ why: String? = nil) throws -> Attribution { try Attribution(actor: "amina", why: why) }

    func sale(
        _ name: String = "1", tier: String? = nil, people: Int = 1, isPaid: Bool = true
    ) -> DoorSale {
        DoorSale(name: name, tier: tier, holder: "Walk In", people: people, isPaid: isPaid)
    }

    /// Everything that a refused sale leaves as it was.
    func expectNothing(in door: TestDoor, at location: SourceLocation = #_sourceLocation) async throws {
        #expect(try await door.ledger.tickets(of: door.event.id).isEmpty, sourceLocation: location)
        #expect(try await door.ledger.counts(of: door.event.id).admitted == 0, sourceLocation: location)
        #expect(try await door.ledger.newestChange() == 0, sourceLocation: location)
    }

    @Test("A group buys one ticket and is inside, with who sold it; they enter as any others, once")
    func group() async throws {
        try await withTemporaryFolder { folder in
            let door = try await door(in: folder)
            let desk = try await desk(door)
            let result = try await desk.sell(sale(people: 3), at: .main, on: noon, by: seller())
            guard case .sold(let id, let verdicts) = result else {
                Issue.record("nothing was sold")
                return
            }
            #expect(verdicts.map(\.outcome) == [.admitted(count: 1), .admitted(count: 2), .admitted(count: 3)])
            #expect(Set(verdicts.map(\.at)).count == 3)
            let ticket = try #require(try await door.ledger.ticket(id))
            #expect(ticket.status == .valid && ticket.admits == 3 && ticket.holder == "Walk In")
            let changes = try await door.ledger.changes(of: id)
            #expect(changes.map(\.isSale) == [true] && changes.map(\.by.actor) == ["amina"])
            #expect(try await door.ledger.logEntries(of: id).map { $0.by?.actor } == ["amina", "amina", "amina"])
            let counts = try await door.ledger.counts(of: door.event.id)
            #expect(counts.admitted == 3 && counts.inside[.main] == 3 && counts.overridden == 0)
            // The ticket is used up like any other.
            await #expect(throws: StaffError.self) {
                try await desk.admitAnyway(ticket.ticket, on: noon, by: seller())
            }
            #expect(try await door.ledger.verify().faults.isEmpty)
        }
    }

    @Test("A sale that is sent again, also at the same time or with other values, is done once; another one is another")
    func once() async throws {
        try await withTemporaryFolder { folder in
            let door = try await door(in: folder)
            let desk = try await desk(door)
            let done = try await withThrowingTaskGroup(of: TicketID?.self) { tasks in
                for number in 1...6 {
                    tasks.addTask {
                        let result = try await desk.sell(sale(people: number), at: .main, on: noon, by: seller())
                        if case .sold(let id, _) = result { return id }
                        return nil
                    }
                }
                return try await tasks.reduce(into: [TicketID]()) { if let id = $1 { $0.append(id) } }
            }
            #expect(done.count == 1)
            let people = try await door.ledger.entries(of: try #require(done.first)).count
            #expect(try await door.ledger.counts(of: door.event.id).admitted == people)
            // After an undo as well, and at another gate.
            _ = try await desk.undo(done[0], on: noon, by: seller("wrong"))
            let again = try await desk.sell(sale(), at: try #require(GateName("south")), on: noon, by: seller())
            guard case .soldBefore(done[0], people - 1) = again else {
                Issue.record("\(again)")
                return
            }
            guard case .sold(let other, _) = try await desk.sell(sale("2"), at: .main, on: noon, by: seller()) else {
                Issue.record("the second sale was taken for the first one")
                return
            }
            #expect(other != done[0])
            #expect(try await door.ledger.tickets(of: door.event.id).count == 2)
        }
    }

    @Test("A zone without room for the whole group objects, and nothing is sold until all objections are accepted")
    func full() async throws {
        try await withTemporaryFolder { folder in
            let door = try await door(in: folder)
            let vip = Tier(name: "VIP", policy: EntryPolicy(closes: noon))
            try await door.ledger.update(door.event, zones: [Zone(name: .main, capacity: 2)], tiers: [vip])
            let desk = try await desk(door)
            let wanted = sale(tier: "VIP", people: 3)
            for (why, accepted) in [
                (nil, []), ("friends of the band", []), ("friends of the band", [Reason.tooLate]),
                (nil, [.tooLate, .full]), ("friends of the band", [.full, .tooLate]),
            ] as [(String?, [Reason])] {
                let objection = await #expect(throws: SaleObjection.self) {
                    try await desk.sell(wanted, at: .main, accepting: accepted, on: noon, by: seller(why))
                }
                #expect(objection?.reasons == [.tooLate, .full])
            }
            try await expectNothing(in: door)
            let result = try await desk.sell(
                wanted, at: .main, accepting: [.tooLate, .full], on: noon, by: seller("friends of the band"))
            guard case .sold(let id, let verdicts) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(verdicts.map(\.reason) == [.tooLate, .tooLate, .tooLate])
            let counts = try await door.ledger.counts(of: door.event.id)
            #expect(counts.overridden == 3 && counts.inside[.main] == 3)
            #expect(try await door.ledger.logEntries(of: id).map { $0.by?.why }.allSatisfy { $0 != nil })
        }
    }

    @Test("Who enters free of charge has a valid ticket without a payment")
    func free() async throws {
        try await withTemporaryFolder { folder in
            let door = try await door(in: folder)
            let result = try await desk(door).sell(
                sale(isPaid: false), at: .main, on: noon, by: seller("guest of the band"))
            guard case .sold(let id, _) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(try await door.ledger.ticket(id)?.status == .valid)
            #expect(try await door.ledger.changes(of: id).isEmpty)
            #expect(try await door.ledger.logEntries(of: id).map { $0.by?.why } == ["guest of the band"])
        }
    }

    @Test("At an exit, at another gate than was seen, of an unknown tier, and for nobody or a crowd nothing is sold")
    func refused() async throws {
        try await withTemporaryFolder { folder in
            let door = try await door(in: folder)
            let yard = try #require(GateName("yard"))
            try await door.ledger.update(
                door.event, gates: [GateSettings(name: .main), GateSettings(name: yard, direction: .exit)])
            let (front, back) = (try await desk(door), try await desk(door, gate: yard))
            await #expect(throws: LedgerError.self) { try await back.sell(sale(), at: yard, on: noon, by: seller()) }
            await #expect(throws: StaffError.changedMeanwhile(.gate(.main))) {
                try await front.sell(sale(), at: yard, on: noon, by: seller())
            }
            for wrong in [sale(tier: "Crew"), sale(people: 0), sale(people: -1), sale(people: 17)] {
                await #expect(throws: LedgerError.self) {
                    try await front.sell(wrong, at: .main, on: noon, by: seller())
                }
            }
            try await expectNothing(in: door)
            #expect(try await door.ledger.tiers(of: door.event.id).isEmpty)
        }
    }
}
