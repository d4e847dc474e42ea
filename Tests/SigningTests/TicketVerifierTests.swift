// What a verifier refuses: everything but the one genuine text.

import TestSupport
import Testing

@testable import TicketSigning

struct TicketVerifierTests {
    private let fixture: SigningFixture
    private let payload: [UInt8]

    init() throws {
        fixture = try SigningFixture()
        payload = bytes(fixture.vector.payload)
    }

    @Test("The six refusals have their names and their order")
    func names() {
        #expect(
            TicketRejection.allCases.map(\.rawValue) == [
                "not-a-ticket", "malformed", "unsupported-suite", "unknown-key", "forged", "beyond-grant",
            ]
        )
    }

    @Test("Each of the 552 bits flipped is refused, for the reason of its field")
    func flippedBits() {
        for bit in 0..<payload.count * 8 {
            var changed = payload
            changed[bit / 8] ^= 0x80 >> (bit % 8)
            let expected: TicketRejection =
                switch bit / 8 {
                // The code has not the length of another suite.
                case 0: SignatureSuite(rawValue: changed[0]) == nil ? .unsupportedSuite : .malformed
                case 1..<5: .unknownKey
                default: .forged
                }
            #expect(fixture.refusal(of: code(changed)) == expected, "bit \(bit)")
        }
    }

    @Test("Each character replaced by each other one of the alphabet is refused")
    func replacedCharacters() {
        let genuine = Array(fixture.vector.code)
        for position in genuine.indices {
            for replacement in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:" where replacement != genuine[position] {
                var changed = genuine
                changed[position] = replacement
                #expect(fixture.refusal(of: String(changed)) != nil, "\(position) \(replacement)")
            }
        }
    }

    @Test("Every truncation is refused")
    func truncations() {
        let code = fixture.vector.code
        for count in 0..<code.count {
            #expect(fixture.refusal(of: String(code.prefix(count))) == (count < 4 ? .notATicket : .malformed))
        }
    }

    @Test("Every character before, after or inside is refused", arguments: 0..<128)
    func insertions(character: UInt8) {
        let text = String(UnicodeScalar(character))
        let code = fixture.vector.code
        #expect(fixture.refusal(of: text + code) == .notATicket)
        #expect(fixture.refusal(of: code + text) == .malformed)
        for count in 5..<code.count {
            #expect(fixture.refusal(of: "\(code.prefix(count))\(text)\(code.dropFirst(count))") == .malformed)
        }
    }

    @Test("Every payload that is shorter or longer is malformed")
    func lengths() {
        for count in 1..<140 where count != payload.count {
            let changed = Array((payload + [UInt8](repeating: 0, count: 71)).prefix(count))
            #expect(fixture.refusal(of: code(changed)) == .malformed)
        }
    }

    @Test("A code of another suite is unsupported whatever its length")
    func otherSuites() {
        for count in [1, 69, 100, 117] {
            for suite in UInt8.min...UInt8.max where SignatureSuite(rawValue: suite) == nil {
                let changed = [suite] + [UInt8](repeating: 0, count: count - 1)
                #expect(fixture.refusal(of: code(changed)) == .unsupportedSuite)
            }
        }
    }

    @Test("Lower case is refused")
    func lowerCase() {
        #expect(fixture.refusal(of: fixture.vector.code.lowercased()) == .notATicket)
        #expect(fixture.refusal(of: "DC1:" + fixture.vector.code.dropFirst(4).lowercased()) == .malformed)
    }

    @Test("Characters that only look like the prefix, or are combined with it, are refused")
    func lookalikes() {
        let rest = fixture.vector.code.dropFirst(4)
        #expect(fixture.refusal(of: "ＤＣ１：" + rest) == .notATicket)
        #expect(fixture.refusal(of: "DC1\u{37E}" + rest) == .notATicket)
        #expect(fixture.refusal(of: "DC1:\u{301}" + rest) == .malformed)
        #expect(fixture.refusal(of: "\u{FEFF}DC1:" + rest) == .notATicket)
    }

    @Test("Random text is refused and never traps")
    func randomText() {
        var generator = SeededGenerator()
        for _ in 0..<2000 {
            let noise = generator.bytes(Int.random(in: 0..<200, using: &generator))
            let text = String(decoding: noise, as: UTF8.self)
            let scalars = String(String.UnicodeScalarView(noise.map { UnicodeScalar(UInt32($0) * 257) ?? "?" }))
            for code in [text, "DC1:" + text, scalars, "DC1:" + scalars, code(noise)] {
                #expect(fixture.refusal(of: code) != nil, "seed \(generator.seed)")
            }
        }
    }

    @Test("A random tag is forged, even with every other field right")
    func randomTags() {
        var generator = SeededGenerator()
        for _ in 0..<2000 {
            #expect(fixture.refusal(of: code(payload.prefix(53) + generator.bytes(16))) == .forged)
        }
    }

    @Test("A code of another event's key is of an unknown key, and its tag under this key's id is forged")
    func otherEvent() throws {
        let other = Ticket(event: .random(), user: fixture.ticket.user, id: fixture.ticket.id)
        let otherKey = try fixture.master.eventKey(for: other.event, epoch: 1)
        let signed = try TicketCode(TicketSigner(key: otherKey).sign(other).code)
        #expect(fixture.refusal(of: signed.text) == .unknownKey)
        #expect(fixture.refusal(of: code([1] + fixture.key.keyID.bytes + signed.body[5...] + signed.proof)) == .forged)
    }

    @Test("A tag that holds for an event other than its key's is forged")
    func keyOfAnotherEvent() throws {
        var ring = KeyRing()
        try ring.insert(EventKey(event: .random(), epoch: 1, secret: fixture.key.secret))
        let verifier = TicketVerifier(keyRing: ring)
        #expect(throws: TicketRejection.forged) { try verifier.verify(code: fixture.vector.code) }
    }

    @Test("Old and new epochs verify side by side, until the old key is gone")
    func rotation() throws {
        let newKey = try fixture.master.eventKey(for: fixture.ticket.event, epoch: 2)
        let newCode = try TicketSigner(key: newKey).sign(fixture.ticket).code
        #expect(newCode != fixture.vector.code)
        #expect(fixture.refusal(of: newCode) == .unknownKey)

        var ring = KeyRing()
        try ring.insert(newKey)
        let afterwards = TicketVerifier(keyRing: ring)
        #expect(throws: TicketRejection.unknownKey) { try afterwards.verify(code: fixture.vector.code) }
        try ring.insert(fixture.key)
        let between = TicketVerifier(keyRing: ring)
        #expect(try between.verify(code: newCode).ticket == between.verify(code: fixture.vector.code).ticket)
    }

    @Test("Eight tasks with one key at once agree with one alone")
    func concurrency() async throws {
        let verifier = fixture.verifier
        let genuine = fixture.vector.code
        let forged = code(payload.dropLast() + [0])
        let agreed = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<500).allSatisfy { _ in
                        (try? verifier.verify(code: genuine)) != nil && (try? verifier.verify(code: forged)) == nil
                    }
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(agreed)
    }

    private func code(_ payload: some Collection<UInt8>) -> String { "DC1:" + Base45.encode(payload) }
}
