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
        let master, root, rootCode, code, codeKey, pledge, boxKey, box: String
        let direct, revoked, invited, limited, nothing, ended, version, key: String

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

    @Test("A member's name has at most 64 Unicode scalars, however few characters they make")
    func names() throws {
        let (root, key) = (try MasterKey.random().rootKey(), try BoxKey().publicKey)
        func isSound(_ name: String) throws -> Bool {
            try key.membership(.gate, name: name, of: root).membership.terms.isSound
        }
        #expect(try isSound("e\u{301}"))
        #expect(try !isSound("e" + String(repeating: "\u{301}", count: 64)))
    }

    @Test("Versions and keys are signed as another program signs them")
    func signedVersions() throws {
        let vectors = try Vectors()
        let box = try BoxKey(seed: Array(32..<64 as Range<UInt8>))
        let version = try SignedRecord(line: Data(vectors.version.utf8))
        #expect(String(decoding: try version.line(), as: UTF8.self) == vectors.version)
        #expect(version.record.author == box.box)
        #expect(try VersionSignature.sign(version.record, by: box) == version.signature)
        #expect(VersionSignature.verifies(version.signature, of: version.record, by: box.publicKey.bytes))
        let key = try SignedRecord(line: Data(vectors.key.utf8))
        #expect(String(decoding: try key.line(), as: UTF8.self) == vectors.key)
        guard case .key(let facts) = key.record else { return #expect(Bool(false)) }
        #expect(facts.isSigned(key.signature) && facts.root?.base64url == vectors.root)
    }

    @Test("Root, joining code and memberships are those that another program computes")
    func vectors() throws {
        let vectors = try Vectors()
        let root = try MasterKey(secret: #require(Secret(bytes: Array(0..<32 as Range<UInt8>)))).rootKey()
        #expect(RecordBytes(root.publicKey).base64url == vectors.root)
        #expect(Root(root.publicKey).rootCode == vectors.rootCode)
        let code = try #require(EnrolmentCode(vectors.code))
        #expect(RecordBytes(try code.key().publicKey).base64url == vectors.codeKey)
        for text in [vectors.direct, vectors.revoked, vectors.invited, vectors.limited, vectors.nothing] {
            let signed = try SignedRecord(line: Data(text.utf8))
            #expect(String(decoding: try signed.line(), as: UTF8.self) == text)
            guard case .membership(let membership) = signed.record else { return #expect(Bool(false), "\(text)") }
            #expect(membership.box.description == vectors.box && membership.isSigned(signed.signature))
            #expect(try root.sign(membership.terms) == signed.signature)
        }
        let ended = try SignedRecord(line: Data(vectors.ended.utf8))
        #expect(String(decoding: try ended.line(), as: UTF8.self) == vectors.ended)
        guard case .membership(let end) = ended.record else { return #expect(Bool(false)) }
        #expect(end.endsCode && end.isSigned(ended.signature))
        guard case .membership(let invited) = try SignedRecord(line: Data(vectors.invited.utf8)).record else { return }
        let made = try InvitedMembership(
            of: code, name: "Nördl. Tor", rights: invited.terms.rights,
            serial: invited.terms.serial, start: noon, signedBy: root)
        #expect(made.pledge.base64url == vectors.pledge)
        let box = try BoxKey(seed: Array(32..<64 as Range<UInt8>))
        #expect(try made.membership(of: invited.key.bytes, signedBy: box, with: code)?.membership == invited)
    }

    @Test("A membership with anything changed is no longer signed")
    func changed() throws {
        let vectors = try Vectors()
        let changes = [
            ("\"gate\"", "\"organiser\""), ("\"desk\"", "\"organiser\""), ("Nördl", "Südl"),
            (vectors.boxKey, vectors.root), ("117309440000001", "117309440000002"), ("1790000000000", "1790000000001"),
            (",\"seq\":7", ",\"seq\":8"), ("\"invites\":true,", ""), ("0192f0c1", "0192f0c2"),
            ("\"key\":\"\(vectors.codeKey)", "\"key\":\"\(vectors.root)"),
            ("\"admit\",", ""), ("\"lend\"", "\"lift\""), ("\"VIP\"", "\"VIQ\""), ("\"actions\":[],", ""),
        ]
        for text in [vectors.direct, vectors.revoked, vectors.invited, vectors.limited, vectors.nothing] {
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
                key: thief.key.publicKey.bytes, name: "thief", rights: MemberRights(.organiser), serial: 9, start: noon,
                root: root.publicKey)
            let own = SignedMembership(
                Membership(terms),
                signature: RecordBytes(thief.key.sign(try terms.message())))
            let line = String(decoding: try SharedRecord.membership(valid.membership).line(), as: UTF8.self)
            let others = RecordBytes(try BoxKey().publicKey.bytes).base64url
            let renamed = line.replacing(valid.membership.key.base64url, with: others, maxReplacements: 1)
            guard case .membership(let taken) = try SharedRecord(line: Data(renamed.utf8)) else { return }
            let stolen = SignedMembership(taken, signature: valid.signature)
            let foreigners = try await thief.send([other], to: office.ledger, on: noon)
            #expect(foreigners.says("of another organiser"))
            #expect(foreigners.says(Root(foreign.publicKey).rootCode))
            let forgeries = try await thief.send([own], to: office.ledger, on: noon)
            #expect(forgeries.says("not signed by the organiser"))
            #expect(try await thief.send([stolen], to: office.ledger, on: noon)[.unfit] == ["membership": 1])
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
        let (code, key) = (EnrolmentCode(), try BoxKey())
        let box = key.publicKey.bytes
        func invited(by root: RootKey, _ code: EnrolmentCode) throws -> InvitedMembership {
            try InvitedMembership(
                of: code, name: "north", rights: MemberRights(.gate), serial: 1, start: noon, signedBy: root)
        }
        let given = try invited(by: root, code)
        #expect(try given.membership(of: box, signedBy: key, with: code)?.isAuthentic == true)
        #expect(try given.membership(of: box, signedBy: key, with: EnrolmentCode()) == nil)
        // The hub knows the public half of the code's key and its pledge for the right root.
        let terms = MembershipTerms(
            key: given.terms.key.bytes, isInvitation: true, name: "north", rights: MemberRights(.organiser), serial: 2,
            start: noon,
            root: foreign.publicKey)
        let members: [String: Part] = [
            "pledge": .bytes(given.pledge), "terms": .terms(terms), "signature": .bytes(try foreign.sign(terms)),
        ]
        let hostile = try JSONDecoder().decode(InvitedMembership.self, from: JSONEncoder().encode(members))
        #expect(hostile.terms.isSigned(hostile.signature))
        #expect(try hostile.membership(of: box, signedBy: key, with: code) == nil)
    }

    /// A joining code of an organiser, as whoever keeps it can use it.
    private struct KeptCode {
        let code = EnrolmentCode()
        let root: RootKey
        let given: InvitedMembership

        init(of root: RootKey, _ role: BoxRole = .gate, serial: Int64) throws {
            self.root = root
            given = try InvitedMembership(
                of: code, name: "by code", rights: MemberRights(role), serial: serial,
                start: Timestamp(milliseconds: 1), signedBy: root)
        }

        /// The membership of a box, with the consent of whoever signs.
        func used(for box: BoxKey, by signer: BoxKey) throws -> SignedMembership {
            let (key, pair) = (box.publicKey.bytes, try code.key())
            let membership = Membership(
                key: key, consent: signer.sign(Membership.consentMessage(for: pair.publicKey)),
                proof: pair.sign(Membership.proofMessage(for: key)), terms: given.terms)
            return SignedMembership(membership, signature: given.signature)
        }

        func ended(serial: Int64) throws -> SignedMembership {
            let terms = MembershipTerms(
                key: try code.key().publicKey, isInvitation: true, name: "by code", rights: MemberRights(.gate),
                serial: serial,
                start: Timestamp(milliseconds: 1), revoked: .nothing(since: Timestamp(milliseconds: 1)),
                root: root.publicKey)
            return SignedMembership(Membership(terms), signature: try root.sign(terms))
        }
    }

    @Test("Whoever keeps a joining code changes no other box's membership, and lifts no revocation with it")
    func keptCode() async throws {
        try await withTemporaryFolder { folder in
            let root = try MasterKey.random().rootKey()
            let (office, gate, thief) = (
                try await Node("office", in: folder), try await Node("gate", in: folder),
                try await Node("thief", in: folder)
            )
            try await office.ledger.pin(Root(root.publicKey))
            try await office.ledger.add(try gate.membership(.organiser, serial: 5, of: root))
            let code = try KeptCode(of: root, serial: 9)
            // The gate has not consented.
            let forged = try await thief.send([code.used(for: gate.key, by: thief.key)], to: office.ledger, on: noon)
            #expect(forged.subjects(.forgedMembership) == ["box \(gate.key.box)"])
            #expect(try await office.ledger.memberships().map(\.terms.role) == ["organiser"])
            // It has joined again, with a code that was made later.
            _ = try await gate.send([code.used(for: gate.key, by: gate.key)], to: office.ledger, on: noon)
            #expect(try await office.ledger.memberships().map(\.terms.role) == ["gate"])
            let terms = MembershipTerms(
                key: thief.key.publicKey.bytes, name: "thief", rights: MemberRights(.gate), serial: 6, start: noon,
                revoked: .nothing(since: noon), root: root.publicKey)
            let revoked = SignedMembership(Membership(terms), signature: try root.sign(terms))
            for records in [[revoked, try code.used(for: thief.key, by: thief.key)], [revoked]] {
                _ = try await thief.send(records, to: office.ledger, on: noon)
                let held = try await office.ledger.memberships().first { $0.box == thief.key.box }
                #expect(held?.terms.revoked != nil)
            }
        }
    }

    @Test("A joining code that has ended makes nobody a member, in whatever order it is heard of")
    func endedCode() async throws {
        try await withTemporaryFolder { folder in
            let root = try MasterKey.random().rootKey()
            let (gate, thief) = (try await Node("gate", in: folder), try await Node("thief", in: folder))
            let code = try KeptCode(of: root, serial: 9)
            let records = [
                try code.used(for: gate.key, by: gate.key), try code.used(for: thief.key, by: thief.key),
                try gate.membership(serial: 10, of: root), try code.ended(serial: 11),
            ]
            for (number, order) in [[0, 1, 2, 3], [3, 2, 1, 0], [0, 3, 1, 2]].enumerated() {
                let office = try await Node("office-\(number)", in: folder)
                try await office.ledger.pin(Root(root.publicKey))
                for index in order { _ = try await thief.send([records[index]], to: office.ledger, on: noon) }
                #expect(try await office.ledger.memberships().map(\.box) == [gate.key.box])
                #expect(try await office.ledger.verify().faults.isEmpty)
                let reader = try await Node("reader-\(number)", in: folder)
                try await reader.ledger.pin(Root(root.publicKey))
                try await sync(reader, office)
                _ = try await thief.send([records[1]], to: reader.ledger, on: noon)
                #expect(try await reader.ledger.memberships().map(\.box) == [gate.key.box])
            }
        }
    }

    @Test("A revoked box's membership by a joining code that has ended is no news, and its own one from before is told")
    func endedCodeOfRevokedBox() async throws {
        try await withTemporaryFolder { folder in
            let root = try MasterKey.random().rootKey()
            let (office, gate) = (try await Node("office", in: folder), try await Node("gate", in: folder))
            try await office.ledger.pin(Root(root.publicKey))
            let code = try KeptCode(of: root, serial: 9)
            let (used, first) = (try code.used(for: gate.key, by: gate.key), try gate.membership(serial: 10, of: root))
            let terms = MembershipTerms(
                key: gate.key.publicKey.bytes, name: "gate", rights: MemberRights(.gate), serial: 12, start: noon,
                revoked: .nothing(since: noon), root: root.publicKey)
            let revoked = SignedMembership(Membership(terms), signature: try root.sign(terms))
            _ = try await gate.send([used, first, revoked, code.ended(serial: 11)], to: office.ledger, on: noon)
            let kept = try await gate.send([used], to: office.ledger, on: noon)
            #expect(kept.faults.isEmpty)
            let old = try await gate.send([first], to: office.ledger, on: noon)
            #expect(old.subjects(.oldMembership) == ["box \(gate.key.box)"])
        }
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
