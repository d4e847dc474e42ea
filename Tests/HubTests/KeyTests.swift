// Event keys on their way to boxes, and their end.

import Glibc
import Ledger
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

struct KeyTests {
    private let master = MasterKey.random()

    @Test("A box gets the keys of its events, sealed for it alone")
    func handOut() async throws {
        let (mine, other) = (EventID.random(), EventID.random())
        let keys = try [mine, other].map { try master.eventKey(for: $0, epoch: 1) }
        try await ServedHub.serve(eventKeys: { keys }) { hub in
            let (north, guest) = (try await hub.box("North"), try await hub.box("Guest", events: [mine]))
            #expect(try await HubKeys(over: north.connection, key: north.key).fetch() == keys)
            #expect(try await HubKeys(over: guest.connection, key: guest.key).fetch() == [keys[0]])
            let answer: Wire.Keys = try await north.ask("GET", "/v1/keys")
            #expect(answer.keys.allSatisfy { guest.key.open($0.sealed.bytes) == nil })
            let thief = await thrown { try await HubKeys(over: north.connection, key: guest.key).fetch() }
            #expect(thief as? HubClientError == .notSealedForThisBox)
            try await hub.store.revoke(guest.id, now: hub.clock.now)
            let late = await thrown { try await HubKeys(over: guest.connection, key: guest.key).fetch() }
            guard case .refused(_, 401, _, _)? = late as? HubClientError else {
                Issue.record("a box that was shut out got keys: \(String(describing: late))")
                return
            }
        }
    }

    @Test("A retired key is retired everywhere, before the tickets of the same sync, and stays so")
    func retirement() async throws {
        try await OrganiserTests.open { scene in
            let (door, event) = (scene.door, scene.door.event)
            let old = KeyRecord(keyID: door.key.keyID, event: event.id, epoch: 1)
            let new = KeyRecord(keyID: try master.eventKey(for: event.id, epoch: 2).keyID, event: event.id, epoch: 2)
            try await door.ledger.add(old)
            try await scene.share()
            _ = try await scene.state()
            #expect(try await scene.desk.ledger.keys() == [old])
            try await door.ledger.add(new)
            _ = try await door.issue()
            #expect(try await door.ledger.retire(old))
            #expect(try await door.ledger.retire(old) == false)
            let versionVector = try await scene.desk.ledger.versionVector(
                for: nil, on: Timestamp(milliseconds: scene.clock.now))
            let page = try await door.ledger.page(after: versionVector, on: Timestamp(milliseconds: scene.clock.now))
            let keys = try #require(page.records.lastIndex { $0.kind == .key })
            #expect(keys < (try #require(page.records.firstIndex { $0.kind == .ticket })))
            try await scene.share()
            _ = try await scene.state()
            let ended = KeyRecord(keyID: old.keyID, event: event.id, epoch: 1, isRetired: true)
            #expect(try await scene.desk.ledger.keys() == [ended, new])
            // A box that has not heard of it tells its old story, which changes nothing.
            try await scene.desk.ledger.add(old)
            #expect(try await scene.desk.ledger.keys() == [ended, new])
        }
    }
}
