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

    @Test("A revoked box leaves its name to another in commands")
    func successor() async throws {
        try await withTemporaryFolder { folder in
            let office = try Ledger(creating: folder + "/office.sqlite", boxName: "office")
            let (root, gone, new) = (try MasterKey.random().rootKey(), try BoxKey(), try BoxKey())
            try await office.pin(Root(root.publicKey))
            let revocation = Revocation.nothing(since: Timestamp(milliseconds: 1))
            let rights = MemberRights(.gate)
            try await office.add(gone.publicKey.membership(rights, name: "north-2", revoked: revocation, of: root))
            #expect(try await office.box(named: "north-2").id == gone.box)
            try await office.add(new.publicKey.membership(.gate, name: "north-2", of: root))
            #expect(try await office.box(named: "north-2").id == new.box)
        }
    }
}
