// The names of members.

import Admission
import Ledger
import Sync
import TestSupport
import Testing
import TicketSigning

struct MemberNameTests {
    @Test("A member is shown by the name that root has signed, whatever it calls itself")
    func namesake() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let ticket = try await scene.office.issue()
            try await scene.syncAll()
            // It calls itself like another member.
            let gate = try await scene.stranger("south-1", in: folder)
            try await scene.office.ledger.add(gate.testKey.publicKey.membership(.gate, name: "north-9", of: scene.root))
            try await gate.pin(Root(scene.root.publicKey))
            try await scene.sync(gate, scene.office.ledger)
            _ = try await scene.show(ticket, on: MemberScene.noon, at: gate)
            let later = Timestamp(milliseconds: MemberScene.noon.milliseconds + 60_000)
            _ = try await scene.show(ticket, on: later, at: scene.north)
            try await scene.sync(gate, scene.office.ledger)
            try await scene.syncAll()
            let second = try await scene.show(ticket, on: later, at: scene.south)
            #expect(second.firstEntry?.boxName == "north-9")
            let office = scene.office.ledger
            let doubles = try await office.doubleAdmissions(of: scene.office.event.id)
            #expect(doubles.map(\.earlier.movement.entry.boxName) == ["north-9"])
            var exported: Set<String> = []
            try office.forEachScan(of: nil) { exported.insert($0.boxName) }
            #expect(exported == ["north-9", "north-2"])
            #expect(try await office.verify().boxLogs.contains { $0.name == "north-9" })
        }
    }
}
