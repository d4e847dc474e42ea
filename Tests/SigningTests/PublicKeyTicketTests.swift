// Suite 2: boxes have public keys alone.

import TestSupport
import Testing

@testable import TicketSigning

struct PublicKeyTicketTests {
    private let master = MasterKey.random()
    private let ticket = Ticket(event: .random(), user: .random(), id: .random())
    private let key: EventKey
    private let payload: [UInt8]

    init() throws {
        key = try master.eventKey(for: ticket.event, epoch: 1, suite: .ed25519)
        let code = try TicketCode(TicketSigner(key: key).sign(ticket).code)
        payload = code.body + code.proof
    }

    @Test("Every intermediate value and the code come out as in the vector", arguments: 0..<64)
    func goldenVectors(index: Int) throws {
        let vector = GoldenVectors.publicKeyTickets[index]
        let master = MasterKey(secret: try #require(Secret(bytes: bytes(vector.master))))
        let event = try #require(EventID(vector.event))
        let key = try master.eventKey(for: event, epoch: vector.epoch, suite: .ed25519)
        #expect(key.secret.bytes == bytes(vector.seed))
        #expect(key.publicKey == bytes(vector.publicKey))
        #expect(key.keyID.description == vector.keyID)
        let ticket = Ticket(
            event: event, user: try #require(UserID(vector.user)), id: try #require(TicketID(vector.ticket)))
        #expect(try TicketSigner(key: key).sign(ticket).code == vector.code)
        #expect(try verifier(key.verifyingKey).verify(code: vector.code).ticket == ticket)
    }

    @Test("Every refused code is refused for its reason", arguments: 0..<16)
    func goldenRefusals(index: Int) throws {
        try #require(GoldenVectors.publicKeyRefusals.count == 16)
        let first = GoldenVectors.publicKeyTickets[0]
        let event = try #require(EventID(first.event))
        let key = try #require(VerifyingKey(publicKey: bytes(first.publicKey), event: event, epoch: 1))
        let refused = GoldenVectors.publicKeyRefusals[index]
        let error = #expect(throws: TicketRejection.self) { try verifier(key).verify(code: refused.code) }
        #expect(error?.rawValue == refused.refusal, "\(refused.why)")
    }

    @Test("A box with the public key alone verifies what the issuer signed")
    func publicKeyAlone() throws {
        let publicKey = try #require(key.publicKey)
        let verifying = try #require(VerifyingKey(publicKey: publicKey, event: ticket.event, epoch: 1))
        #expect(verifying == key.verifyingKey)
        let verified = try verifier(verifying).verify(code: code(payload))
        #expect(verified.ticket == ticket)
        #expect(verified.signer == .key(epoch: 1))
    }

    @Test("A code has 154 characters and reads back as the text it was")
    func length() throws {
        let text = code(payload)
        #expect(text.count == 154)
        let parsed = try TicketCode(text)
        #expect(parsed.text == text)
        #expect(parsed.suite == .ed25519)
        #expect(parsed.unverified == .ticket(ticket.id, user: ticket.user, event: nil))
    }

    @Test("Each of the 800 bits flipped is refused, for the reason of its field")
    func flippedBits() {
        for bit in 0..<payload.count * 8 {
            var changed = payload
            changed[bit / 8] ^= 0x80 >> (bit % 8)
            let expected: TicketRejection =
                switch bit / 8 {
                case 0: SignatureSuite(rawValue: changed[0]) == nil ? .unsupportedSuite : .malformed
                case 1..<4: .unknownKey
                default: .forged
                }
            #expect(refusal(of: changed) == expected, "bit \(bit)")
        }
    }

    @Test("Every payload that is shorter or longer is malformed")
    func lengths() {
        for count in 1..<160 where count != payload.count {
            #expect(refusal(of: Array((payload + [UInt8](repeating: 0, count: 60)).prefix(count))) == .malformed)
        }
    }

    @Test("S + L, with which the same signature has a second text, is forged")
    func malleability() {
        let order: [UInt8] =
            [
                0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
            ] + [UInt8](repeating: 0, count: 15) + [0x10]
        var (changed, carry) = (payload, 0)
        for (place, byte) in zip((payload.count - 32)..., order) {
            carry += Int(changed[place]) + Int(byte)
            (changed[place], carry) = (UInt8(carry & 0xFF), carry >> 8)
        }
        #expect(carry == 0)
        #expect(refusal(of: changed) == .forged)
    }

    @Test("Points of small order, points outside the main subgroup and other bytes are no public keys")
    func unsafeKeys() throws {
        let small = [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            // A key plus the point of order 2.
            "56a8695a50859e0c8f6f0708857399232009aa0447540ed7ab5e4292b31d4c5b",
        ]
        for key in small {
            #expect(VerifyingKey(publicKey: bytes(key), event: .random(), epoch: 1) == nil, "\(key)")
        }
        let publicKey = try #require(key.publicKey)
        for other in [[], publicKey.dropLast(), publicKey + [0]] {
            #expect(VerifyingKey(publicKey: Array(other), event: .random(), epoch: 1) == nil)
        }
    }

    @Test("A code is forged at another event and at another epoch")
    func otherEvent() throws {
        let publicKey = try #require(key.publicKey)
        let elsewhere = try #require(VerifyingKey(publicKey: publicKey, event: .random(), epoch: 1))
        #expect(throws: TicketRejection.forged) { try verifier(elsewhere).verify(code: code(payload)) }
        let next = try master.eventKey(for: ticket.event, epoch: 2, suite: .ed25519)
        #expect(throws: TicketRejection.unknownKey) { try verifier(next.verifyingKey).verify(code: code(payload)) }
    }

    @Test("Each key whose id begins as the code says is tried")
    func equalBeginnings() throws {
        // The ids of the keys with these numbers as seeds begin with the same three bytes.
        let keys = try [311, 2455].map { number in
            let seed = [UInt8](repeating: 0, count: 30) + [UInt8(number >> 8), UInt8(number & 0xFF)]
            return try EventKey(
                event: ticket.event, epoch: UInt32(number), suite: .ed25519, secret: #require(Secret(bytes: seed)))
        }
        #expect(keys[0].keyID != keys[1].keyID)
        var ring = KeyRing()
        for key in keys { try ring.insert(key) }
        for key in keys {
            let code = try TicketSigner(key: key).sign(ticket).code
            #expect(try TicketVerifier(keyRing: ring).verify(code: code).signer == .key(epoch: key.epoch))
        }
        let other = try TicketSigner(key: keys[1]).sign(ticket).code
        #expect(throws: TicketRejection.forged) { try verifier(keys[0].verifyingKey).verify(code: other) }
    }

    @Test("A tag made with what boxes know of a key of suite 2 is forged")
    func publicKeyAsSecret() throws {
        let publicKey = try #require(key.publicKey)
        let secret = try #require(Secret(bytes: publicKey))
        let thief = try EventKey(event: ticket.event, epoch: 1, secret: secret)
        let tagged = TicketCode(signing: ticket, with: thief)
        // Under the key's own id, as suite 1.
        #expect(refusal(of: [1] + key.keyID.bytes + tagged.body[5...] + tagged.proof) == .forged)
        #expect(refusal(of: tagged.body + tagged.proof) == .unknownKey)
    }

    @Test("The same event and epoch have another key in each suite")
    func derivation() throws {
        let other = try master.eventKey(for: ticket.event, epoch: 1)
        #expect(other.secret != key.secret)
        #expect(try master.eventKey(for: ticket.event, epoch: 1, suite: .ed25519) == key)
    }

    @Test("A public key's file is readable by everybody and gives the key that root has signed")
    func file() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/public.key"
            let root = try master.rootKey()
            let written = try #require(root.certify(key))
            try KeyFile.writeCertificate(written, to: path)
            #expect(try TestFile.mode(of: path) & 0o444 == 0o444)
            #expect(!KeyFileText.certificate(written).contains(Hexadecimal.encode(key.secret.bytes)))
            guard case .certificate(let certificate) = try KeyFile.read(at: path) else {
                return #expect(Bool(false))
            }
            #expect(certificate.key == key.verifyingKey)
            #expect(certificate.root == root.publicKey)
        }
    }

    @Test("A public key's file with any digit changed is refused")
    func damagedFile() throws {
        let certificate = try #require(try master.rootKey().certify(key))
        let text = Array(KeyFileText.certificate(certificate).utf8)
        for place in text.indices where text[place] != UInt8(ascii: "\n") {
            var changed = text
            changed[place] = changed[place] == UInt8(ascii: "5") ? UInt8(ascii: "6") : UInt8(ascii: "5")
            var reader = KeyFileReader(path: "public.key", bytes: changed)
            #expect(throws: KeyFileError.self, "byte \(place)") { try reader.contents() }
        }
    }

    @Test("Root signs no key of suite 1, which has nothing public")
    func noPublicKey() throws {
        let other = try master.eventKey(for: ticket.event, epoch: 1)
        #expect(try master.rootKey().certify(other) == nil)
        #expect(other.publicKey == nil)
    }

    private func refusal(of payload: [UInt8]) -> TicketRejection? {
        do throws(TicketRejection) {
            _ = try verifier(key.verifyingKey).verify(code: code(payload))
            return nil
        } catch {
            return error
        }
    }

    private func verifier(_ key: VerifyingKey) -> TicketVerifier {
        var ring = KeyRing()
        try? ring.insert(key)
        return TicketVerifier(keyRing: ring)
    }

    private func code(_ payload: some Collection<UInt8>) -> String { "DC1:" + Base45.encode(payload) }
}
