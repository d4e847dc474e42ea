// What a revoked box wrote to events and tickets.

import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct RecallTests {
    private let night = MemberScene.noon.milliseconds

    private func after(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: night + seconds * 1000) }

    private func ticket(of event: EventID, tier: String? = nil, replaces: TicketID? = nil) -> IssuedTicket {
        IssuedTicket(
            ticket: Ticket(event: event, user: .random(), id: .random()), epoch: 1, tier: tier, replaces: replaces)
    }

    /// Writes a value to a ticket, as a box whose key is in strange hands may.
    private func set(_ assignment: String, of ticket: TicketID, in ledger: Ledger, on instant: Timestamp) async throws {
        try await ledger.write { db in
            try db.execute(sql: "UPDATE ticket SET \(assignment) WHERE id = ?", arguments: [ticket.blob])
        }
        try await ledger.stampLists(on: instant)
    }

    /// Revokes the northern box as the command does.
    private func revoke(_ scene: MemberScene, since moment: Timestamp, serial: Int64 = 2) async throws {
        try await scene.revoke(since: moment, serial: serial)
        try await scene.office.ledger.recall(of: scene.north.ownBox().id, since: moment, on: after(2000))
    }

    /// Returns the ledger of a gate that has never seen the revoked box's own versions.
    private func newGate(_ scene: MemberScene, in folder: String) async throws -> Ledger {
        let gate = try Ledger(creating: folder + "/gate.sqlite", boxName: "new-gate")
        try await gate.pin(Root(scene.root.publicKey))
        try await scene.sync(gate, scene.office.ledger)
        return gate
    }

    /// Returns the ledger of another machine, in step with the office and the northern box.
    private func laptop(of scene: MemberScene, in folder: String, _ role: BoxRole = .organiser) async throws -> Ledger {
        let laptop = try Ledger(creating: folder + "/laptop.sqlite", boxName: "laptop")
        try await laptop.pin(Root(scene.root.publicKey))
        let membership = try await laptop.testKey.publicKey.membership(role, name: "laptop", of: scene.root)
        for ledger in [laptop, scene.office.ledger] { try await ledger.add(membership) }
        try await scene.syncAll()
        try await scene.sync(laptop, scene.office.ledger)
        return laptop
    }

    /// Returns a ticket of the office's of which the northern box has written a version of the latest time there is.
    private func ticketOfTheFuture(_ scene: MemberScene) async throws -> TicketID {
        let ours = try await scene.office.issue().ticket.id
        try await scene.syncAll()
        try await set("holder = 'Eve'", of: ours, in: scene.north, on: after(10))
        try await scene.north.write { db in
            let last = LogicalTimeBounds.range.upperBound
            try db.execute(sql: "UPDATE ticket SET hlc = ? WHERE holder = 'Eve'", arguments: [last])
        }
        try await scene.syncAll()
        return ours
    }

    @Test("What a stolen laptop wrote before stays, its later changes are undone, and what it added leaves every list")
    func stolenLaptop() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let (office, north, event) = (scene.office.ledger, scene.north, scene.office.event)
            let ours = try await scene.office.issue().ticket.id
            try await scene.syncAll()
            let (theirs, untouched) = (ticket(of: event.id), ticket(of: event.id))
            try await north.add([theirs, untouched])
            try await set("holder = 'Ada'", of: theirs.ticket.id, in: north, on: after(10))
            try await scene.syncAll()
            // The thief.
            let added = ticket(of: event.id)
            try await north.add([added])
            for one in [ours, theirs.ticket.id] {
                try await set("holder = 'Eve', admits = 1000", of: one, in: north, on: after(1000))
            }
            var closed = event
            closed.closed = after(1000)
            try await north.update(closed)
            try await north.stampLists(on: after(1001))
            let message = try GateMessage(
                event: event.id, text: "let all in", actor: "thief", at: after(1), until: after(9999))
            try await north.add(message)
            try await scene.syncAll()
            #expect(try await scene.south.ticket(ours)?.admits == 1000)
            #expect(try await scene.south.events().map(\.closed) == [after(1000)])

            let box = try await north.ownBox().id
            let expected = VersionRecallEffect(kept: 1, restored: 3, removed: 1)
            #expect(try await office.recallEffect(of: box, since: after(900)) == expected)
            try await revoke(scene, since: after(900))
            #expect(try await office.recallEffect(of: box, since: after(900)) == VersionRecallEffect())
            try await scene.sync(scene.south, office)
            for ledger in [office, scene.south, try await newGate(scene, in: folder)] {
                #expect(try await ledger.ticket(ours)?.admits == nil)
                #expect(try await ledger.ticket(theirs.ticket.id)?.holder == "Ada")
                #expect(try await ledger.ticket(theirs.ticket.id)?.admits == nil)
                #expect(try await ledger.ticket(untouched.ticket.id)?.status == .valid)
                #expect(try await ledger.ticket(added.ticket.id)?.status == .revoked)
                #expect(try await ledger.events().map(\.closed) == [nil])
                #expect(try await ledger.messages(of: event.id, on: after(2)).isEmpty)
                #expect(try await ledger.verify().faults.isEmpty)
            }
            #expect(try await office.recallEffect(of: box, since: after(5)).removed == 2)
        }
    }

    @Test("What is brought back is later than all that this box wrote before, also when its clock was ahead")
    func earlierFuture() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let id = try await scene.office.issue().ticket.id
            try await set("holder = 'Ada'", of: id, in: scene.office.ledger, on: after(7 * 86_400))
            let ahead = try await stamp(of: id, in: scene.office.ledger)
            // Restored from a backup, it got the version back from others, whose clocks it does not follow so far.
            try await scene.office.ledger.write { db in try db.execute(sql: "UPDATE sync_state SET hlc = 0") }
            try await scene.syncAll()
            try await set("holder = 'Eve'", of: id, in: scene.north, on: after(1000))
            try await scene.syncAll()
            try await revoke(scene, since: after(900))
            #expect(try await scene.office.ledger.ticket(id)?.holder == "Ada")
            #expect(try await stamp(of: id, in: scene.office.ledger) > ahead)
        }
    }

    private func stamp(of ticket: TicketID, in ledger: Ledger) async throws -> Int64 {
        try await ledger.read { db in
            try Int64.fetchOne(db, sql: "SELECT hlc FROM ticket WHERE id = ?", arguments: [ticket.blob]) ?? 0
        }
    }

    @Test("A ticket that only a gate has of the revoked box leaves its list with the next sync")
    func lateArrival() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .desk)
            try await scene.syncAll()
            let code = try await scene.office.issue()
            try await scene.sync(scene.south, scene.office.ledger)
            let sold = ticket(of: scene.office.event.id, replaces: code.ticket.id)
            try await scene.sync(scene.north, scene.south)
            try await scene.north.add([sold])
            try await scene.sync(scene.south, scene.north)
            #expect(try await scene.south.ticket(sold.ticket.id)?.status == .valid)
            #expect(try await scene.south.ticket(code.ticket.id)?.status == .replaced)
            try await revoke(scene, since: after(-10))
            for _ in 0..<2 { try await scene.sync(scene.south, scene.office.ledger) }
            for ledger in [scene.office.ledger, scene.south] {
                #expect(try await ledger.ticket(sold.ticket.id)?.status == .revoked)
                #expect(try await ledger.ticket(code.ticket.id)?.status == .valid)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("What a stolen laptop writes where nobody has heard of its revocation becomes what it was once they have")
    func unheard() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let (office, north, south, event) = (scene.office.ledger, scene.north, scene.south, scene.office.event)
            let listed = try await scene.office.issue().ticket.id
            try await scene.syncAll()
            try await revoke(scene, since: after(900))
            try await set("holder = 'Eve', admits = 1000", of: listed, in: north, on: after(1000))
            var closed = event
            closed.closed = after(1000)
            try await north.update(closed)
            try await north.stampLists(on: after(1001))
            try await scene.corrupt(north)
            try await scene.sync(north, south)
            #expect(try await south.ticket(listed)?.admits == 1000)
            #expect(try await south.events().map(\.closed) == [after(1000)])
            for _ in 0..<2 { try await scene.sync(south, office) }
            for ledger in [office, south] {
                #expect(try await ledger.ticket(listed)?.admits == nil)
                #expect(try await ledger.events().map(\.closed) == [nil])
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A ticket that a gate writes gets on no list when the gate is revoked, again, or no longer")
    func lateTicketOfGate() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let (office, box) = (scene.office.ledger, try await scene.north.ownBox().id)
            try await scene.syncAll()
            try await revoke(scene, since: after(100))
            try await scene.corrupt(scene.north)
            let added = ticket(of: scene.office.event.id)
            try await scene.north.add([added])
            try await scene.north.stampLists(on: after(1))
            func expectUnknown() async throws {
                try await scene.syncAll()
                for ledger in [office, scene.south] { #expect(try await ledger.ticket(added.ticket.id) == nil) }
            }
            try await expectUnknown()
            try await revoke(scene, since: after(100), serial: 3)
            try await expectUnknown()
            try await scene.add(nil, serial: 4)
            try await office.recall(of: box, since: nil, on: after(3000))
            try await expectUnknown()
        }
    }

    @Test("A revoked desk's version of a ticket that arrives with the organiser's takes it from nobody")
    func sharedPage() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .desk)
            let (office, sold) = (scene.office.ledger, ticket(of: scene.office.event.id))
            let laptop = try await self.laptop(of: scene, in: folder)
            for ledger in [laptop, scene.north] { try await ledger.add([sold]) }
            try await revoke(scene, since: after(-10))
            let vector = try await office.versionVector(for: nil, on: MemberScene.noon)
            var signed: [SignedRecord] = []
            for ledger in [laptop, scene.north] {
                signed += try await ledger.page(after: vector, on: MemberScene.noon, signedBy: ledger.testKey).signed
            }
            let page = SharedPage(start: nil, end: vector.end, signed: signed)
            _ = try await office.merge(page, from: laptop.ownBox().id, on: MemberScene.noon)
            #expect(try await office.ticket(sold.ticket.id)?.status == .valid)
            #expect(try await office.verify().faults.isEmpty)
        }
    }

    @Test("An organiser's machine that goes on from a backup takes back once more what a revoked box wrote")
    func forgottenRevocation() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .desk)
            let (office, listed) = (scene.office.ledger, ticket(of: scene.office.event.id))
            try await scene.syncAll()
            try await scene.north.add([listed])
            try await scene.syncAll()
            let backup = folder + "/backup.sqlite"
            _ = try await office.backup(to: backup)
            try await revoke(scene, since: after(900))
            try await scene.sync(scene.south, office)
            // Its disk is lost, and before it hears from anybody else, the thief brings a ticket.
            let restored = try Ledger(opening: backup, for: .writing)
            let added = ticket(of: scene.office.event.id)
            try await scene.north.add([added])
            try await scene.north.stampLists(on: after(1000))
            let vector = try await restored.versionVector(for: nil, on: after(1000))
            let page = try await scene.north.page(after: vector, on: after(1000), signedBy: scene.north.testKey)
            _ = try await restored.merge(page, from: scene.north.ownBox().id, on: after(1000))
            #expect(try await restored.ticket(added.ticket.id)?.status == .valid)
            try await scene.sync(restored, scene.south)
            try await scene.sync(scene.south, restored)
            for ledger in [restored, scene.south] {
                #expect(try await ledger.ticket(added.ticket.id)?.status == .revoked)
                #expect(try await ledger.ticket(listed.ticket.id)?.status == .valid)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test(
        "A ticket that a laptop sold stays on the list, although a revoked box's version came to the office first",
        arguments: [BoxRole.organiser, .desk])
    func soldMeanwhile(at role: BoxRole) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .desk)
            let (office, sold) = (scene.office.ledger, ticket(of: scene.office.event.id))
            let laptop = try await self.laptop(of: scene, in: folder, role)
            for ledger in [laptop, scene.north] { try await ledger.add([sold]) }
            try await revoke(scene, since: after(-10))
            for _ in 0..<2 { try await scene.sync(scene.north, office) }
            #expect(try await office.ticket(sold.ticket.id)?.status == .revoked)
            for _ in 0..<2 { try await scene.sync(laptop, office) }
            try await scene.sync(scene.south, office)
            for ledger in [office, laptop, scene.south] {
                #expect(try await ledger.ticket(sold.ticket.id)?.status == .valid)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test(
        "A sold ticket comes back from whoever sold it, where a revoked box has changed it and nobody else has it",
        arguments: zip([BoxRole.desk, .desk, .organiser], [BoxRole.desk, .organiser, .organiser]))
    func soldAndChanged(at seller: BoxRole, by thief: BoxRole) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: thief)
            let (office, north, sold) = (scene.office.ledger, scene.north, ticket(of: scene.office.event.id))
            let laptop = try await laptop(of: scene, in: folder, seller)
            try await laptop.add([sold])
            try await scene.sync(laptop, north)
            try await set("holder = 'Eve'", of: sold.ticket.id, in: north, on: after(5))
            for ledger in [laptop, office] { try await scene.sync(ledger, north) }
            #expect(try await laptop.ticket(sold.ticket.id)?.holder == "Eve")
            try await revoke(scene, since: after(-10))
            #expect(try await office.ticket(sold.ticket.id)?.status == .revoked)
            for _ in 0..<2 { try await scene.sync(laptop, office) }
            try await scene.sync(scene.south, office)
            for ledger in [office, laptop, scene.south] {
                let listed = try #require(try await ledger.ticket(sold.ticket.id))
                #expect(listed.status == .valid && listed.holder == nil)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A revocation that is taken back, or made earlier, starts from what the box wrote")
    func changedMind() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let (office, south, box) = (scene.office.ledger, scene.south, try await scene.north.ownBox().id)
            let ours = try await scene.office.issue().ticket.id
            try await scene.syncAll()
            let theirs = ticket(of: scene.office.event.id)
            try await set("holder = 'Ada'", of: ours, in: scene.north, on: after(100))
            try await scene.north.add([theirs])
            try await scene.north.stampLists(on: after(200))
            try await scene.syncAll()
            func states() async throws -> [[String?]] {
                try await scene.sync(south, office)
                var states: [[String?]] = []
                for ledger in [office, south] {
                    states.append([
                        try await ledger.ticket(ours)?.holder,
                        try await ledger.ticket(theirs.ticket.id)?.status.rawValue,
                    ])
                    #expect(try await ledger.verify().faults.isEmpty)
                }
                return states
            }
            let before = try await states()
            try await revoke(scene, since: after(300))
            #expect(try await states() == before)
            try await revoke(scene, since: after(150), serial: 3)
            #expect(try await states() == [["Ada", "revoked"], ["Ada", "revoked"]])
            try await revoke(scene, since: after(50), serial: 4)
            let nothing = try await states()
            #expect(nothing[0] == nothing[1] && nothing[0][0] != "Ada" && nothing[0][1] == "revoked")
            try await scene.add(nil, serial: 5)
            try await office.recall(of: box, since: nil, on: after(3000))
            #expect(try await states() == before)
            // What the organiser changed meanwhile stays.
            try await revoke(scene, since: after(50), serial: 6)
            try await set("holder = 'Grace'", of: ours, in: office, on: after(4000))
            try await scene.add(nil, serial: 7)
            try await office.recall(of: box, since: nil, on: after(5000))
            #expect(try await states() == [["Grace", "valid"], ["Grace", "valid"]])
        }
    }

    @Test("A stolen laptop's version from the far future does not keep the organiser from changing the ticket later")
    func farFuture() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let office = scene.office.ledger
            let ours = try await ticketOfTheFuture(scene)
            #expect(try await scene.south.ticket(ours)?.holder == "Eve")
            try await revoke(scene, since: after(5))
            for name in ["Ada", "Grace", "Edsger"] {
                try await set("holder = '\(name)'", of: ours, in: office, on: after(3000))
                try await scene.sync(scene.south, office)
                #expect(try await scene.south.ticket(ours)?.holder == name)
            }
        }
    }

    @Test("An event of a stolen laptop that has a ticket's identifier is closed, and the ticket stays")
    func sharedIdentifier() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let office = scene.office.ledger
            let ours = try await scene.office.issue().ticket.id
            try await scene.syncAll()
            let id = try #require(EventID(bytes: ours.bytes))
            try await scene.north.add(Event(id: id, slug: "stolen", name: "Stolen"), gates: [.main])
            try await scene.north.stampLists(on: after(1000))
            try await scene.syncAll()
            #expect(try await office.event(named: "stolen")?.closed == nil)
            try await revoke(scene, since: after(900))
            try await scene.sync(scene.south, office)
            for ledger in [office, scene.south] {
                #expect(try await ledger.event(named: "stolen")?.closed != nil)
                #expect(try await ledger.ticket(ours)?.status == .valid)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A late ticket of a revoked desk with words that no ledger writes costs the organiser no page")
    func absurdLateTicket() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .desk)
            try await scene.syncAll()
            try await revoke(scene, since: after(-10))
            let absurd = ticket(of: scene.office.event.id)
            try await scene.north.add([absurd])
            let vector = try await scene.office.ledger.versionVector(for: nil, on: MemberScene.noon)
            let page = try await scene.north.page(after: vector, on: MemberScene.noon, signedBy: scene.north.testKey)
            let key = try await scene.north.testKey
            let signed = try page.signed.map { one in
                guard case .ticket = one.record else { return one }
                let line = String(decoding: try one.record.line(), as: UTF8.self)
                    .replacing(#""first":"valid""#, with: #""first":"absurd""#)
                let record = try SharedRecord(line: .init(line.utf8))
                return SignedRecord(record, signature: try VersionSignature.sign(record, by: key))
            }
            #expect(signed.contains { $0.record.kind == .ticket })
            let sender = try await scene.north.ownBox().id
            let forged = SharedPage(start: nil, end: page.end, signed: signed)
            _ = try await scene.office.ledger.merge(forged, from: sender, on: MemberScene.noon)
            #expect(try await scene.office.ledger.ticket(absurd.ticket.id)?.status == .revoked)
            #expect(try await scene.office.ledger.verify().faults.isEmpty)
        }
    }

    @Test("The list of a laptop that becomes a gate stays, also for boxes that join later")
    func demotion() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let (office, theirs) = (scene.office.ledger, ticket(of: scene.office.event.id))
            try await scene.syncAll()
            try await scene.north.add([theirs])
            try await scene.syncAll()
            let key = try await scene.north.testKey.publicKey
            try await office.add(try key.membership(.gate, serial: 9, name: "north-2", of: scene.root))
            try await office.recall(of: key.box, since: nil, on: after(1))
            for ledger in [office, try await newGate(scene, in: folder)] {
                #expect(try await ledger.ticket(theirs.ticket.id)?.status == .valid)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A version from the far future of a laptop that becomes a gate keeps no organiser from changing the ticket")
    func demotedFuture() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let (office, ours) = (scene.office.ledger, try await ticketOfTheFuture(scene))
            let key = try await scene.north.testKey.publicKey
            try await office.add(try key.membership(.gate, serial: 9, name: "north-2", of: scene.root))
            try await office.recall(of: key.box, since: nil, on: after(2000))
            #expect(try await stamp(of: ours, in: office) < after(3000).milliseconds << 16)
            try await set("holder = 'Ada'", of: ours, in: office, on: after(3000))
            try await scene.sync(scene.south, office)
            #expect(try await scene.south.ticket(ours)?.holder == "Ada")
        }
    }

    @Test("What a revoked box wrote is taken back or written again after that was interrupted, with the next sync")
    func interruptedRecall() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .desk)
            let (office, north, box) = (scene.office.ledger, scene.north, try await scene.north.ownBox().id)
            try await scene.syncAll()
            let sold = (0..<300).map { _ in ticket(of: scene.office.event.id) }
            try await north.add(sold)
            try await scene.syncAll()
            func statuses(_ status: TicketStatus) async throws -> Int {
                try await office.read { db in
                    try Int.fetchOne(
                        db, sql: "SELECT count(*) FROM ticket WHERE stamper <> ? AND status = ?",
                        arguments: [box.blob, status.rawValue]) ?? 0
                }
            }
            // The disk is full in the second piece.
            func interrupted(_ recall: () async throws -> Void) async throws {
                let last = try #require(sold.map(\.ticket.id).max())
                try await office.write { db in
                    let hex = last.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                    try db.execute(
                        sql: """
                            CREATE TEMP TRIGGER full BEFORE UPDATE ON ticket WHEN new.id = x'\(hex)'
                            BEGIN SELECT raise(ABORT, 'full'); END
                            """)
                }
                await #expect(throws: LedgerError.self) { try await recall() }
                try await office.write { db in try db.execute(sql: "DROP TRIGGER full") }
            }
            try await scene.revoke(since: after(-10), serial: 2)
            try await interrupted { try await office.recall(of: box, since: after(-10), on: after(2000)) }
            #expect((1..<300).contains(try await statuses(.revoked)))
            try await scene.sync(scene.south, office)
            #expect(try await statuses(.revoked) == 300)
            try await scene.add(nil, serial: 3)
            try await interrupted { try await office.recall(of: box, since: nil, on: after(3000)) }
            #expect((1..<300).contains(try await statuses(.valid)))
            try await scene.sync(scene.south, office)
            #expect(try await statuses(.revoked) == 0)
            #expect(try await office.verify().faults.isEmpty)
        }
    }

    /// Another ledger whose last page has nothing.
    private struct EmptyAtLast: SyncTransport {
        let other: LocalSyncTransport

        func versionVector(hearing own: VersionVector) async throws -> VersionVector {
            try await other.versionVector(hearing: own)
        }

        func send(_ page: SharedPage, from own: VersionVector) async throws -> VersionVector {
            try await other.send(page, from: own)
        }

        func page(after own: VersionVector) async throws -> SharedPage {
            let page = try await other.page(after: own)
            return SharedPage(start: page.start, end: page.end, signed: page.signed, isLast: page.signed.isEmpty)
        }
    }

    @Test("What a box wrote is taken back by the sync that brings its revocation, also if its last page has nothing")
    func emptyLastPage() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .desk)
            let office = scene.office.ledger
            let sold = ticket(of: scene.office.event.id)
            try await scene.syncAll()
            try await scene.north.add([sold])
            let laptop = try await laptop(of: scene, in: folder)
            try await scene.revoke(since: after(-10), serial: 2)
            let transport = LocalSyncTransport(
                to: office, signedBy: try await office.testKey, now: { MemberScene.noon })
            let session = SyncSession(
                laptop, signedBy: try await laptop.testKey, over: EmptyAtLast(other: transport),
                now: { MemberScene.noon })
            _ = try await session.run()
            #expect(try await laptop.ticket(sold.ticket.id)?.status == .revoked)
            #expect(try await laptop.revokedBoxes().count == 1)
            #expect(try await laptop.read { try VersionRecall.overdue(in: $0).isEmpty })
        }
    }

    @Test("No name of a purged event is kept in a former version")
    func purge() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let (office, event) = (scene.office.ledger, scene.office.event.id)
            let ours = try await scene.office.issue().ticket.id
            try await set("holder = 'Ada'", of: ours, in: office, on: after(1))
            try await scene.syncAll()
            func change(to name: String) async throws {
                try await set("holder = '\(name)'", of: ours, in: scene.north, on: after(9))
                try await scene.syncAll()
            }
            func kept() async throws -> [String] {
                try await office.read { try String.fetchAll($0, sql: "SELECT record FROM former_version") }
            }
            try await change(to: "Eve")
            #expect(try await kept().contains { $0.contains("Ada") })
            try await office.purge(event, on: after(20))
            #expect(try await kept().isEmpty)
            try await change(to: "Mallory")
            #expect(try await kept().isEmpty)
        }
    }
}
