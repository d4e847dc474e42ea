// Who belongs to an organiser.

import FoundationEssentials
import HubProtocol
import Sync
import TestSupport
import Testing

@testable import Ledger
@testable import TicketSigning

struct MembershipTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    private struct Vectors: Decodable {
        let master, root, rootCode, code, codeKey, pledge, boxKey, box, direct, revoked, invited: String

        init() throws {
            let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            self = try decoder.decode(
                Self.self, from: Data(contentsOf: URL(filePath: "/\(folder)/Vectors/memberships.json")))
        }
    }

    /// A ledger with a box of its own, and a way to make it a member.
    private struct Node {
        let ledger: Ledger
        let key: BoxKey

        init(_ name: String, in folder: String) async throws {
            ledger = try Ledger(creating: "\(folder)/\(name).sqlite", boxName: name)
            key = try await ledger.testKey
        }

        func membership(
            _ role: BoxRole = .gate, serial: Int64 = 1, name: String = "gate", of root: RootKey
        ) throws -> SignedMembership {
            try key.publicKey.membership(role, serial: serial, name: name, of: root)
        }

        /// Sends records to a ledger as they are.
        func send(_ signed: [SignedMembership], to other: Ledger, on instant: Timestamp) async throws -> MergeResult {
            let cursor = ListCursor(epoch: .random())
            let records = signed.map { SignedRecord(.membership($0.membership), signature: $0.signature) }
            return try await other.merge(
                SharedPage(start: nil, end: cursor, signed: records), from: key.box, on: instant)
        }
    }

    private func sync(_ one: Node, _ other: Node) async throws {
        let transport = LocalSyncTransport(to: other.ledger, signedBy: other.key, now: { noon })
        _ = try await SyncSession(one.ledger, signedBy: one.key, over: transport, now: { noon }).run()
    }

    @Test("Root, joining code and memberships are those that another program computes")
    func vectors() throws {
        let vectors = try Vectors()
        let root = try MasterKey(secret: #require(Secret(bytes: Array(0..<32 as Range<UInt8>)))).rootKey()
        #expect(RecordBytes(root.publicKey).base64url == vectors.root)
        #expect(Root(root.publicKey).rootCode == vectors.rootCode)
        let code = try #require(EnrolmentCode(vectors.code))
        #expect(RecordBytes(try code.key().publicKey).base64url == vectors.codeKey)
        for text in [vectors.direct, vectors.revoked, vectors.invited] {
            let signed = try SignedRecord(line: Data(text.utf8))
            #expect(String(decoding: try signed.line(), as: UTF8.self) == text)
            guard case .membership(let membership) = signed.record else { return #expect(Bool(false), "\(text)") }
            #expect(membership.box.description == vectors.box && membership.isSigned(signed.signature))
            #expect(try root.sign(membership.terms) == signed.signature)
        }
        guard case .membership(let invited) = try SignedRecord(line: Data(vectors.invited.utf8)).record else { return }
        let made = try InvitedMembership(
            of: code, name: "Nördl. Tor", role: .desk, events: Set(invited.terms.events ?? []),
            serial: invited.terms.serial, start: noon, signedBy: root)
        #expect(made.pledge.base64url == vectors.pledge)
        #expect(try made.membership(of: invited.key.bytes, with: code)?.membership == invited)
    }

    @Test("A membership with anything changed is no longer signed")
    func changed() throws {
        let vectors = try Vectors()
        let changes = [
            ("\"gate\"", "\"organiser\""), ("\"desk\"", "\"organiser\""), ("Nördl", "Südl"),
            (vectors.boxKey, vectors.root), ("117309440000001", "117309440000002"), ("1790000000000", "1790000000001"),
            (",\"seq\":7", ",\"seq\":8"), ("\"invites\":true,", ""), ("0192f0c1", "0192f0c2"),
            ("\"key\":\"\(vectors.codeKey)", "\"key\":\"\(vectors.root)"),
        ]
        for text in [vectors.direct, vectors.revoked, vectors.invited] {
            var applied = 0
            for (old, new) in changes where text.contains(old) {
                applied += 1
                let record = try? SignedRecord(line: Data(text.replacing(old, with: new).utf8))
                guard case .membership(let membership)? = record?.record else { continue }
                #expect(!membership.isSigned(record?.signature), "\(old)")
            }
            #expect(applied >= 5)
        }
    }

    @Test("A membership reaches every ledger of the organiser, and the latest one of a box is valid everywhere")
    func spreading() async throws {
        try await withTemporaryFolder { folder in
            let (office, gate, other) = (
                try await Node("office", in: folder), try await Node("gate", in: folder),
                try await Node("other", in: folder)
            )
            let root = try MasterKey.random().rootKey()
            for node in [office, gate, other] { try await node.ledger.pin(Root(root.publicKey)) }
            let (first, second) = (try gate.membership(of: root), try gate.membership(.desk, serial: 2, of: root))
            #expect(try await office.ledger.add(first))
            #expect(try await !office.ledger.add(first))
            try await sync(office, gate)
            try await sync(gate, other)
            #expect(try await other.ledger.memberships() == [first.membership])
            #expect(try await other.ledger.add(second))
            try await sync(other, gate)
            try await sync(gate, office)
            // Somebody sends the old one again.
            #expect(try await gate.send([first], to: office.ledger, on: noon).new[.membership] == nil)
            for node in [office, gate, other] {
                #expect(try await node.ledger.memberships() == [second.membership])
                #expect(try await node.ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A membership that root did not sign, or another root did, is left out, and the sync says so")
    func forged() async throws {
        try await withTemporaryFolder { folder in
            let (office, thief) = (try await Node("office", in: folder), try await Node("thief", in: folder))
            let (root, foreign) = (try MasterKey.random().rootKey(), try MasterKey.random().rootKey())
            try await office.ledger.pin(Root(root.publicKey))
            let valid = try thief.membership(of: root)
            try await office.ledger.add(valid)
            let other = try thief.membership(.organiser, serial: 9, of: foreign)
            let terms = MembershipTerms(
                key: thief.key.publicKey.bytes, name: "thief", role: .organiser, serial: 9, start: noon,
                root: root.publicKey)
            let own = SignedMembership(
                Membership(key: thief.key.publicKey.bytes, proof: nil, terms: terms),
                signature: RecordBytes(thief.key.sign(try terms.message())))
            let stolen = SignedMembership(
                Membership(key: try BoxKey().publicKey.bytes, proof: nil, terms: valid.membership.terms),
                signature: valid.signature)
            let foreigners = try await thief.send([other], to: office.ledger, on: noon)
            #expect(foreigners.lossSentence?.contains("of another organiser") == true)
            #expect(foreigners.lossSentence?.contains(Root(foreign.publicKey).rootCode) == true)
            let forgeries = try await thief.send([own], to: office.ledger, on: noon)
            #expect(forgeries.lossSentence?.contains("not signed by the organiser") == true)
            #expect(try await thief.send([stolen], to: office.ledger, on: noon).leftOut == [.membership: 1])
            #expect(try await office.ledger.memberships() == [valid.membership])
            for wrong in [other, own, stolen] {
                await #expect(throws: LedgerError.self) { try await office.ledger.add(wrong) }
            }
        }
    }

    @Test("A ledger belongs to one organiser for good, and then gets the memberships that it passed over before")
    func pinning() async throws {
        try await withTemporaryFolder { folder in
            let (office, gate) = (try await Node("office", in: folder), try await Node("gate", in: folder))
            let (root, foreign) = (try MasterKey.random().rootKey(), try MasterKey.random().rootKey())
            try await office.ledger.pin(Root(root.publicKey))
            try await office.ledger.add(try gate.membership(of: root))
            try await sync(gate, office)
            #expect(try await gate.ledger.memberships().isEmpty)
            try await gate.ledger.pin(Root(root.publicKey))
            try await sync(gate, office)
            #expect(try await gate.ledger.memberships().count == 1)
            try await gate.ledger.pin(Root(root.publicKey))
            await #expect {
                try await gate.ledger.pin(Root(foreign.publicKey))
            } throws: { "\($0)".contains(Root(root.publicKey).rootCode) }
            #expect(try await gate.ledger.root() == Root(root.publicKey))
        }
    }

    @Test("A hub can put neither another root nor other terms in place of those of the joining code")
    func invitation() throws {
        let (root, foreign) = (try MasterKey.random().rootKey(), try MasterKey.random().rootKey())
        let (code, box) = (EnrolmentCode(), try BoxKey().publicKey.bytes)
        func invited(by root: RootKey, _ code: EnrolmentCode) throws -> InvitedMembership {
            try InvitedMembership(
                of: code, name: "north", role: .gate, events: nil, serial: 1, start: noon, signedBy: root)
        }
        let given = try invited(by: root, code)
        #expect(try given.membership(of: box, with: code)?.isAuthentic == true)
        #expect(try given.membership(of: box, with: EnrolmentCode()) == nil)
        // The hub knows the public half of the code's key and its pledge for the right root.
        let terms = MembershipTerms(
            key: given.terms.key.bytes, isInvitation: true, name: "north", role: .organiser, serial: 2, start: noon,
            root: foreign.publicKey)
        let members: [String: Part] = [
            "pledge": .bytes(given.pledge), "terms": .terms(terms), "signature": .bytes(try foreign.sign(terms)),
        ]
        let hostile = try JSONDecoder().decode(InvitedMembership.self, from: JSONEncoder().encode(members))
        #expect(hostile.terms.isSigned(hostile.signature))
        #expect(try hostile.membership(of: box, with: code) == nil)
    }

    private enum Part: Encodable {
        case bytes(RecordBytes)
        case terms(MembershipTerms)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .bytes(let bytes): try container.encode(bytes)
            case .terms(let terms): try container.encode(terms)
            }
        }
    }
}
