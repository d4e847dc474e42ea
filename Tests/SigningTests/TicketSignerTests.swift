// Signing tickets.

import TestSupport
import Testing

@testable import TicketSigning

struct TicketSignerTests {
    @Test("A key refuses to sign a ticket of another event, and says so")
    func otherEvent() throws {
        let fixture = try SigningFixture()
        let other = Ticket(event: .random(), user: .random(), id: .random())
        let error = #expect(throws: SigningError.otherEvent(ticket: other.event, key: fixture.ticket.event)) {
            try TicketSigner(key: fixture.key).sign(other)
        }
        #expect(error?.description.contains(other.event.description) == true)
    }

    @Test("Whatever is signed is verified, and its code is 108 characters of a QR code's alphanumeric mode")
    func roundTrip() throws {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let ticket = Ticket(
                event: try #require(EventID(bytes: generator.bytes(16))),
                user: try #require(UserID(bytes: generator.bytes(16))),
                id: try #require(TicketID(bytes: generator.bytes(16)))
            )
            let epoch = UInt32.random(in: 0 ... .max, using: &generator)
            let key = try MasterKey.random().eventKey(for: ticket.event, epoch: epoch)
            var ring = KeyRing()
            try ring.insert(key)
            let code = try TicketSigner(key: key).sign(ticket).code
            #expect(code.utf8.count == 108)
            #expect(!code.hasSuffix(" "), "readers may trim it; seed \(generator.seed)")
            #expect(code.allSatisfy { "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".contains($0) })
            #expect(try TicketVerifier(keyRing: ring).verify(code: code).ticket == ticket, "seed \(generator.seed)")
        }
    }
}
