// Suite 1 against vectors that another implementation computed.

import Testing

@testable import TicketSigning

struct GoldenVectorTests {
    @Test("There are 64 genuine and 20 refused codes")
    func counts() {
        #expect(GoldenVectors.tickets.count == 64)
        #expect(GoldenVectors.refusals.count == 20)
    }

    @Test("Every intermediate value and the code come out as in the vector", arguments: 0..<64)
    func signing(index: Int) throws {
        let fixture = try SigningFixture(GoldenVectors.tickets[index])
        let vector = fixture.vector
        #expect(fixture.key.secret.bytes == bytes(vector.eventKey))
        #expect(fixture.key.keyID.description == vector.keyID)
        let signed = try TicketSigner(key: fixture.key).sign(fixture.ticket)
        let parsed = try TicketCode(signed.code)
        #expect(parsed.proof == bytes(vector.tag))
        #expect(parsed.body + parsed.proof == bytes(vector.payload))
        #expect(signed.code == vector.code)
    }

    @Test("Every genuine code gives its ticket and its key", arguments: 0..<64)
    func verifying(index: Int) throws {
        let fixture = try SigningFixture(GoldenVectors.tickets[index])
        let verified = try fixture.verifier.verify(code: fixture.vector.code)
        #expect(verified.ticket == fixture.ticket)
        #expect(verified.signer == .key(epoch: fixture.key.epoch))
    }

    @Test("Every genuine code reads back as the text it was", arguments: 0..<64)
    func rewriting(index: Int) throws {
        let vector = GoldenVectors.tickets[index]
        let parsed = try TicketCode(vector.code)
        #expect(parsed.text == vector.code)
        #expect(parsed.suite == .hmacSHA256)
        #expect(Hexadecimal.encode(parsed.keyHint.bytes) == vector.keyID)
        guard case .ticket(let id, _, let event) = parsed.unverified else {
            Issue.record("The code names no ticket.")
            return
        }
        #expect(event?.description == vector.event)
        #expect(id.description == vector.ticket)
    }

    @Test("Every refused code is refused for its reason", arguments: 0..<20)
    func refusing(index: Int) throws {
        let vector = GoldenVectors.refusals[index]
        #expect(try SigningFixture().refusal(of: vector.code)?.rawValue == vector.refusal, "\(vector.why)")
    }

    @Test("One box verifies the tickets of all its events")
    func manyKeys() throws {
        var ring = KeyRing()
        for vector in GoldenVectors.tickets { try ring.insert(SigningFixture(vector).key) }
        let verifier = TicketVerifier(keyRing: ring)
        for vector in GoldenVectors.tickets {
            #expect(try verifier.verify(code: vector.code).ticket.id.description == vector.ticket)
        }
    }
}
