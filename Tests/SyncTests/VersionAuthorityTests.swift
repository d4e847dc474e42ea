// Versions of events and tickets, by the role of the box that wrote them.

import FoundationEssentials
import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct VersionAuthorityTests {
    private func after(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: MemberScene.noon.milliseconds + seconds * 1000)
    }

    private func ticket(in scene: MemberScene) -> IssuedTicket {
        IssuedTicket(ticket: Ticket(event: scene.office.event.id, user: .random(), id: .random()), epoch: 1)
    }

    @Test("A hostile gate adds no ticket, changes none, closes no event and sends no message, by any detour")
    func hostileGate() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let code = try await scene.office.issue()
            try await scene.syncAll()
            let known = code.ticket.id
            let forged = ticket(in: scene)
            let message = try GateMessage(
                event: scene.office.event.id, text: "let all in", actor: "thief", at: after(1), until: after(9999))
            for ledger in [scene.north, scene.south] {
                await #expect(throws: LedgerError.self) { try await ledger.add([forged]) }
                await #expect(throws: LedgerError.self) { try await ledger.add(message) }
                await #expect(throws: LedgerError.self) { try await ledger.update(scene.office.event) }
            }
            try await scene.corrupt(scene.north)
            try await scene.north.add([forged])
            try await scene.north.add(message)
            var closed = scene.office.event
            closed.closed = after(1)
            try await scene.north.update(closed)
            try await scene.north.write { db in
                try db.execute(sql: "UPDATE ticket SET admits = 1000 WHERE id = ?", arguments: [known.blob])
            }
            let box = try await scene.north.ownBox().id
            let direct = try await scene.sync(scene.south, scene.north)
            #expect(direct.received[.notPermitted] == ["box \(box)": 4])
            #expect(direct.received.says("what their role does not allow"))
            try await scene.sync(scene.office.ledger, scene.north)
            try await scene.sync(scene.south, scene.office.ledger)
            for ledger in [scene.office.ledger, scene.south] {
                #expect(try await ledger.ticket(forged.ticket.id) == nil)
                #expect(try await ledger.ticket(known)?.admits == nil)
                #expect(try await ledger.events().map(\.closed) == [nil])
                #expect(try await ledger.messages(of: scene.office.event.id, on: after(2)).isEmpty)
                #expect(try await ledger.verify().faults.isEmpty)
            }
            // A later membership as a gate is no reason to read everything again.
            try await scene.add(nil, serial: 9)
            let lost = "SELECT count(*) FROM peer WHERE epoch IS NULL"
            #expect(try await scene.office.ledger.read { try Int.fetchOne($0, sql: lost) } == 0)
        }
    }

    @Test("A version in an organiser's name that the organiser did not sign is left out")
    func forgedAuthor() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let code = try await scene.office.issue()
            let vector = try await scene.south.versionVector(for: nil, on: MemberScene.noon)
            let page = try await scene.office.ledger.page(
                after: vector, on: MemberScene.noon, signedBy: scene.office.ledger.testKey)
            let forged = try page.signed.map { one in
                guard case .ticket = one.record else { return one }
                let line = String(decoding: try one.record.line(), as: UTF8.self)
                    .replacing(#"{"epoch""#, with: #"{"admits":1000,"epoch""#)
                return SignedRecord(try SharedRecord(line: .init(line.utf8)), signature: one.signature)
            }
            let office = try await scene.office.ledger.ownBox().id
            let changed = SharedPage(start: page.start, end: page.end, signed: forged)
            let result = try await scene.south.merge(changed, from: office, on: MemberScene.noon)
            #expect(result[.badSignature] == ["box \(office)": 1])
            #expect(try await scene.south.ticket(code.ticket.id) == nil)
            let again = try await scene.south.merge(page, from: office, on: MemberScene.noon)
            #expect(again.new[.ticket] == 1)
            #expect(try await scene.south.ticket(code.ticket.id)?.admits == nil)
        }
    }

    @Test("A desk adds tickets, and changes none of an organiser's, however late its version is")
    func desk() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .desk)
            let code = try await scene.office.issue()
            try await scene.syncAll()
            let sold = ticket(in: scene)
            try await scene.north.add([sold])
            var correction = ListIssue()
            correction.corrected = [sold]
            for attempt in [
                { try await scene.north.add(correction, to: scene.office.event.id, from: nil, on: after(1)) },
                { try await scene.north.addStagedTickets(of: scene.office.event.id, epoch: 1) },
            ] {
                let error = await #expect(throws: LedgerError.self) { try await attempt() }
                #expect(error?.description.contains("lists are imported and corrected on an organiser's") == true)
            }
            await #expect(throws: LedgerError.self) { try await scene.north.update(scene.office.event) }
            try await scene.north.write { db in
                let id = code.ticket.id
                try db.execute(sql: "UPDATE ticket SET admits = 1000 WHERE id = ?", arguments: [id.blob])
            }
            try await scene.syncAll()
            for ledger in [scene.office.ledger, scene.south] {
                #expect(try await ledger.ticket(sold.ticket.id) != nil)
                #expect(try await ledger.ticket(code.ticket.id)?.admits == nil)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("What comes back to the box that wrote it is no news")
    func ownVersions() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            _ = try await scene.office.issue()
            try await scene.syncAll()
            let nobody = VersionVector(
                ledger: .random(), name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: [])
            let page = try await scene.south.page(
                after: nobody, on: MemberScene.noon, signedBy: scene.south.testKey, isOneWay: true)
            #expect(page.records.contains { $0.kind == .ticket } && page.records.contains { $0.kind == .event })
            let back = try await scene.office.ledger.merge(
                page, from: scene.south.ownBox().id, on: MemberScene.noon)
            #expect(back.new[.ticket] == nil && back.new[.event] == nil)
        }
    }

    @Test("What was left out for want of a membership arrives once the membership does, and a revoked box's never")
    func laterMembership() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let laptop = try Ledger(creating: folder + "/laptop.sqlite", boxName: "laptop")
            let event = Event(slug: "second", name: "Second")
            try await laptop.add(event, gates: [.main])
            let left = try await scene.sync(scene.office.ledger, laptop)
            #expect(left.received.subjects(.notMember) == ["box \(try await laptop.ownBox().id)"])
            #expect(try await scene.office.ledger.event(named: "second") == nil)
            let key = try await laptop.testKey.publicKey
            try await scene.office.ledger.add(try key.membership(.organiser, name: "laptop", of: scene.root))
            try await scene.sync(scene.office.ledger, laptop)
            #expect(try await scene.office.ledger.event(named: "second") != nil)
            try await scene.syncAll()
            #expect(try await scene.south.event(named: "second") != nil)

            let revocation = Revocation(since: after(0), changes: [], scans: [])
            let terms = MembershipTerms(
                key: key.bytes, name: "laptop", rights: MemberRights(.organiser), serial: 2, start: after(0),
                revoked: revocation,
                root: scene.root.publicKey)
            let membership = Membership(terms)
            let signed = SignedMembership(membership, signature: try scene.root.sign(terms))
            try await scene.office.ledger.add(signed)
            try await laptop.add(Event(slug: "third", name: "Third"), gates: [.main])
            let refused = try await scene.sync(scene.office.ledger, laptop)
            #expect(refused.received.subjects(.revoked) == ["box \(key.box)"])
            #expect(refused.received.says("revoked"))
            #expect(try await scene.office.ledger.event(named: "third") == nil)
            #expect(try await scene.office.ledger.event(named: "second") != nil)
        }
    }

    @Test("A list outlives the key of the box that wrote it", arguments: [true, false])
    func newIdentity(hasKey: Bool) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let code = try await scene.office.issue()
            let office = scene.office.ledger
            try await office.stampLists(on: after(0))
            let (old, new) = (hasKey ? try await office.testKey : try BoxKey(), try BoxKey())
            _ = try await office.becomeNewBox(key: new.publicKey.bytes, leaving: old)
            try await office.add(try new.publicKey.membership(.organiser, name: "office-2", of: scene.root))
            let transport = LocalSyncTransport(to: scene.south, signedBy: try await scene.south.testKey) {
                MemberScene.noon
            }
            _ = try await SyncSession(office, signedBy: new, over: transport) { MemberScene.noon }.run()
            #expect(try await scene.south.ticket(code.ticket.id) != nil)
            #expect(try await scene.south.events().count == 1)
            #expect(try await scene.south.verify().faults.isEmpty)
            #expect(try await office.verify().faults.isEmpty)
        }
    }

    @Test("Only the organiser's root key adds and retires keys, whoever brings the record")
    func keys() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let (office, event) = (scene.office.ledger, scene.office.event.id)
            let key = KeyRecord(keyID: scene.office.key.keyID, event: event, epoch: 1)
            let error = await #expect(throws: LedgerError.self) { try await office.add(key) }
            #expect(error?.description.contains("machine with the master key") == true)
            try await office.add(key, signedBy: scene.root)
            try await scene.syncAll()
            #expect(try await scene.south.keys() == [key])
            await #expect(throws: LedgerError.self) { try await scene.south.retire(key) }
            // An organiser's laptop that was stolen.
            try await scene.corrupt(scene.north)
            #expect(try await scene.north.retire(key))
            let other = KeyRecord(keyID: try #require(KeyID("3f9a01bc")), event: event, epoch: 2)
            try await scene.north.add(other)
            let outcome = try await scene.sync(scene.south, scene.north)
            #expect(outcome.received.subjects(.forgedKey) == [key.keyID.description, "3f9a01bc"])
            #expect(outcome.received.says("not signed by this box's organiser"))
            #expect(try await scene.south.keys() == [key])
            let retired = KeyRecord(keyID: key.keyID, event: event, epoch: 1, isRetired: true)
            #expect(try await office.retire(key, signedBy: scene.root))
            try await scene.sync(scene.south, office)
            #expect(try await scene.south.keys() == [retired])
            #expect(try await scene.south.verify().faults.isEmpty)
            try await scene.south.write { try $0.execute(sql: "UPDATE signing_key SET epoch = 7") }
            #expect(
                try await scene.south.verify().faults == [.version(kind: .key, id: key.keyID.description)])
        }
    }

    @Test("A public key travels with every sync, and only the organiser's root can add one")
    func publicKeys() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let (office, event) = (scene.office.ledger, scene.office.event.id)
            let own = try MasterKey.random().eventKey(for: event, epoch: 2, suite: .ed25519)
            await #expect(throws: LedgerError.self) { try await office.add(KeyRecord(own)) }
            try await office.add(KeyRecord(own), signedBy: scene.root)
            try await scene.syncAll()
            #expect(try await scene.south.keys() == [KeyRecord(own)])
            #expect(try await scene.south.keys().compactMap(\.verifyingKey) == [own.verifyingKey])
            // A stolen box knows no root whose signature others take.
            let thief = MasterKey.random()
            let forged = KeyRecord(try thief.eventKey(for: event, epoch: 3, suite: .ed25519))
            try await scene.north.write { db in
                try db.execute(sql: "UPDATE sync_state SET root = ?", arguments: [Data(thief.rootKey().publicKey)])
            }
            try await scene.north.add(forged, signedBy: thief.rootKey())
            let outcome = try await scene.sync(scene.south, scene.north)
            #expect(outcome.received.subjects(.forgedKey).contains(forged.keyID.description))
            #expect(try await scene.south.keys() == [KeyRecord(own)])
            #expect(try await scene.south.verify().faults.isEmpty)
        }
    }

    @Test("A ledger that belongs to no organiser takes no public key, and takes it once it does")
    func publicKeysWithoutOrganiser() async throws {
        try await withTemporaryFolder { folder in
            let (office, south) = (try await TestDoor(in: folder), try Ledger(creating: folder + "/s", boxName: "s"))
            let master = MasterKey.random()
            let root = try master.rootKey()
            let key = KeyRecord(try master.eventKey(for: office.event.id, epoch: 1, suite: .ed25519))
            try await office.ledger.pin(Root(root.publicKey))
            try await office.ledger.add(
                office.ledger.testKey.publicKey.membership(.organiser, name: "office", of: root))
            try await office.ledger.add(key, signedBy: root)
            func pull() async throws -> SyncSession.Outcome {
                let transport = LocalSyncTransport(to: office.ledger, signedBy: try await office.ledger.testKey) {
                    MemberScene.noon
                }
                return try await SyncSession(south, signedBy: south.testKey, over: transport) { MemberScene.noon }
                    .run()
            }
            #expect(try await pull().received.subjects(.forgedKey) == [key.keyID.description])
            #expect(try await south.keys().isEmpty)
            try await south.pin(Root(root.publicKey))
            _ = try await pull()
            #expect(try await south.keys() == [key])
        }
    }

    @Test("Of two keys that were made for one epoch, as after a restore, the same one stays everywhere, and it is said")
    func rivalKeys() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let event = scene.office.event.id
            let master = MasterKey.random()
            let weak = KeyRecord(try master.eventKey(for: event, epoch: 2))
            let strong = KeyRecord(try master.eventKey(for: event, epoch: 2, suite: .ed25519))
            try await scene.office.ledger.add(weak, signedBy: scene.root)
            await #expect(throws: LedgerError.self) {
                try await scene.office.ledger.add(strong, signedBy: scene.root)
            }
            try await scene.sync(scene.south, scene.office.ledger)
            #expect(try await scene.south.keys() == [weak])
            // The office is restored from before, and makes the other one.
            try await scene.office.ledger.write { try $0.execute(sql: "DELETE FROM signing_key") }
            try await scene.office.ledger.add(strong, signedBy: scene.root)
            let outcome = try await scene.sync(scene.south, scene.office.ledger)
            #expect(outcome.received.subjects(.rivalKey) == [weak.keyID.description])
            #expect(outcome.received.says("write the codes of the newest tickets again"))
            #expect(try await scene.south.keys() == [strong])
            // What comes too late does not count.
            let north = try await scene.sync(scene.north, scene.office.ledger)
            #expect(north.received.new[.key] == 1)
            #expect(try await scene.north.keys() == [strong])
            #expect(try await scene.south.verify().faults.isEmpty)
        }
    }

    @Test("What a ledger had from before it belonged to an organiser gives way to the organiser's keys")
    func unsignedKeys() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let event = scene.office.event.id
            let master = MasterKey.random()
            let keys = [
                KeyRecord(try master.eventKey(for: event, epoch: 1)),
                KeyRecord(try master.eventKey(for: event, epoch: 2, suite: .ed25519)),
            ]
            try await scene.syncAll()
            // A stick that somebody has made: the first key retired, the id of the second one for a key of suite 1.
            try await scene.south.write { db in
                for (key, retired) in zip(keys, [true, false]) {
                    try db.execute(
                        sql: "INSERT INTO signing_key (key_id, event, suite, epoch, retired) VALUES (?, ?, 1, ?, ?)",
                        arguments: [Data(key.keyID.bytes), event.blob, key.epoch, retired])
                }
            }
            for key in keys { try await scene.office.ledger.add(key, signedBy: scene.root) }
            try await scene.sync(scene.south, scene.office.ledger)
            #expect(try await scene.south.keys() == keys)
            #expect(try await scene.south.verify().faults.isEmpty)
        }
    }

    @Test("A public key that somebody has put into the ledger's file verifies nothing")
    func plantedKey() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let thief = try MasterKey.random().eventKey(for: scene.office.event.id, epoch: 1, suite: .ed25519)
            try await scene.office.ledger.add(KeyRecord(thief), signedBy: scene.root)
            #expect(try await scene.office.ledger.verifyingKeys() == [thief.verifyingKey])
            try await scene.office.ledger.write { db in
                try db.execute(sql: "UPDATE signing_key SET signature = zeroblob(64)")
            }
            #expect(try await scene.office.ledger.verifyingKeys().isEmpty)
        }
    }

    @Test("Keys from before a ledger had an organiser are signed on the machine with the master key")
    func earlierKeys() async throws {
        try await withTemporaryFolder { folder in
            let (office, south) = (try await TestDoor(in: folder), try Ledger(creating: folder + "/s", boxName: "s"))
            let root = try MasterKey.random().rootKey()
            let key = KeyRecord(keyID: office.key.keyID, event: office.event.id, epoch: 1)
            let foreign = KeyRecord(keyID: try #require(KeyID("3f9a01bc")), event: office.event.id, epoch: 2)
            for one in [key, foreign] { try await office.ledger.add(one) }
            for ledger in [office.ledger, south] { try await ledger.pin(Root(root.publicKey)) }
            try await office.ledger.signKeys(by: root) { $0 == key }
            try await office.ledger.add(
                office.ledger.testKey.publicKey.membership(.organiser, name: "office", of: root))
            let transport = LocalSyncTransport(to: office.ledger, signedBy: try await office.ledger.testKey) {
                MemberScene.noon
            }
            let outcome = try await SyncSession(south, signedBy: south.testKey, over: transport) {
                MemberScene.noon
            }.run()
            #expect(outcome.received.subjects(.forgedKey) == ["3f9a01bc"])
            #expect(try await south.keys() == [key])
        }
    }

    @Test("A ledger with a version that its author did not sign is not intact")
    func verification() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let id = try await scene.office.issue().ticket.id
            try await scene.syncAll()
            #expect(try await scene.south.verify().faults.isEmpty)
            try await scene.south.write { db in
                try db.execute(sql: "UPDATE ticket SET admits = 9; UPDATE sync_state SET stamped_rev = 1000")
            }
            #expect(try await scene.south.verify().faults == [.version(kind: .ticket, id: id.description)])
        }
    }

    /// Keys, messages and tickets of the scene's event.
    private func counts(of ledger: Ledger) async throws -> [Int] {
        try await ledger.read { db in
            try ["signing_key", "message", "ticket"].map {
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? 0
            }
        }
    }

    /// A scene with a key, a message and a ticket; the event was changed after them.
    private func sceneWithChangedEvent(in folder: String) async throws -> MemberScene {
        let scene = try await MemberScene(in: folder)
        var event = scene.office.event
        let id = try #require(KeyID(bytes: [1, 2, 3, 4]))
        try await scene.office.ledger.add(KeyRecord(keyID: id, event: event.id, epoch: 9), signedBy: scene.root)
        try await scene.office.ledger.add(
            GateMessage(event: event.id, text: "doors at 8", actor: "office", at: after(1), until: after(9999)))
        _ = try await scene.office.issue()
        event.name = "Winter Night"
        try await scene.office.ledger.update(event)
        return scene
    }

    @Test("Keys and messages come with their event, also if the event was changed after them")
    func changedEvent() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await sceneWithChangedEvent(in: folder)
            let outcome = try await scene.sync(scene.south, scene.office.ledger)
            #expect(outcome.received[.unfit].isEmpty)
            #expect(try await counts(of: scene.south) == counts(of: scene.office.ledger))
        }
    }

    @Test("What arrives before its event is read again when the event arrives", arguments: [1, Awaited.limit + 9])
    func eventArrivesLast(unknown: Int) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await sceneWithChangedEvent(in: folder)
            let office = try await scene.office.ledger.ownBox().id
            let vector = try await scene.south.versionVector(for: office, on: MemberScene.noon)
            let page = try await scene.office.ledger.page(
                after: vector, on: MemberScene.noon, signedBy: scene.office.ledger.testKey)
            let others = try (1..<unknown).map { _ in
                let message = try GateMessage(
                    event: .random(), text: "let all in", actor: "thief", at: after(1), until: after(9999))
                return SignedRecord(.message(SharedMessage(message, by: office)), signature: nil)
            }
            let isEvent = { (one: SignedRecord) in one.record.kind == .event }
            let early = SharedPage(
                start: page.start, end: page.end, signed: page.signed.filter { !isEvent($0) } + others)
            #expect(try await scene.south.merge(early, from: office, on: MemberScene.noon)[.unfit].count == 3)
            let noted = try await scene.south.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM awaited") ?? 0 }
            #expect(noted == min(unknown, Awaited.limit))
            let late = SharedPage(start: page.end, end: page.end, signed: page.signed.filter(isEvent))
            _ = try await scene.south.merge(late, from: office, on: MemberScene.noon)
            try await scene.sync(scene.south, scene.office.ledger)
            #expect(try await counts(of: scene.south) == counts(of: scene.office.ledger))
            #expect(try await scene.south.verify().faults.isEmpty)
        }
    }

    @Test("A ticket is of the event that its winning version names, whichever version came first")
    func movedTicket() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .desk)
            let other = Event(slug: "other", name: "Other")
            try await scene.office.ledger.add(other, gates: [.main])
            try await scene.sync(scene.office.ledger, scene.north)
            let genuine = ticket(in: scene)
            try await scene.office.ledger.add([genuine])
            let reader = try Ledger(creating: folder + "/reader.sqlite", boxName: "reader")
            try await reader.pin(Root(scene.root.publicKey))
            // A desk gives a ticket of its own the identifier of another one, of another event.
            let forged = IssuedTicket(
                ticket: Ticket(event: other.id, user: .random(), id: genuine.ticket.id), epoch: 1)
            try await scene.north.add([forged])
            try await scene.sync(reader, scene.north)
            #expect(try await reader.ticket(genuine.ticket.id)?.ticket.event == other.id)
            try await scene.sync(reader, scene.office.ledger)
            #expect(try await reader.ticket(genuine.ticket.id)?.ticket.event == scene.office.event.id)
            #expect(try await reader.verify().faults.isEmpty)
        }
    }
}
