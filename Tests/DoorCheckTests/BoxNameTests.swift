// Boxes as people name them.

import Ledger
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import DoorCommands

struct BoxNameTests {
    @Test("A box that only calls itself like a member does not stand in the way of revoking the member")
    func namesake() async throws {
        try await withTemporaryFolder { folder in
            let now = Timestamp(milliseconds: 1_790_000_000_000)
            let (office, other) = (
                try Ledger(creating: folder + "/office.sqlite", boxName: "office"),
                try Ledger(creating: folder + "/other.sqlite", boxName: "north-2")
            )
            let (root, key) = (try MasterKey.random().rootKey(), try BoxKey())
            try await office.pin(Root(root.publicKey))
            try await office.add(key.publicKey.membership(.gate, name: "north-2", of: root))
            let transport = LocalSyncTransport(to: other, signedBy: try await other.testKey, now: { now })
            _ = try await SyncSession(office, signedBy: office.testKey, over: transport, now: { now }).run()
            #expect(try await office.boxes().count { $0.name == "north-2" } == 2)
            #expect(try await office.box(named: "north-2").id == key.box)
            let stranger = try await other.ownBox().id
            #expect(try await office.box(named: stranger.description).id == stranger)
        }
    }
}
