// Suite 3: a partner signs the numbers that the organiser granted.

import Foundation
import TestSupport
import Testing

@testable import TicketSigning

struct PartnerTicketTests {
    private let key: PartnerKey
    private let grant: PartnerGrant
    private let payload: [UInt8]

    init() throws {
        key = try .random()
        grant = try Self.grant(to: key.publicKey)
        let code = try TicketCode(key.sign(17, of: grant).code)
        payload = code.body + code.proof
    }

    private static func grant(
        to publicKey: [UInt8],
        _ ranges: [PartnerGrant.Range] = [.init(1...20, tier: "Regular"), .init(31...32, tier: nil)],
        id: GrantID = .random()
    ) throws -> PartnerGrant {
        try PartnerGrant(
            id: id, event: .random(), eventName: "Café Night", partner: "Campus shop", publicKey: publicKey,
            ranges: ranges)
    }

    private func verifier(_ grants: PartnerGrant...) -> TicketVerifier {
        var ring = KeyRing()
        for grant in grants { ring.insert(grant) }
        return TicketVerifier(keyRing: ring)
    }

    private func code(_ payload: [UInt8]) -> String { "DC1:" + Base45.encode(payload) }

    private func refusal(of payload: [UInt8]) -> TicketRejection? {
        do throws(TicketRejection) {
            _ = try verifier(grant).verify(code: code(payload))
            return nil
        } catch {
            return error
        }
    }

    /// Signs anything as the partner.
    private func signed(_ number: UInt32, of id: GrantID, by key: PartnerKey, hint: GrantID? = nil) -> [UInt8] {
        let body = [3] + (hint ?? id).bytes.prefix(3) + number.bigEndianBytes
        return body + key.proof(of: body, under: id)
    }

    private static func vector(_ index: Int) throws -> PartnerGrant {
        try SignedGrant(text: GoldenVectors.partners.grants[index].text).grant
    }

    @Test("Every grant of the vectors has its facts, and root's signature makes its text again", arguments: 0..<8)
    func goldenGrants(index: Int) throws {
        let (vectors, vector) = (GoldenVectors.partners, GoldenVectors.partners.grants[index])
        try #require(vectors.grants.count == 8)
        let signed = try SignedGrant(text: vector.text)
        let grant = signed.grant
        #expect(grant.id.description == vector.id && grant.event.description == vector.event)
        #expect(grant.partner == vector.partner && grant.eventName == vector.eventName)
        #expect(grant.publicKey == bytes(vector.publicKey) && signed.root == bytes(vector.root))
        #expect((grant.starts, grant.opens, grant.closes) == (vector.starts, vector.opens, vector.closes))
        #expect(grant.ranges == vector.ranges.map { .init($0.first...$0.last, tier: $0.tier) })
        #expect(vector.root == vectors.root)
        let master = MasterKey(secret: try #require(Secret(bytes: [UInt8](0..<32))))
        #expect(try master.rootKey().publicKey == bytes(vectors.root))
        #expect(try master.rootKey().sign(grant).text == vector.text)
    }

    @Test("Every code of the vectors comes out of its number, and gives its ticket", arguments: 0..<64)
    func goldenCodes(index: Int) throws {
        try #require(GoldenVectors.partners.valid.count == 64)
        let vector = GoldenVectors.partners.valid[index]
        let grant = try Self.vector(vector.grant)
        let seed = bytes(GoldenVectors.partners.grants[vector.grant].partnerSeed)
        let partner = try PartnerKey(seed: #require(Secret(bytes: seed)))
        let signed = try partner.sign(vector.number, of: grant)
        #expect(signed.code == vector.code)
        let parsed = try TicketCode(vector.code)
        #expect(parsed.body + parsed.proof == bytes(vector.payload))
        let all = try (0..<8).map { try Self.vector($0) }
        var ring = KeyRing()
        for grant in all { ring.insert(grant) }
        let verified = try TicketVerifier(keyRing: ring).verify(code: vector.code)
        #expect(verified.ticket == signed.ticket && verified.signer == .grant(grant.id))
        #expect(verified.ticket.id.description == vector.ticket && verified.ticket.user.description == vector.user)
        #expect(grant.range(of: vector.number)?.tier == vector.tier)
    }

    @Test("Every refused code of the vectors is refused for its reason")
    func goldenRefusals() throws {
        try #require(GoldenVectors.partners.refused.count == 37)
        let verifier = verifier(try Self.vector(0))
        for vector in GoldenVectors.partners.refused {
            let error = #expect(throws: TicketRejection.self) { try verifier.verify(code: vector.code) }
            #expect(error?.rawValue == vector.refusal, "\(vector.why)")
        }
    }

    @Test("Every text of the vectors that is no grant is none, and another root's names that root")
    func goldenTexts() throws {
        let vectors = GoldenVectors.partners
        try #require(vectors.notGrants.count == 53)
        for vector in vectors.notGrants {
            #expect(throws: (any Error).self, "\(vector.why)") { try SignedGrant(text: vector.text) }
        }
        #expect(try SignedGrant(text: vectors.otherRoots).root != bytes(vectors.root))
    }

    @Test("A partner's number is the ticket that follows from grant and number, however often it is signed")
    func genuine() throws {
        let verified = try verifier(grant).verify(code: code(payload))
        #expect(verified.ticket == grant.ticket(17))
        #expect(verified.ticket.event == grant.event)
        #expect(verified.signer == .grant(grant.id))
        #expect(try key.sign(17, of: grant).code == code(payload))
        #expect(try key.sign(17, of: grant).ticket == grant.ticket(17))
        #expect(code(payload).count == 112)
        #expect(try TicketCode(code(payload)).text == code(payload))
        let all = (1...40).map { grant.ticket($0) }
        #expect(Set(all.map(\.id)).count == 40 && Set(all.map(\.user)).count == 40)
        #expect(all.allSatisfy { $0.id.bytes[6] >> 4 == 8 && $0.id.bytes[8] >> 6 == 2 })
    }

    @Test("Each of the 576 bits flipped is refused, for the reason of its field")
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

    @Test("A number outside the ranges is beyond the grant, though the partner signed it")
    func beyond() {
        for number: UInt32 in [0, 21, 30, 33, .max] {
            #expect(refusal(of: signed(number, of: grant.id, by: key)) == .beyondGrant, "\(number)")
            #expect(throws: PartnerGrantError.beyond(number: number)) { try key.sign(number, of: grant) }
        }
        for number: UInt32 in [1, 20, 31, 32] { #expect(refusal(of: signed(number, of: grant.id, by: key)) == nil) }
    }

    @Test("A code of another grant, of another partner or of the event's key is not a partner's")
    func others() throws {
        let other = try PartnerKey.random()
        #expect(refusal(of: signed(17, of: grant.id, by: other)) == .forged)
        // Signed under another grant, but with this one's beginning.
        #expect(refusal(of: signed(17, of: .random(), by: key, hint: grant.id)) == .forged)
        let elsewhere = try Self.grant(to: key.publicKey)
        #expect(throws: TicketRejection.unknownKey) { try verifier(elsewhere).verify(code: code(payload)) }
        #expect(throws: PartnerGrantError.otherKey) { try other.sign(17, of: grant) }
        // A key of suite 2 with the same seed and the grant's beginning as its id's.
        let event = try EventKey(event: grant.event, epoch: 1, suite: .ed25519, secret: key.seed)
        let body = [3] + grant.id.bytes.prefix(3) + UInt32(17).bigEndianBytes
        #expect(refusal(of: body + event.proof(of: body)) == .forged)
        var ring = KeyRing()
        try ring.insert(event)
        #expect(throws: TicketRejection.unknownKey) {
            try TicketVerifier(keyRing: ring).verify(code: code(signed(17, of: grant.id, by: key)))
        }
    }

    @Test("Each grant whose id begins as the code says is tried")
    func equalBeginnings() throws {
        let (first, second) = ([UInt8](1...16), [1, 2, 3] + [UInt8](repeating: 9, count: 13))
        let keys = [try PartnerKey.random(), try .random()]
        let grants = try zip([first, second], keys).map { bytes, key in
            try Self.grant(to: key.publicKey, id: #require(GrantID(bytes: bytes)))
        }
        let both = verifier(grants[0], grants[1])
        for (grant, key) in zip(grants, keys) {
            #expect(try both.verify(code: key.sign(5, of: grant).code).signer == .grant(grant.id))
        }
    }

    @Test("A ring without a grant does not know its tickets any more, and still knows the others")
    func without() throws {
        let other = try Self.grant(to: key.publicKey)
        var ring = KeyRing()
        for one in [grant, other] { ring.insert(one) }
        let rest = TicketVerifier(keyRing: ring.without([grant.id]))
        #expect(throws: TicketRejection.unknownKey) { try rest.verify(code: code(payload)) }
        #expect(try rest.verify(code: key.sign(17, of: other).code).ticket == other.ticket(17))
        #expect(ring.without([grant.id, other.id]).isEmpty && !ring.isEmpty)
    }

    @Test("A grant that contradicts itself is none")
    func contradictions() throws {
        func error(_ ranges: [PartnerGrant.Range], name: String = "shop", opens: Int64? = nil, closes: Int64? = nil)
            -> PartnerGrantError?
        {
            do throws(PartnerGrantError) {
                _ = try PartnerGrant(
                    event: .random(), eventName: "Night", partner: name, publicKey: key.publicKey, opens: opens,
                    closes: closes, ranges: ranges)
                return nil
            } catch { return error }
        }
        let few: [PartnerGrant.Range] = [.init(1...10, tier: nil)]
        #expect(error(few) == nil)
        #expect(error([]) == .rangeCount)
        #expect(error((1...9).map { .init($0...$0, tier: nil) }) == .rangeCount)
        #expect(error([.init(0...5, tier: nil)]) == .zero)
        #expect(error(few + [.init(10...11, tier: nil)]) == .overlap(10...10))
        #expect(error([.init(5...7, tier: nil)] + few) == .overlap(5...7))
        #expect(error([.init(1...20_001, tier: nil)]) == .tooManyNumbers)
        #expect(error([.init(1...20_000, tier: nil)]) == nil)
        #expect(error([.init(1...UInt32.max, tier: nil)]) == .tooManyNumbers)
        #expect(error(few, name: "") == .nameLength)
        #expect(error(few, name: String(repeating: "é", count: 101)) == .nameLength)
        #expect(error([.init(1...10, tier: "")]) == .nameLength)
        #expect(error(few, opens: 0) == .moment)
        #expect(error(few, closes: PartnerGrant.lastMoment + 1) == .moment)
        #expect(error(few, opens: 10, closes: 10) == .closesFirst)
        #expect(throws: PartnerGrantError.unsafeKey) {
            try Self.grant(to: [UInt8](repeating: 0, count: 32))
        }
    }

    @Test("A grant reads back from its text, and no bit of it can be changed unnoticed")
    func text() throws {
        let root = try MasterKey.random().rootKey()
        let signed = root.sign(grant)
        let read = try SignedGrant(text: signed.text)
        #expect(read == signed && read.grant == grant && read.root == root.publicKey)
        let bytes = signed.body + signed.signature
        for bit in 0..<bytes.count * 8 {
            var changed = bytes
            changed[bit / 8] ^= 0x80 >> (bit % 8)
            #expect(throws: GrantTextError.self, "bit \(bit)") {
                try SignedGrant(text: "DCG1:" + Base45.encode(changed))
            }
        }
        for count in bytes.indices {
            #expect(throws: (any Error).self) {
                try SignedGrant(text: "DCG1:" + Base45.encode(Array(bytes.prefix(count))))
            }
        }
        for other in [signed.text + " ", " " + signed.text, signed.text + "\n", signed.text.lowercased(), "DC1:", ""] {
            #expect(throws: GrantTextError.self) { try SignedGrant(text: other) }
        }
    }

    @Test("The longest grant still fits a QR code of medium error correction")
    func longest() throws {
        let name = String(repeating: "n", count: PartnerGrant.mostNameBytes)
        let ranges = (1...UInt32(PartnerGrant.mostRanges)).map { PartnerGrant.Range($0...$0, tier: name) }
        let grant = try PartnerGrant(
            event: .random(), eventName: name, partner: name, publicKey: key.publicKey, ranges: ranges)
        // What version 40 holds at level M.
        #expect(try MasterKey.random().rootKey().sign(grant).text.utf8.count <= 3391)
    }

    @Test("A partner's key is read from its file alone, and the public half from everybody's")
    func keyFiles() throws {
        try withTemporaryFolder { folder in
            let (secret, open) = (folder + "/shop.key", folder + "/shop.pub")
            try KeyFile.writePartnerKey(key, to: secret)
            try KeyFile.writePublicKey(of: key, to: open)
            #expect(try KeyFile.readPartnerKey(at: secret).publicKey == key.publicKey)
            #expect(try KeyFile.readPartnerPublicKey(at: open) == key.publicKey)
            #expect(throws: KeyFileError.notPartnerKey(path: open)) { try KeyFile.readPartnerKey(at: open) }
            #expect(throws: KeyFileError.secretInPlaceOfPublicKey(path: secret)) {
                try KeyFile.readPartnerPublicKey(at: secret)
            }
            chmod(open, 0o666)
            #expect(try KeyFile.readPartnerPublicKey(at: open) == key.publicKey)
            chmod(secret, 0o640)
            #expect(throws: KeyFileError.exposed(path: secret, mode: 0o640)) { try KeyFile.readPartnerKey(at: secret) }
            #expect(throws: KeyFileError.exists(path: open)) { try KeyFile.writePublicKey(of: key, to: open) }
        }
    }
}
