// The order of what boxes did whose clocks differ.

import Admission
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct ClockOffsetTests {
    private static let noon = Timestamp(milliseconds: 1_790_000_000_000)

    /// Two boxes with one list and a ticket that admits again after an exit; the first box's clock is ahead.
    private struct Scene {
        let office: TestDoor
        let other: Ledger
        let code: String
        /// How far the first box's clock is ahead, in milliseconds.
        let lead: Int64
        static let out = GateName("out") ?? .main

        init(in folder: String, lead: Int64, isKnown: Bool, reentry: Reentry = .none) async throws {
            let event = Event(slug: "night", name: "Summer Night", reentry: reentry)
            office = try await TestDoor(in: folder, event: event)
            try await office.ledger.update(event, gates: [GateSettings(name: Self.out, direction: .exit)])
            code = try await office.issue().code
            other = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
            self.lead = lead
            if isKnown {
                try await office.ledger.note(clockOffset: -lead)
                try await other.note(clockOffset: 0)
            }
            try await sync()
        }

        /// Shows the ticket to one of the boxes, so many milliseconds after noon by a right clock.
        func show(at gate: GateName = .main, of ledger: Ledger, after time: Int64) async throws -> String {
            let instant = Timestamp(
                milliseconds: noon.milliseconds + time + (ledger.path == office.ledger.path ? lead : 0))
            return try await AdmissionDesk(
                verifier: office.verifier, ledger: ledger, box: ledger.ownBox(), event: office.event, gate: gate
            ).decide(code, on: instant).reasonCode
        }

        func sync() async throws {
            let transport = LocalSyncTransport(to: other, signedBy: try await other.testKey, now: { noon })
            _ = try await SyncSession(
                office.ledger, signedBy: office.ledger.testKey, over: transport, now: { noon }
            ).run()
        }
    }

    @Test("Who entered where the clock is ahead, and left elsewhere, may return if the boxes know the hub's time")
    func returning() async throws {
        for isKnown in [true, false] {
            try await withTemporaryFolder { folder in
                let scene = try await Scene(in: folder, lead: 600_000, isKnown: isKnown, reentry: .afterExit)
                #expect(try await scene.show(of: scene.office.ledger, after: 1000) == "admitted")
                try await scene.sync()
                #expect(try await scene.show(at: Scene.out, of: scene.other, after: 60_000) == "exited")
                try await scene.sync()
                // Where it is not known the order is that of the clocks, and nobody enters twice.
                let returned = try await scene.show(of: scene.office.ledger, after: 120_000)
                #expect(returned == (isKnown ? "readmitted" : "already-used"))
            }
        }
    }

    @Test(
        "Of two entries apart the first by the hub's clock is the first, and the report says where that is not certain",
        arguments: [(known: true, between: 3000), (true, 500), (false, 3000)] as [(known: Bool, between: Int64)])
    func doubles(known: Bool, between: Int64) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder, lead: 180_000, isKnown: known)
            #expect(try await scene.show(of: scene.office.ledger, after: 1000) == "admitted")
            #expect(try await scene.show(of: scene.other, after: 1000 + between) == "admitted")
            try await scene.sync()
            for ledger in [scene.office.ledger, scene.other] {
                let double = try #require(try await ledger.doubleAdmissions().first)
                let later = known ? scene.other : scene.office.ledger
                #expect(double.later.box == (try await later.ownBox().id))
                #expect(double.isOrderKnown == (known && between > 1000))
                #expect(
                    double.later.hubTime.map { $0.milliseconds - Self.noon.milliseconds }
                        == (known ? 1000 + between : nil))
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A hub that lies about the time puts no list in front of later ones")
    func lists() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try await door.issue()
            try await door.ledger.note(clockOffset: 86_400_000)
            _ = try await AdmissionDesk(
                verifier: door.verifier, ledger: door.ledger, box: door.ledger.ownBox(), event: door.event, gate: .main
            ).decide(ticket.code, on: Self.noon)
            let times = try await door.ledger.write { [noon = Self.noon] db in
                (try LogHead(in: db).latest >> 16, try LogicalClock.next(on: noon, in: db) >> 16)
            }
            #expect(times.0 == Self.noon.milliseconds + 86_400_000)
            #expect(times.1 == Self.noon.milliseconds)
        }
    }

    @Test("A copy of a ledger does not take the clock of its machine for that of the first one")
    func copy() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            try await door.ledger.note(clockOffset: 5000)
            let path = folder + "/copy.sqlite"
            _ = try await door.ledger.backup(to: path)
            let copy = try Ledger(opening: path, for: .writing)
            #expect(try await copy.read { try LogHead(in: $0).offset } == nil)
            #expect(try await door.ledger.read { try LogHead(in: $0).offset } == 5000)
        }
    }

    @Test("An absurd clock is not taken for the hub's, and a small difference is not written")
    func absurd() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            func held() async throws -> Int64? { try await door.ledger.read { try LogHead(in: $0).offset } }
            for (offset, expected) in [(.max, nil), (.min, nil), (5000, 5000), (5100, 5000), (4000, 4000)]
                as [(Int64, Int64?)]
            {
                try await door.ledger.note(clockOffset: offset)
                #expect(try await held() == expected)
            }
        }
    }
}
