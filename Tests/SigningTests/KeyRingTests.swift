// Keys and the ring that holds them.

import Testing

@testable import TicketSigning

struct KeyRingTests {
    @Test("A key is found by its id and by no other")
    func lookup() throws {
        let key = try SigningFixture().key
        var ring = KeyRing()
        #expect(ring[key.keyID] == nil)
        try ring.insert(key)
        #expect(ring[key.keyID] == key.verifyingKey)
        #expect(ring[try #require(KeyID("00000000"))] == nil)
    }

    @Test("Adding a key again changes nothing")
    func repeated() throws {
        let fixture = try SigningFixture()
        var ring = KeyRing()
        try ring.insert(fixture.key)
        try ring.insert(fixture.master.eventKey(for: fixture.ticket.event, epoch: 1))
        #expect(Array(ring) == [fixture.key.verifyingKey])
    }

    @Test("Two different keys with one id are refused, and the first stays")
    func collision() throws {
        let key = try SigningFixture().key
        var ring = KeyRing()
        try ring.insert(key)
        for other in [
            try EventKey(event: .random(), epoch: key.epoch, secret: key.secret),
            try EventKey(event: key.event, epoch: key.epoch + 1, secret: key.secret),
        ] {
            let error = #expect(throws: SigningError.keyIDTaken(key.keyID)) { try ring.insert(other) }
            #expect(error?.description.contains(key.keyID.description) == true)
        }
        #expect(Array(ring) == [key.verifyingKey])
    }

    @Test("Keys come by event and epoch")
    func order() throws {
        let master = MasterKey.random()
        let events = [EventID.random(), .random()].sorted()
        let keys = try events.flatMap { event in try [1, 2, 10].map { try master.eventKey(for: event, epoch: $0) } }
        var ring = KeyRing()
        for key in keys.shuffled() { try ring.insert(key) }
        #expect(Array(ring) == keys.map(\.verifyingKey))
    }

    @Test("Another event, epoch or master key gives another key")
    func derivation() throws {
        let master = MasterKey.random()
        let event = EventID.random()
        let key = try master.eventKey(for: event, epoch: 1)
        #expect(try master.eventKey(for: event, epoch: 1) == key)
        #expect(try master.eventKey(for: event, epoch: 256).secret != key.secret)
        #expect(try master.eventKey(for: .random(), epoch: 1).secret != key.secret)
        #expect(try MasterKey.random().eventKey(for: event, epoch: 1).secret != key.secret)
    }

    @Test("A key id reads back from its text and its bytes, and from nothing else")
    func keyID() throws {
        let id = try #require(KeyID("22f43a6b"))
        #expect(id.bytes == [0x22, 0xf4, 0x3a, 0x6b])
        #expect(KeyID(bytes: id.bytes) == id)
        #expect(KeyID("22F43A6B") == id)
        for text in ["", "22f43a6", "22f43a6b0", "22f43a6g", "22f43a6b0a", " 22f43a6b"] { #expect(KeyID(text) == nil) }
        #expect(KeyID(bytes: [1, 2, 3]) == nil)
    }
}
