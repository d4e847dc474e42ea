// Boxes that a hub has forgotten, and boxes that have not heard that they are revoked.

import FoundationEssentials
import Ledger
import Logging
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

struct ReturnTests {
    /// A served hub with the organiser's ledger, and a box's ledger that the hub does not know.
    struct Scene {
        let hub: ServedHub
        let office: Ledger
        let root: RootKey
        let north: Ledger
        let key: BoxKey
        let connection: HubConnection

        func sync() async throws {
            let transport = HubSyncTransport(over: connection, to: hub.address)
            let now = Timestamp(milliseconds: hub.clock.now)
            _ = try await SyncSession(north, signedBy: key, over: transport, now: { now }).run()
        }

        /// What keeps the box from a sync; `nil` for nothing.
        func refusal() async throws -> ProblemType? {
            let error = await thrown { try await sync() }
            guard case .refused(_, 401, let type?, _)? = error as? HubClientError else {
                if let error { throw error }
                return nil
            }
            return type
        }

        func membership(_ rights: MemberRights = MemberRights(.gate), serial: Int64 = 1) throws -> SignedMembership {
            try key.publicKey.membership(rights, serial: serial, name: "north", of: root)
        }

        func revocation(serial: Int64) async throws -> SignedMembership {
            try key.publicKey.membership(
                MemberRights(.gate), serial: serial, revoked: .nothing(since: Timestamp(milliseconds: 1)), of: root)
        }
    }

    private func open(_ body: (Scene) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let office = try Ledger(creating: folder + "/hub.sqlite", boxName: "hub")
            let north = try Ledger(creating: folder + "/north.sqlite", boxName: "north")
            let (root, key) = (try MasterKey.random().rootKey(), try await north.testKey)
            for ledger in [office, north] { try await ledger.pin(Root(root.publicKey)) }
            let organiser = { @Sendable (service: HubService) async throws -> OrganiserDashboard? in
                try OrganiserDashboard(
                    service: service, ledger: office, key: try await office.testKey,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            }
            try await ServedHub.serve(organiser: organiser) { hub in
                let connection = ServedHub.Member(id: key.box, key: key, hub: hub).connection
                try await body(
                    Scene(hub: hub, office: office, root: root, north: north, key: key, connection: connection))
            }
        }
    }

    @Test("A hub that was restored from before a box joined takes the box back by its membership, with its rights")
    func forgotten() async throws {
        try await open { scene in
            #expect(try await scene.refusal() == .boxUnknown)
            let event = EventID.random()
            try await scene.north.add(scene.membership(MemberRights(.gate, events: [event])))
            #expect(try await scene.refusal() == nil)
            let box = try #require(try await scene.hub.store.box(scene.key.box))
            #expect(box.name == "north" && box.events == [event] && !box.isRelay)
            #expect(try await scene.office.membership(of: scene.key.box)?.membership.terms.serial == 1)
            #expect(try await scene.refusal() == nil)
        }
    }

    @Test("An organiser's machine comes back as one")
    func organiser() async throws {
        try await open { scene in
            try await scene.north.add(scene.membership(MemberRights(.organiser)))
            #expect(try await scene.refusal() == nil)
            #expect(try await scene.hub.store.box(scene.key.box)?.isRelay == true)
        }
    }

    @Test("A membership of another root, one that was revoked, and one whose name another box has bring no box back")
    func notTaken() async throws {
        try await open { scene in
            let other = try MasterKey.random().rootKey()
            let foreign = try scene.key.publicKey.membership(.gate, of: other)
            let record = try WireRecord(foreign)
            let error = await thrown { try await scene.connection.present(record) }
            guard case .refused(_, 403, nil, _)? = error as? HubClientError else {
                Issue.record("\(String(describing: error))")
                return
            }
            _ = try await scene.hub.box("North")
            try await scene.north.add(scene.membership())
            #expect(try await scene.refusal() == .boxUnknown)
            _ = try await scene.hub.service.revoke("North")
            try await scene.office.add(scene.revocation(serial: 2))
            #expect(try await scene.refusal() == .boxRevoked)
            #expect(try await scene.hub.store.box(scene.key.box) == nil)
        }
    }

    @Test("Only the box itself presents its membership, which every other box has as well")
    func notItself() async throws {
        try await open { scene in
            let record = try WireRecord(scene.membership())
            let thief = try BoxKey()
            for (name, key) in [(thief.box, thief), (scene.key.box, thief), (thief.box, scene.key)] {
                let connection = ServedHub.Member(id: name, key: key, hub: scene.hub).connection
                #expect(await thrown { try await connection.present(record) } != nil)
            }
            #expect(try await scene.hub.store.box(scene.key.box) == nil)
        }
    }

    @Test("A record that is no membership brings no box back")
    func noMembership() async throws {
        try await open { scene in
            let change = try WireRecord(HubRecord.signedChange(of: scene.key.box, by: scene.key))
            let error = await thrown { try await scene.connection.present(change) }
            guard case .refused(_, 403, nil, _)? = error as? HubClientError else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try await scene.hub.store.box(scene.key.box) == nil)
        }
    }

    /// The membership of a box that has used a joining code.
    private func invited(_ key: BoxKey, with code: EnrolmentCode, _ name: String, of root: RootKey) throws
        -> SignedMembership
    {
        let invitation = try InvitedMembership(
            of: code, name: name, rights: MemberRights(.gate), serial: 1, start: Timestamp(milliseconds: 1),
            signedBy: root)
        return try #require(try invitation.membership(of: key.publicKey.bytes, signedBy: key, with: code))
    }

    @Test("A joining code that another box has used brings nobody in, and what is refused makes nobody a member")
    func spentCode() async throws {
        try await open { scene in
            let (code, thief) = (EnrolmentCode(), try BoxKey())
            try await scene.office.add(invited(scene.key, with: code, "north", of: scene.root))
            let connection = ServedHub.Member(id: thief.box, key: thief, hub: scene.hub).connection
            let record = try WireRecord(invited(thief, with: code, "north", of: scene.root))
            #expect(await thrown { try await connection.present(record) } != nil)
            // Another code, and the name of a box that is there.
            _ = try await scene.hub.box("south")
            let namesake = try WireRecord(invited(thief, with: EnrolmentCode(), "south", of: scene.root))
            #expect(await thrown { try await connection.present(namesake) } != nil)
            let future = try thief.publicKey.membership(MemberRights(.gate), name: "west", of: scene.root)
            let terms = MembershipTerms(
                key: thief.publicKey.bytes, name: "west", rights: MemberRights(.gate), serial: 1,
                start: Timestamp(milliseconds: scene.hub.clock.now + 86_400_000), root: scene.root.publicKey)
            #expect(future.isAuthentic)
            let early = try WireRecord(SignedMembership(Membership(terms), signature: scene.root.sign(terms)))
            #expect(await thrown { try await connection.present(early) } != nil)
            #expect(try await scene.hub.store.box(thief.box) == nil)
            #expect(try await scene.office.membership(of: thief.box) == nil)
        }
    }

    @Test("The hub gives a box what its present membership permits, and turns away whose code has ended")
    func laterTerms() async throws {
        try await open { scene in
            let event = EventID.random()
            try await scene.north.add(scene.membership(MemberRights(.organiser)))
            #expect(try await scene.refusal() == nil)
            #expect(try await scene.hub.store.box(scene.key.box)?.isRelay == true)
            try await scene.office.add(scene.membership(MemberRights(.gate, events: [event]), serial: 2))
            for _ in 0..<1200 where try await scene.hub.store.box(scene.key.box)?.isRelay == true {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await scene.hub.store.box(scene.key.box)?.events == [event])
            // Another one is a member by a code only.
            let (code, other) = (EnrolmentCode(), try BoxKey())
            let membership = try invited(other, with: code, "south", of: scene.root)
            let connection = ServedHub.Member(id: other.box, key: other, hub: scene.hub).connection
            try await connection.present(WireRecord(membership))
            #expect(try await scene.hub.store.box(other.box)?.revoked == nil)
            let end = MembershipTerms(
                key: try code.key().publicKey, isInvitation: true, name: "south", rights: MemberRights(.gate),
                serial: 3, start: Timestamp(milliseconds: 1), revoked: .nothing(since: Timestamp(milliseconds: 1)),
                root: scene.root.publicKey)
            try await scene.office.add(SignedMembership(Membership(end), signature: scene.root.sign(end)))
            for _ in 0..<1200 where try await scene.hub.store.box(other.box)?.revoked == nil {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await scene.hub.store.box(other.box)?.revoked != nil)
        }
    }

    @Test("A hub that knows its organiser keeps what no other root has signed, and takes root's keys from any box")
    func otherRoots() async throws {
        try await open { scene in
            for _ in 0..<1200 where try await scene.hub.store.database.read({ try $0.organiserRoot() }) == nil {
                try await Task.sleep(for: .milliseconds(50))
            }
            let north = try await scene.hub.box("North")
            let other = try MasterKey.random().rootKey()
            let foreign = try north.key.publicKey.membership(MemberRights(.organiser), serial: 9, of: other)
            let own = try north.key.publicKey.membership(MemberRights(.gate), serial: 2, of: scene.root)
            func upload(_ records: [WireRecord]) async throws -> [UploadResult] {
                let answer: Wire.UploadAnswer = try await north.ask(
                    "POST", "/v1/records", Wire.Upload(records: records, cursor: nil))
                return answer.results
            }
            #expect(try await upload([WireRecord(foreign), WireRecord(own)]) == [.forbidden, .taken])
            func key(of root: RootKey?) throws -> WireRecord {
                try WireRecord(HubRecord.key(event: .random(), of: root, signedBy: root))
            }
            #expect(
                try await upload([key(of: scene.root), key(of: other), key(of: nil)]) == [
                    .taken, .forbidden, .forbidden,
                ])
            func grant(of root: RootKey, signedBy signer: RootKey) throws -> WireRecord {
                try WireRecord(HubRecord.grant(event: .random(), of: root, signedBy: signer))
            }
            let grants = try [(scene.root, scene.root), (other, other), (scene.root, other)].map {
                try grant(of: $0, signedBy: $1)
            }
            #expect(try await upload(grants) == [.taken, .forbidden, .forbidden])
        }
    }

    @Test("The organiser's machine says what the hub refused, why, and of which boxes")
    func told() async throws {
        try await open { scene in
            for _ in 0..<1200 where try await scene.hub.store.database.read({ try $0.organiserRoot() }) == nil {
                try await Task.sleep(for: .milliseconds(50))
            }
            let (mine, stranger) = (EventID.random(), try BoxKey())
            let north = try await scene.hub.box("North", events: [mine])
            let other = try MasterKey.random().rootKey()
            let foreign = try stranger.publicKey.membership(MemberRights(.gate), of: other)
            let own = try stranger.publicKey.membership(MemberRights(.gate), of: scene.root)
            let forged = SignedMembership(own.membership, signature: foreign.signature)
            // It is none by its chain value.
            let line = try HubRecord.signedScans(mine, by: north.key)[0]
            let altered = HubRecord(
                kind: .scan, event: mine, key: .line(box: north.id, point: .sample(1)), body: line.body)
            let records = try [
                WireRecord(foreign), WireRecord(forged), WireRecord(try #require(altered)),
                WireRecord(HubRecord.key(event: mine, of: scene.root, signedBy: other)),
                WireRecord(HubRecord.key(event: mine, id: "3f9a01bd")),
                WireRecord(HubRecord.signedScans(.random(), by: north.key)[0]),
            ]
            let grant = try HubRecord.grant(event: mine, of: scene.root, signedBy: other)
            let answer: Wire.UploadAnswer = try await north.ask(
                "POST", "/v1/records", Wire.Upload(records: records + [WireRecord(grant)], cursor: nil))
            #expect(answer.results.allSatisfy { $0 == .forbidden })
            let visitor = ServedHub.Member(id: stranger.box, key: stranger, hub: scene.hub).connection
            for shown in [foreign, forged] {
                #expect(await thrown { try await visitor.present(WireRecord(shown)) } != nil)
            }
            let expected: [SyncFault.Kind: [String: Int]] = [
                .otherOrganiser: [Root(other.publicKey).rootCode: 2],
                .forgedMembership: ["box \(stranger.box)": 2],
                .forgedKey: ["3f9a01bc": 1],
                .forgedGrant: [try grant.grantFacts.id.description: 1],
                .badSignature: ["box \(north.id)": 1],
                .notPermitted: ["box \(north.id)": 1],
                .otherEvent: ["box \(north.id)": 1],
                .refusedUpload: ["box \(north.id)": 7],
            ]
            var told: [SyncFault.Kind: [String: Int]] = [:]
            for _ in 0..<1200 where told != expected {
                try await Task.sleep(for: .milliseconds(50))
                let faults = try await scene.office.syncFaults(since: Timestamp(milliseconds: 0))
                told = Dictionary(uniqueKeysWithValues: faults.map { ($0.kind, $0.counts) })
            }
            #expect(told == expected)
        }
    }

    @Test("A box whom the hub's operator has shut out does not come back by its membership")
    func shutOut() async throws {
        try await open { scene in
            try await scene.north.add(scene.membership())
            #expect(try await scene.refusal() == nil)
            _ = try await scene.hub.service.revoke("north")
            #expect(try await scene.refusal() == .boxRevoked)
            let record = try WireRecord(scene.membership())
            #expect(await thrown { try await scene.connection.present(record) } != nil)
            #expect(try await scene.refusal() == .boxRevoked)
            // It has nothing of root's against it.
            #expect(try await scene.north.membership()?.membership.terms.revoked == nil)
        }
    }

    @Test("A revoked box hears of its revocation from the hub that turns it away, and records nothing more")
    func revoked() async throws {
        try await open { scene in
            try await scene.north.add(scene.membership())
            #expect(try await scene.refusal() == nil)
            try await scene.office.add(scene.revocation(serial: 2))
            // The hub has it from the organiser's ledger, within a second or so.
            while try await scene.refusal() == nil { try await Task.sleep(for: .milliseconds(50)) }
            // The record of the revocation may come a moment later.
            for _ in 0..<1200 where try await scene.north.revokedBoxes().isEmpty {
                #expect(try await scene.refusal() == .boxRevoked)
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await scene.north.revokedBoxes() == [scene.key.box])
            // It is let in again, and hears of that from the hub as well.
            try await scene.office.add(scene.membership(serial: 3))
            while try await scene.refusal() != nil { try await Task.sleep(for: .milliseconds(50)) }
            // That record, too, may come a moment later.
            for _ in 0..<1200 where try await !scene.north.revokedBoxes().isEmpty {
                #expect(try await scene.refusal() == nil)
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await scene.north.revokedBoxes().isEmpty)
        }
    }

    @Test("A hub cannot revoke a box with what root has not signed")
    func invented() async throws {
        try await open { scene in
            try await scene.north.add(scene.membership())
            let other = try MasterKey.random().rootKey()
            let terms = MembershipTerms(
                key: scene.key.publicKey.bytes, name: "north", rights: MemberRights(.gate), serial: 9,
                start: Timestamp(milliseconds: 1), revoked: .nothing(since: Timestamp(milliseconds: 1)),
                root: scene.root.publicKey)
            let forged = SignedMembership(Membership(terms), signature: try other.sign(terms))
            let transport = RefusingTransport(revocations: [forged])
            let error = await thrown {
                _ = try await SyncSession(
                    scene.north, signedBy: scene.key, over: transport, now: { Timestamp(milliseconds: 1) }
                ).run()
            }
            #expect(error is RefusingTransport.Refusal)
            #expect(try await scene.north.revokedBoxes().isEmpty)
            let told = try await scene.north.syncFaults(since: Timestamp(milliseconds: 0))
            #expect(told.map(\.kind) == [.forgedMembership])
        }
    }
}

/// A hub that refuses everything, and names revocations.
private struct RefusingTransport: SyncTransport {
    struct Refusal: Error {}

    let revocations: [SignedMembership]

    func versionVector(hearing own: VersionVector) throws -> VersionVector { throw Refusal() }
    func send(_ page: SharedPage, from own: VersionVector) throws -> VersionVector { throw Refusal() }
    func page(after own: VersionVector) throws -> SharedPage { throw Refusal() }
}
