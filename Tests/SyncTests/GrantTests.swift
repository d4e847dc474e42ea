// What partners may sell, among ledgers.

import Admission
import FoundationEssentials
import GRDB
import Sync
import TestSupport
import Testing

@testable import Ledger
@testable import TicketSigning

struct GrantTests {
    /// Three ledgers, and a grant in the office's.
    private struct Scene {
        let members: MemberScene
        let key: PartnerKey
        let grant: PartnerGrant

        init(in folder: String, _ ranges: [PartnerGrant.Range] = [.init(1...9, tier: "Regular")]) async throws {
            members = try await MemberScene(in: folder, northern: .organiser)
            try await members.syncAll()
            key = try .random()
            let event = members.office.event
            let office = members.office.ledger
            try await office.update(event, tiers: [Tier(name: "Regular")])
            grant = try PartnerGrant(
                event: event.id, eventName: event.name, partner: "Campus shop", publicKey: key.publicKey,
                ranges: ranges)
            try await office.add(members.root.sign(grant))
        }

        /// A desk that trusts the grants of its ledger, and the event's own key.
        func desk(of ledger: Ledger) async throws -> AdmissionDesk {
            var ring = KeyRing()
            try ring.insert(members.office.key)
            for grant in try await ledger.verifyingGrants() { ring.insert(grant) }
            return try await members.desk(of: ledger).trusting(TicketVerifier(keyRing: ring))
        }

        func show(_ number: UInt32, at ledger: Ledger, _ seconds: Int64 = 0) async throws -> Verdict {
            let instant = Timestamp(milliseconds: MemberScene.noon.milliseconds + seconds * 1000)
            return try await desk(of: ledger).decide(key.sign(number, of: grant).code, on: instant)
        }
    }

    @Test("A grant travels with every sync, its tickets enter once without a list, and its end travels too")
    func travels() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let members = scene.members
            #expect(try await scene.show(3, at: members.south).reason == .unknownKey)
            try await members.syncAll()
            #expect(try await members.south.grants() == [GrantRecord(grant: scene.grant)])
            let verdict = try await scene.show(3, at: members.south)
            #expect(verdict.reason == .admitted)
            #expect(verdict.history?.tierName == "Regular")
            #expect(verdict.history?.guestName == "Campus shop 3")
            #expect(try await scene.show(3, at: members.south, 60).reason == .alreadyUsed)
            try await members.syncAll()
            #expect(try await scene.show(3, at: members.north, 90).reason == .alreadyUsed)
            #expect(try await members.office.ledger.admittedOfGrants() == [scene.grant.id: 1])
            let found = try await members.north.grantedTickets(matching: "campus 3", of: members.office.event.id)
            #expect(found.map(\.ticket) == [scene.grant.ticket(3)])
            #expect(try await members.office.ledger.retire(scene.grant.id, signedBy: members.root))
            #expect(try await !members.office.ledger.retire(scene.grant.id, signedBy: members.root))
            try await members.syncAll()
            for ledger in members.ledgers {
                #expect(try await scene.show(4, at: ledger).reason == .revoked)
                #expect(try await ledger.grants().map(\.isRetired) == [true])
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A grant of another root, an altered one and a retirement by anybody else have no effect anywhere")
    func forged() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let members = scene.members
            try await members.syncAll()
            let thief = try MasterKey.random().rootKey()
            let own = try PartnerGrant(
                event: scene.grant.event, eventName: "Night", partner: "Thief",
                publicKey: PartnerKey.random().publicKey,
                ranges: [.init(1...20_000, tier: "Regular")])
            await #expect(throws: LedgerError.self) { try await members.north.add(thief.sign(own)) }
            await #expect(throws: LedgerError.self) {
                try await members.north.retire(scene.grant.id, signedBy: thief)
            }
            let wider = try PartnerGrant(
                id: scene.grant.id, event: scene.grant.event, eventName: "Night", partner: "Campus shop",
                publicKey: scene.key.publicKey, ranges: [.init(1...20_000, tier: "Regular")])
            let real = members.root.sign(scene.grant)
            let records: [(SharedGrant, [UInt8])] = [
                // Of another root; of this root's name with another's signature; with wider ranges and the real one's.
                (
                    SharedGrant(body: RecordBytes(thief.sign(own).body), isRetired: false),
                    thief.sign(own).signature
                ),
                (
                    SharedGrant(body: RecordBytes(members.root.sign(own).body), isRetired: false),
                    thief.sign(own).signature
                ),
                (
                    SharedGrant(body: RecordBytes(members.root.sign(wider).body), isRetired: false),
                    real.signature
                ),
                // A retirement with the signature of the grant, and one by the thief.
                (SharedGrant(body: RecordBytes(real.body), isRetired: true), real.signature),
                (SharedGrant(body: RecordBytes(real.body), isRetired: true), thief.retire(scene.grant)),
            ]
            for (grant, signature) in records {
                let signed = SignedRecord(.grant(grant), signature: RecordBytes(signature))
                let end = ListCursor(epoch: .random())
                let page = SharedPage(start: nil, end: end, signed: [signed], isLast: true)
                let result = try await members.south.merge(page, from: .random(), on: MemberScene.noon)
                #expect(result.faults[.forgedGrant]?.count == 1)
                #expect(try await members.south.grants() == [GrantRecord(grant: scene.grant)])
            }
            #expect(try await members.south.verify().faults.isEmpty)
        }
    }

    @Test("A row that somebody has put into the file verifies nothing, and the ledger is not intact")
    func planted() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let office = scene.members.office.ledger
            #expect(try await office.verifyingGrants() == [scene.grant])
            func faults(after change: String, _ repair: String) async throws -> [String] {
                try await office.write { db in try db.execute(sql: change) }
                let found = try await office.verify().faults.map(\.description)
                try await office.write { db in try db.execute(sql: repair) }
                return found
            }
            let moved = try await faults(
                after: "UPDATE granted_ticket SET number = 99 WHERE number = 3",
                "UPDATE granted_ticket SET number = 3 WHERE number = 99")
            let promoted = try await faults(
                after: "UPDATE granted_ticket SET tier = 'VIP' WHERE number = 3",
                "UPDATE granted_ticket SET tier = 'Regular' WHERE number = 3")
            for found in [moved, promoted] { #expect(found.count == 1 && found[0].contains("granted_ticket")) }
            #expect(try await office.verify().faults.isEmpty)
            let signed = try await faults(after: "UPDATE partner_grant SET signature = zeroblob(64)", "SELECT 1")
            #expect(signed.count == 1 && signed[0].contains("\(scene.grant.id)"))
            #expect(try await office.verifyingGrants().isEmpty)
        }
    }

    @Test("A ledger that belongs to no organiser takes no grant, and takes it once it does")
    func withoutOrganiser() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let south = try Ledger(creating: folder + "/new.sqlite", boxName: "new")
            try await scene.members.sync(south, scene.members.office.ledger)
            #expect(try await south.grants().isEmpty)
            try await south.pin(Root(scene.members.root.publicKey))
            try await scene.members.sync(south, scene.members.office.ledger)
            #expect(try await south.grants() == [GrantRecord(grant: scene.grant)])
        }
    }

    @Test("A retired grant stays retired when a restored machine or an old stick brings it again")
    func restored() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let (members, office) = (scene.members, scene.members.office.ledger)
            try await members.syncAll()
            #expect(try await office.retire(scene.grant.id, signedBy: members.root))
            try await members.sync(members.south, office)
            // The northern box has not heard of it, and brings what it has.
            try await members.sync(members.south, members.north)
            #expect(try await members.south.grants().map(\.isRetired) == [true])
            #expect(try await members.north.grants().map(\.isRetired) == [true])
            // The office is restored from before, adds its grant again, and learns of the end.
            try await office.write { db in
                try db.execute(sql: "DELETE FROM granted_ticket; DELETE FROM partner_grant")
                try db.execute(sql: "UPDATE peer SET epoch = NULL, lists_rev = 0, tickets_rev = 0")
            }
            try await office.add(members.root.sign(scene.grant))
            try await members.sync(office, members.south)
            #expect(try await office.grants().map(\.isRetired) == [true])
        }
    }

    @Test("Numbers that a partner has or had are not granted again, neither to the name nor to the key")
    func sameNumbers() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let (office, root) = (scene.members.office.ledger, scene.members.root)
            func grant(_ numbers: ClosedRange<UInt32>, _ partner: String, _ key: PartnerKey) throws -> SignedGrant {
                root.sign(
                    try PartnerGrant(
                        event: scene.grant.event, eventName: "Night", partner: partner, publicKey: key.publicKey,
                        ranges: [.init(numbers, tier: "Regular")]))
            }
            let other = try PartnerKey.random()
            await #expect(throws: LedgerError.self) { try await office.add(grant(9...20, "Campus shop", other)) }
            await #expect(throws: LedgerError.self) { try await office.add(grant(1...1, "Club", scene.key)) }
            #expect(try await office.retire(scene.grant.id, signedBy: root))
            await #expect(throws: LedgerError.self) { try await office.add(grant(1...9, "Campus shop", scene.key)) }
            #expect(try await office.grants().count == 1)
            try await office.add(grant(10...20, "Campus shop", scene.key))
            try await office.add(grant(1...9, "Club", other))
            #expect(try await office.grants().count == 3)
        }
    }

    @Test("A code that the event's own key signs for a partner's ticket is refused, and staff read why")
    func eventKey() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let office = scene.members.office
            let stolen = try TicketSigner(key: office.key).sign(scene.grant.ticket(5)).code
            let desk = try await scene.desk(of: office.ledger)
            #expect(try await desk.decide(stolen, on: MemberScene.noon).outcome == .refused(.oldKey))
            #expect(try await scene.show(5, at: office.ledger).reason == .admitted)
        }
    }

    @Test("A grant whose tier does not exist here verifies nothing until it does")
    func unknownTier() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let office = scene.members.office.ledger
            let other = try PartnerGrant(
                event: scene.grant.event, eventName: "Night", partner: "Club", publicKey: scene.key.publicKey,
                ranges: [.init(1...2, tier: "Balcony")])
            await #expect(throws: LedgerError.self) { try await office.add(scene.members.root.sign(other)) }
            #expect(try await office.grants() == [GrantRecord(grant: scene.grant)])
            try await scene.members.syncAll()
            try await scene.members.south.write { db in try db.execute(sql: "DELETE FROM tier") }
            #expect(try await scene.members.south.verifyingGrants().isEmpty)
            try await scene.members.south.write { db in
                let sql = "INSERT INTO tier (event, name) VALUES (?, 'Regular')"
                try db.execute(sql: sql, arguments: [scene.grant.event.blob])
            }
            #expect(try await scene.members.south.verifyingGrants() == [scene.grant])
        }
    }

    @Test("A ticket that a desk lists in place of a partner's keeps nobody out, before its revocation and after")
    func listedInItsPlace() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let (members, office) = (scene.members, scene.members.office)
            try await members.syncAll()
            let row = IssuedTicket(ticket: scene.grant.ticket(5), epoch: 1, tier: "Regular", status: .revoked)
            try await members.north.add([row])
            try await members.syncAll()
            #expect(try await scene.show(5, at: office.ledger).reason == .admitted)
            let record = try #require(try await office.ledger.record(of: scene.grant.ticket(5).id))
            #expect(record.listed.holder == "Campus shop 5")
            #expect(try await scene.show(5, at: office.ledger, 60).reason == .alreadyUsed)
        }
    }

    @Test("A grant verifies no ticket until all are listed, which goes on when the ledger is opened again")
    func interruptedListing() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let office = scene.members.office
            let more = try PartnerGrant(
                event: scene.grant.event, eventName: "Night", partner: "Club", publicKey: scene.key.publicKey,
                ranges: [.init(1...3000, tier: nil), .init(5001...6000, tier: "Balcony")])
            let signed = scene.members.root.sign(more)
            try await office.ledger.write { db in
                let record = SharedGrant(body: RecordBytes(signed.body), isRetired: false)
                let isNew = try record.merge(more, signature: RecordBytes(signed.signature), in: db)
                let isUnderWay = try GrantListing.listPiece(of: 100, in: db)
                #expect(isNew && isUnderWay)
            }
            #expect(try await office.ledger.verifyingGrants() == [scene.grant])
            #expect(try await office.ledger.verify().faults.isEmpty)
            // A number of tickets that is wrong in the file does not keep it from being opened.
            try await office.ledger.write { db in
                try db.execute(sql: "UPDATE partner_grant SET tickets = 9999 WHERE partner = 'Club'")
            }
            let again = try Ledger(opening: folder + "/ledger.sqlite", for: .writing)
            #expect(Set(try await again.verifyingGrants().map(\.id)) == [scene.grant.id, more.id])
            #expect(try await again.verify().faults.isEmpty)
            let last = try #require(try await again.grantedTicket(more.ticket(6000).id))
            #expect(last.facts.name == "Club 6000" && last.facts.tier == "Balcony")
            #expect(try await again.grantedTicket(more.ticket(3001).id) == nil)
        }
    }

    @Test("What a box of one event does to a partner's ticket of that event counts, even if the grant comes later")
    func blockFirst() async throws {
        try await withTemporaryFolder { folder in
            let members = try await MemberScene(in: folder)
            try await members.syncAll()
            let (office, event) = (members.office.ledger, members.office.event)
            let rights = MemberRights(.gate, events: [event.id])
            for ledger in members.ledgers {
                _ = try await ledger.add(
                    members.north.testKey.publicKey.membership(rights, serial: 5, name: "north-2", of: members.root))
            }
            let grant = try PartnerGrant(
                event: event.id, eventName: "Night", partner: "Club", publicKey: PartnerKey.random().publicKey,
                ranges: [.init(1...9, tier: nil)])
            try await office.add(members.root.sign(grant))
            try await members.sync(members.north, office)
            let staff = try Attribution(actor: "amina", why: "stolen")
            _ = try await members.north.change(.block, of: grant.ticket(4).id, by: staff, on: MemberScene.noon)
            // The southern box hears of the block from the north, before it has the grant.
            try await members.south.write { db in
                try db.execute(sql: "DELETE FROM granted_ticket; DELETE FROM partner_grant")
            }
            try await members.sync(members.south, members.north)
            for ledger in [members.north, members.south] {
                let ticket = try await ledger.grantedTicket(grant.ticket(4).id)
                #expect(ticket?.facts.status == .blocked && ticket?.facts.statusWhy == "stolen")
            }
            // What only the partner or the organiser can know is not for gates.
            for action in [TicketAction.pay, .reissue] {
                await #expect(throws: LedgerError.self) {
                    try await office.change(action, of: grant.ticket(5).id, by: staff, on: MemberScene.noon)
                }
            }
        }
    }
}
