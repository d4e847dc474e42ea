// What two ledgers make of what happened apart.

import Admission
import FoundationEssentials
import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct MergingTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    func after(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: noon.milliseconds + seconds * 1000)
    }

    /// Two boxes with the same list.
    private func withTwoBoxes(
        _ body: (_ north: TestDoor, _ south: Ledger, _ code: SignedTicket) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let north = try await TestDoor(in: folder)
            let code = try await north.issue(status: .unpaid)
            let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
            try await sync(north.ledger, south)
            try await body(north, south, code)
        }
    }

    @discardableResult
    private func sync(_ one: Ledger, _ other: Ledger, on instant: Timestamp? = nil) async throws -> SyncSession.Outcome
    {
        let now = instant ?? noon
        let transport = LocalSyncTransport(to: other, signedBy: try await other.testKey, now: { now })
        return try await SyncSession(one, signedBy: try await one.testKey, over: transport, now: { now }).run()
    }

    private func desk(_ door: TestDoor, on ledger: Ledger) async throws -> AdmissionDesk {
        AdmissionDesk(
            verifier: try door.verifier, ledger: ledger, box: try await ledger.ownBox(), event: door.event, gate: .main)
    }

    @Test("A block and a payment that were made apart both hold, and a later restore leaves the ticket paid")
    func blockAndPayment() async throws {
        try await withTwoBoxes { north, south, code in
            let id = code.ticket.id
            let staff = try Attribution(actor: "desk", why: "apart")
            _ = try await south.change(.block, of: id, by: staff, on: after(1))
            _ = try await north.ledger.change(.pay, of: id, by: staff, on: after(2))
            try await sync(north.ledger, south)
            for ledger in [north.ledger, south] { #expect(try await ledger.ticket(id)?.status == .blocked) }
            _ = try await north.ledger.change(.restore, of: id, by: staff, on: after(3))
            try await sync(north.ledger, south)
            for ledger in [north.ledger, south] { #expect(try await ledger.ticket(id)?.status == .valid) }
        }
    }

    @Test("A withdrawal holds against somebody who lifted a block and did not know of it")
    func withdrawalHolds() async throws {
        try await withTwoBoxes { north, south, code in
            let id = code.ticket.id
            let staff = try Attribution(actor: "desk")
            _ = try await north.ledger.change(.block, of: id, by: staff, on: after(1))
            try await sync(north.ledger, south)
            _ = try await south.change(.revoke, of: id, by: staff, on: after(2))
            _ = try await north.ledger.change(.restore, of: id, by: staff, on: after(3))
            try await sync(north.ledger, south)
            for ledger in [north.ledger, south] { #expect(try await ledger.ticket(id)?.status == .revoked) }
        }
    }

    @Test("A ticket that was issued anew stays replaced, and a block made apart reaches the new one")
    func reissueAndBlock() async throws {
        try await withTwoBoxes { north, south, code in
            let id = code.ticket.id
            let staff = try Attribution(actor: "desk")
            let new = try #require(try await north.ledger.reissue(id, epoch: 1, by: staff, on: after(1)))
            _ = try await south.change(.block, of: id, by: staff, on: after(2))
            try await sync(north.ledger, south)
            for ledger in [north.ledger, south] {
                #expect(try await ledger.ticket(id)?.status == .replaced)
                #expect(try await ledger.ticket(new.ticket.id)?.status == .blocked)
            }
        }
    }

    @Test("A ticket counts as replaced as soon as its replacement arrives, before the record of the reissue")
    func replacementFirst() async throws {
        try await withTwoBoxes { north, south, code in
            _ = try await north.ledger.change(
                .pay, of: code.ticket.id, by: try Attribution(actor: "desk"), on: noon)
            try await sync(north.ledger, south)
            try await checkReplacement(of: code, from: north, arrivingAloneAt: south)
        }
    }

    @Test("A ticket that is on no list counts as replaced once its replacement is listed, even where any ticket enters")
    func replacementOnly() async throws {
        try await withTemporaryFolder { folder in
            let event = Event(slug: "night", name: "Summer Night", unlisted: .admit)
            let north = try await TestDoor(in: folder, event: event)
            let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
            try await south.add(event, gates: [.main])
            try await checkReplacement(of: try await north.issue(), from: north, arrivingAloneAt: south)
        }
    }

    @Test("A ticket is no longer replaced once a version of the newer ticket arrives that replaces nothing")
    func replacementTakenBack() async throws {
        try await withTwoBoxes { north, south, code in
            let old = code.ticket
            let newer = Ticket(event: old.event, user: .random(), id: .random())
            try await north.ledger.add([IssuedTicket(ticket: newer, epoch: 1, replaces: old.id)])
            try await sync(north.ledger, south, on: after(1))
            #expect(try await south.ticket(old.id)?.status == .replaced)
            try await north.ledger.write { db in
                try db.execute(
                    sql: "UPDATE ticket SET replaces = NULL, tier = tier WHERE id = ?", arguments: [newer.id.blob])
            }
            try await sync(north.ledger, south, on: after(2))
            #expect(try await south.ticket(newer.id)?.replaces == nil)
            #expect(try await south.ticket(old.id)?.status == .unpaid)
            #expect(try await south.verify().faults.isEmpty)
        }
    }

    private func checkReplacement(of code: SignedTicket, from north: TestDoor, arrivingAloneAt south: Ledger)
        async throws
    {
        let new = try #require(
            try await north.ledger.reissue(
                code.ticket.id, epoch: 1, by: try Attribution(actor: "desk"), on: after(1)))
        let payload = try await SyncPayload(
            of: north.ledger, signedBy: north.ledger.testKey, for: south.ownBox().id, on: after(1))
        let records = payload.page.records.filter { record in
            guard case .ticket(let ticket) = record else { return record.kind == .box }
            return ticket.id == new.ticket.id
        }
        let page = SharedPage(start: payload.page.start, end: payload.page.end, records: records)
        let merged = try await south.merge(page, from: payload.versionVector.ledger, on: after(1))
        #expect(merged.new[.ticket] == 1)
        let desk = try await desk(north, on: south)
        let newCode = try TicketSigner(key: north.key).sign(new.ticket).code
        #expect(try await desk.decide(newCode, on: after(2)).answer == .admit)
        #expect(try await desk.decide(code.code, on: after(60)).reason == .replaced)
        #expect(try await south.verify().faults.isEmpty)
    }

    @Test("A list that was imported again is told as changes, and undoes no block")
    func importedStatus() async throws {
        try await withTwoBoxes { north, south, code in
            let id = code.ticket.id
            _ = try await south.change(.block, of: id, by: try Attribution(actor: "desk"), on: after(1))
            try await north.ledger.write { db in
                try db.execute(
                    sql: "UPDATE ticket SET status = 'valid', tier = tier WHERE id = ?", arguments: [id.blob])
            }
            try await sync(north.ledger, south)
            for ledger in [north.ledger, south] {
                #expect(try await ledger.ticket(id)?.status == .blocked)
                #expect(try await ledger.changes(of: id).map(\.action) == [.pay, .block])
            }
        }
    }

    @Test("Two boxes apart let a copy in, and each of them reports that once, with both gates and how it was decided")
    func doubleAdmission() async throws {
        try await withTwoBoxes { north, south, code in
            let id = code.ticket.id
            _ = try await north.ledger.change(.pay, of: id, by: try Attribution(actor: "desk"), on: noon)
            try await sync(north.ledger, south)
            for (ledger, moment) in [(north.ledger, after(1)), (south, after(2))] {
                #expect(try await desk(north, on: ledger).decide(code.code, on: moment).answer == .admit)
            }
            for _ in 0..<2 { try await sync(north.ledger, south, on: after(3)) }
            for ledger in [north.ledger, south] {
                let doubles = try await ledger.doubleAdmissions()
                #expect(doubles.map(\.later.movement.entry.boxName) == ["south-1"])
                #expect(doubles.map(\.earlier.movement.entry.boxName) == ["north-1"])
                #expect(doubles.allSatisfy { $0.later.decided == .alone && $0.later.seq == 1 })
            }
            #expect(try await desk(north, on: south).decide(code.code, on: after(9)).reason == .alreadyUsed)
        }
    }

    @Test("A scan that was changed on the way is left out, and so is nothing else")
    func changedOnTheWay() async throws {
        for isSecond in [false, true] {
            try await withTwoBoxes { north, south, code in
                let pages = try await scans(of: north, after: south, code: code)
                if isSecond { _ = try await south.merge(pages.true, from: pages.sender, on: noon) }
                let receipt = try await south.merge(pages.false, from: pages.sender, on: noon)
                // A line that says it is one that is here is not looked at.
                #expect(receipt.new == [:] && receipt[.brokenChain] == (isSecond ? [:] : ["box \(pages.sender)": 1]))
                #expect(receipt.says("1 of box \(pages.sender)") == !isSecond)
                let new = try await south.merge(pages.true, from: pages.sender, on: noon).new
                #expect(new == (isSecond ? [:] : [.scan: 1]))
                #expect(try await south.verify().faults.isEmpty)
                #expect(try await south.branchedLogs().isEmpty)
            }
        }
    }

    /// A page with a scan of north's, as it is and with another reason.
    private func scans(
        of north: TestDoor, after south: Ledger, code: SignedTicket
    ) async throws -> (true: SharedPage, false: SharedPage, sender: BoxID) {
        _ = try await desk(north, on: north.ledger).decide(code.code, on: after(1))
        let sender = try await north.ledger.ownBox().id
        let page = try await north.ledger.page(
            after: try await south.versionVector(for: sender, on: noon), on: noon, signedBy: north.ledger.testKey)
        let records = try page.signed.map { record in
            let line = String(decoding: try record.line(), as: UTF8.self)
            return try SignedRecord(line: .init(line.replacing("\"unpaid\"", with: "\"full\"").utf8))
        }
        let changed = SharedPage(start: page.start, end: page.end, signed: records)
        return (page, changed, sender)
    }

    @Test("What is on a stick is taken by a box that was restored since it met the stick's, and can be passed on")
    func stickForRestored() async throws {
        try await withTemporaryFolder { folder in
            let north = try await TestDoor(in: folder)
            let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
            let backup = south.path + ".backup"
            _ = try await south.backup(to: backup)
            try await sync(north.ledger, south)
            var renamed = north.event
            renamed.name = "Late Night"
            _ = try await north.ledger.update(renamed, gates: [GateSettings(name: .main)])
            let payload = try await SyncPayload(
                of: north.ledger, signedBy: north.ledger.testKey, for: south.ownBox().id, on: noon)
            let restored = try Ledger(opening: backup, for: .writing)
            #expect(try await restored.merge(payload, on: noon).faults.isEmpty)
            try await expectSigned(north.event, at: restored)
        }
    }

    @Test("A version that comes before its box is taken once the box is there")
    func versionBeforeBox() async throws {
        try await withTemporaryFolder { folder in
            let north = try await TestDoor(in: folder)
            let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
            let key = try await north.ledger.testKey
            let page = try await north.ledger.page(
                after: south.versionVector(for: nil, on: noon), on: noon, signedBy: key)
            let sender = try await north.ledger.versionVector(for: nil, on: noon)
            let parts = page.signed.map(\.record.kind)
            #expect(parts.contains(.box) && parts.contains(.event))
            let withoutBoxes = SharedPage(
                start: page.start, end: page.end, signed: page.signed.filter { $0.record.kind != .box })
            _ = try await south.merge(withoutBoxes, from: sender.ledger, on: noon)
            #expect(try await south.events().isEmpty)
            let boxes = SharedPage(
                start: page.start, end: page.end, signed: page.signed.filter { $0.record.kind == .box })
            _ = try await south.merge(boxes, from: sender.ledger, on: noon)
            try await sync(north.ledger, south)
            try await expectSigned(north.event, at: south)
        }
    }

    /// What a ledger has of an event is signed by a box that it knows, so that others can take it from there.
    private func expectSigned(_ event: Event, at ledger: Ledger) async throws {
        let signed = try await ledger.read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT signature NOT NULL AND stamper IN (SELECT id FROM box) FROM event WHERE id = ?",
                arguments: [event.id.blob])
        }
        #expect(signed == true)
    }

    @Test("A box whose disk was set back gets its own scans from others, goes on behind them, and admits again")
    func setBack() async throws {
        try await withTwoBoxes { north, south, code in
            let backup = north.ledger.path + ".backup"
            _ = try await north.ledger.backup(to: backup)
            _ = try await north.ledger.change(.pay, of: code.ticket.id, by: Attribution(actor: "a"), on: noon)
            #expect(try await desk(north, on: north.ledger).decide(code.code, on: after(1)).answer == .admit)
            try await sync(north.ledger, south)
            let restored = try Ledger(opening: backup, for: .writing)
            try await sync(restored, south)
            #expect(try await desk(north, on: restored).decide(code.code, on: after(2)).reason == .alreadyUsed)
            try await sync(restored, south)
            for ledger in [restored, south] {
                let own = try #require(try await ledger.verify().boxLogs.first { $0.scans > 0 })
                #expect(own.scans == 2)
                #expect(try await ledger.branchedLogs().isEmpty)
            }
        }
    }

    @Test("What a box showed before and after its disk was set back is kept in every ledger, and counted")
    func branches() async throws {
        try await withTwoBoxes { north, south, code in
            let box = try await north.ledger.ownBox().id
            let id = code.ticket.id
            _ = try await north.ledger.change(.pay, of: id, by: Attribution(actor: "a"), on: noon)
            try await sync(north.ledger, south)
            let backup = north.ledger.path + ".backup"
            _ = try await north.ledger.backup(to: backup)
            let lost = try await north.issue()
            #expect(try await desk(north, on: north.ledger).decide(code.code, on: after(1)).answer == .admit)
            _ = try await north.ledger.change(.block, of: id, by: Attribution(actor: "b"), on: after(1))
            try await sync(north.ledger, south)
            // The same number once more, while nobody is reached; and an entry that is undone.
            let restored = try Ledger(opening: backup, for: .writing)
            #expect(try await desk(north, on: restored).decide(code.code, on: after(2)).answer == .admit)
            _ = try await desk(north, on: restored).undo(id, on: after(3), by: Attribution(actor: "c"))
            #expect(try await desk(north, on: restored).decide(code.code, on: after(4)).answer == .admit)
            _ = try await restored.change(.revoke, of: id, by: Attribution(actor: "d"), on: after(5))
            for _ in 0..<2 { try await sync(restored, south) }
            for ledger in [restored, south] {
                let found = try await ledger.verify()
                #expect(found.faults.isEmpty && found.boxLogs.filter { $0.box == box }.map(\.scans).sorted() == [1, 3])
                let branches = try await ledger.branchedLogs()
                #expect(branches.map(\.lines) == [[1, 3], [1, 1]] && branches.map(\.log) == [.scan, .change])
                let words = """
                    Box 'north-1' was restored from a backup or cloned: from the beginning it went on in 2 ways, \
                    with 1 and 3 scans; all of them count.
                    """
                #expect(branches.first?.description == words)
                #expect(try await ledger.doubleAdmissions().count == 1)
                #expect(try await ledger.movements(of: id).count == 2)
                #expect(try await ledger.changes(of: id).map(\.action) == [.pay, .block, .revoke])
                #expect(try await ledger.ticket(lost.ticket.id) != nil)
            }
            #expect(try await desk(north, on: restored).decide(code.code, on: after(9)).answer == .refuse)
            #expect(try await sync(restored, south).sent < 4)
            #expect(try await sync(restored, south).sent == 0)
        }
    }

    @Test("A box that branches without end is kept within limits, and its first lines stay")
    func manyBranches() async throws {
        try await withTwoBoxes { north, south, code in
            let box = try await north.ledger.ownBox().id
            try await sync(north.ledger, south)
            let lines = try (0..<300).map { number in
                SharedRecord.change(
                    SharedChange(
                        box: box, seq: 1, ticket: code.ticket.id, action: .pay, was: .unpaid, status: .valid,
                        by: try Attribution(actor: "a\(number)"), at: noon, hlc: 1, after: .start))
            }
            let end = ListCursor(epoch: .random())
            let page = try await SharedPage(start: nil, end: end, lines: lines, by: north.ledger.testKey)
            let result = try await south.merge(page, from: box, on: noon)
            #expect(result.new == [.change: 201] && result[.unfit] == ["change": 99])
            #expect(try await south.branchedLogs().map(\.lines.count) == [201])
            #expect(try await south.verify().faults.isEmpty)
        }
    }

    @Test("One sync brings both branches to two ledgers that each have one of them")
    func branchesOfAThird() async throws {
        try await withTwoBoxes { north, south, code in
            try await sync(north.ledger, south)
            let backup = north.ledger.path + ".backup"
            _ = try await north.ledger.backup(to: backup)
            let east = try Ledger(creating: backup + ".east", boxName: "east-1")
            _ = try await north.ledger.change(.pay, of: code.ticket.id, by: Attribution(actor: "a"), on: noon)
            try await sync(north.ledger, east)
            let restored = try Ledger(opening: backup, for: .writing)
            for action in [TicketAction.pay, .block] {
                _ = try await restored.change(
                    action, of: code.ticket.id, by: Attribution(actor: "b"), on: after(1))
            }
            try await sync(restored, south)
            try await sync(east, south, on: after(2))
            for ledger in [east, south] {
                #expect(try await ledger.branchedLogs().map(\.lines) == [[1, 2]])
                #expect(try await ledger.changes(of: code.ticket.id).count == 3)
            }
        }
    }

    @Test("A line that its box did not sign is left out, whoever brings it and however right its chain is")
    func forgedLine() async throws {
        try await withTwoBoxes { north, south, code in
            let box = try await north.ledger.ownBox().id
            let forged = SharedChange(
                box: box, seq: 1, ticket: code.ticket.id, action: .block, was: .valid, status: .blocked,
                by: try Attribution(actor: "nobody"), at: noon, hlc: 1 << 40, after: .start)
            let end = ListCursor(epoch: .random())
            let thief = try BoxKey()
            let (signed, unsigned) = try (
                SharedPage(start: nil, end: end, lines: [.change(forged)], by: thief),
                SharedPage(start: nil, end: end, records: [.change(forged)])
            )
            for page in [signed, unsigned] {
                for sender in [box, .random()] {
                    let result = try await south.merge(page, from: sender, on: noon)
                    #expect(result.new == [:] && result[.badSignature] == ["box \(box)": 1])
                    #expect(result.says("1 of box \(box)"))
                }
            }
            #expect(try await south.ticket(code.ticket.id)?.status == .unpaid)
            // The same line by the box itself is taken.
            let own = try await SharedPage(start: nil, end: end, lines: [.change(forged)], by: north.ledger.testKey)
            #expect(try await south.merge(own, from: .random(), on: noon).new == [.change: 1])
        }
    }

    @Test("What another box sends under the same chain value takes no signature away")
    func borrowedChain() async throws {
        try await withTwoBoxes { north, south, code in
            let pages = try await scans(of: north, after: south, code: code)
            let thief = try BoxKey()
            let scan = try #require(pages.true.signed.last?.record.place)
            let key = RecordBytes(thief.publicKey.bytes).base64url
            let box = #"{"kind":"box","record":{"id":"\#(thief.box)","key":"\#(key)","name":"thief"}}"#
            let line =
                #"{"kind":"change","record":{"action":"block","actor":"a","at":1,"box":"\#(thief.box)","#
                + #""chain":"\#(scan.chain.base64url)","hlc":1,"seq":1,"status":"blocked","#
                + #""ticket":"\#(code.ticket.id)","was":"valid"}}"#
            let junk = try [SignedRecord(line: .init(box.utf8)), SignedRecord(line: .init(line.utf8))].map {
                SignedRecord($0.record, signature: RecordBytes([UInt8](repeating: 7, count: 64)))
            }
            let page = SharedPage(start: pages.true.start, end: pages.true.end, signed: junk + pages.true.signed)
            let result = try await south.merge(page, from: pages.sender, on: noon)
            #expect(result.new == [.box: 1, .scan: 1] && result[.badSignature] == ["box \(thief.box)": 1])
        }
    }

    @Test("A line without a valid signature of its own is left out, although one that follows it has one")
    func spoiltSignature() async throws {
        try await withTwoBoxes { north, south, code in
            let (key, id) = (try await north.ledger.testKey, code.ticket.id)
            func change(_ number: Int64, after previous: LogChain) throws -> SharedChange {
                SharedChange(
                    box: key.box, seq: number, ticket: id, action: .block, was: .valid, status: .blocked,
                    by: try Attribution(actor: "desk"), at: noon, hlc: 1 << 40, after: previous)
            }
            let first = try change(1, after: .start)
            let second = try change(2, after: LogChain(head: first.chain.bytes))
            let signatures = LineSignature.sign([first.chain, second.chain], by: key)
            // Whoever brings a line can change what comes with it, and nobody else would take it with that.
            var spoilt = signatures[0].bytes
            spoilt[0] ^= 1
            for signature in [nil, RecordBytes(spoilt), signatures[1]] {
                let page = SharedPage(
                    start: nil, end: ListCursor(epoch: .random()),
                    signed: [
                        SignedRecord(.change(first), signature: signature),
                        SignedRecord(.change(second), signature: signatures[1]),
                    ])
                let refused = try await south.merge(page, from: .random(), on: noon)
                #expect(refused.new == [:] && refused[.badSignature] == ["box \(key.box)": 1])
            }
            let own = try SharedPage(
                start: nil, end: ListCursor(epoch: .random()), lines: [.change(first), .change(second)], by: key)
            #expect(try await south.merge(own, from: .random(), on: noon).new == [.change: 2])
        }
    }

    @Test("A box whose identifier does not follow from its key is left out")
    func forgedBox() async throws {
        try await withTwoBoxes { north, south, _ in
            let box = try await north.ledger.ownBox()
            let thief = try BoxKey()
            func record(_ id: BoxID) throws -> SharedRecord {
                let key = RecordBytes(thief.publicKey.bytes).base64url
                let line = #"{"kind":"box","record":{"id":"\#(id)","key":"\#(key)","name":"north-2"}}"#
                return try SharedRecord(line: .init(line.utf8))
            }
            let page = SharedPage(
                start: nil, end: ListCursor(epoch: .random()),
                records: try [record(box.id), record(.random()), record(thief.box)])
            let result = try await south.merge(page, from: box.id, on: noon)
            #expect(result[.unfit] == ["box": 2] && result.new == [.box: 1])
        }
    }

    @Test("What a box wrote and nobody has yet is still taken after the box has a new identity and a new key")
    func newIdentity() async throws {
        try await withTwoBoxes { north, south, code in
            let id = code.ticket.id
            _ = try await north.ledger.change(.block, of: id, by: try Attribution(actor: "desk"), on: after(1))
            _ = try await desk(north, on: north.ledger).decide(code.code, on: after(2))
            let (old, new) = (try await north.ledger.testKey, try BoxKey())
            let unsigned = try await north.ledger.becomeNewBox(key: new.publicKey.bytes, leaving: old).unsigned
            #expect(unsigned == 0)
            await #expect(throws: LedgerError.self) {
                try await SyncSession(
                    north.ledger, signedBy: old,
                    over: LocalSyncTransport(to: south, signedBy: south.testKey, now: { [noon] in noon }),
                    now: { [noon] in noon }
                ).run()
            }
            _ = try await SyncSession(
                north.ledger, signedBy: new,
                over: LocalSyncTransport(to: south, signedBy: south.testKey, now: { [noon] in noon }),
                now: { [noon] in noon }
            ).run()
            #expect(try await south.ticket(id)?.status == .blocked)
            #expect(try await south.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM scan") } == 1)
            #expect(try await south.verify().faults.isEmpty)
            #expect(try await north.ledger.verify().faults.isEmpty)
        }
    }

    @Test("What a box wrote whose key is lost stays in its ledger, and nobody is told of a line without a signature")
    func lostKey() async throws {
        try await withTwoBoxes { north, south, code in
            let id = code.ticket.id
            _ = try await north.ledger.change(.block, of: id, by: try Attribution(actor: "desk"), on: after(1))
            try await sync(north.ledger, south, on: noon)
            for action in [TicketAction.restore, .pay] {
                _ = try await north.ledger.change(action, of: id, by: try Attribution(actor: "desk"), on: after(2))
            }
            let (lost, new) = (try BoxKey(), try BoxKey())
            // Signatures are made for whoever a line is sent to, and not kept.
            #expect(try await north.ledger.becomeNewBox(key: new.publicKey.bytes, leaving: lost).unsigned == 3)
            let vector = try await south.versionVector(for: nil, on: noon)
            let page = try await north.ledger.page(after: vector, on: noon, signedBy: new)
            #expect(page.isLast && !page.records.contains { $0.kind == .change })
            #expect(try await south.merge(page, from: new.box, on: noon).faults == SyncFaultCounts())
        }
    }

    @Test("A line that no ledger can hold makes no branch")
    func unfitBranch() async throws {
        try await withTwoBoxes { north, south, code in
            let pages = try await scans(of: north, after: south, code: code)
            _ = try await south.merge(pages.true, from: pages.sender, on: noon)
            guard case .scan(let scan)? = pages.true.records.last, let ticket = scan.ticket else {
                throw SyncFileError.notAnID
            }
            // It takes a slot and names no ticket; its chain is right.
            let text = String(decoding: try SharedRecord.scan(scan).line(), as: UTF8.self)
                .replacing("\"ticket\":\"\(ticket)\"", with: "")
                .replacing("\"seq\":1,,", with: "\"seq\":1,\"slot\":1,")
            guard case .scan(let unfit) = try SharedRecord(line: .init(text.utf8)) else { throw SyncFileError.notAnID }
            let chain = RecordBytes(LogChain.start.appending(try Scan(unfit).canonicalBytes).head)
            let line = text.replacing(scan.chain.base64url, with: chain.base64url)
            let page = try await SharedPage(
                start: nil, end: pages.true.end, lines: [try SharedRecord(line: .init(line.utf8))],
                by: north.ledger.testKey)
            let result = try await south.merge(page, from: pages.sender, on: noon)
            #expect(result.new == [:] && result[.unfit] == ["scan": 1])
            #expect(try await south.branchedLogs().isEmpty)
            #expect(try await south.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM branch") } == 0)
        }
    }

    @Test("A ledger whose box's first scan has the earliest time that there is verifies")
    func earliestScan() async throws {
        try await withTwoBoxes { north, south, code in
            let pages = try await scans(of: north, after: south, code: code)
            _ = try await south.merge(pages.true, from: pages.sender, on: noon)
            guard case .scan(let scan)? = pages.true.records.last else { throw SyncFileError.notAnID }
            let text = String(decoding: try SharedRecord.scan(scan).line(), as: UTF8.self)
                .replacing("\"hlc\":\(scan.hlc)", with: "\"hlc\":0")
            guard case .scan(let early) = try SharedRecord(line: .init(text.utf8)) else { throw SyncFileError.notAnID }
            let chain = RecordBytes(LogChain.start.appending(try Scan(early).canonicalBytes).head)
            let line = text.replacing(scan.chain.base64url, with: chain.base64url)
            let page = try await SharedPage(
                start: nil, end: pages.true.end, lines: [try SharedRecord(line: .init(line.utf8))],
                by: north.ledger.testKey)
            #expect(try await south.merge(page, from: pages.sender, on: noon).new == [.scan: 1])
            #expect(try await south.verify().faults.isEmpty)
        }
    }

    @Test("A backup that is restored a second time sends what is added to its list, as the first time")
    func restoredTwice() async throws {
        try await withTwoBoxes { north, south, _ in
            try await sync(north.ledger, south)
            let backup = north.ledger.path + ".backup"
            _ = try await north.ledger.backup(to: backup)
            for count in 1...2 {
                let path = backup + "-\(count)"
                try FileManager.default.copyItem(atPath: backup, toPath: path)
                let restored = try Ledger(opening: path, for: .writing)
                let rows = (0..<count).map { _ in
                    IssuedTicket(
                        ticket: Ticket(event: north.event.id, user: .random(), id: .random()), epoch: 1, holder: "Late")
                }
                try await restored.add(rows)
                try await sync(restored, south)
                for row in rows { #expect(try await south.ticket(row.ticket.id) != nil) }
            }
        }
    }

    @Test("A backup that takes the place of the ledger's file sends what is added to its list")
    func restoredInPlace() async throws {
        try await withTwoBoxes { north, south, _ in
            let (path, backup) = (north.ledger.path, north.ledger.path + ".backup")
            _ = try await north.ledger.backup(to: backup)
            _ = try await north.issue()
            try await sync(north.ledger, south)
            try north.ledger.queue.close()
            for file in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + file) }
            try Data(contentsOf: URL(filePath: backup)).write(to: URL(filePath: path))
            let restored = try Ledger(opening: path, for: .writing)
            let late = late(of: north.event)
            try await restored.add([late])
            try await sync(restored, south)
            #expect(try await south.ticket(late.ticket.id) != nil)
        }
    }

    private func late(of event: Event) -> IssuedTicket {
        IssuedTicket(ticket: Ticket(event: event.id, user: .random(), id: .random()), epoch: 1, holder: "Late")
    }

    /// Starts a second machine with an image of a ledger's disk.
    private func copy(_ ledger: Ledger) throws -> Ledger {
        let path = ledger.path + ".copy"
        for file in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: ledger.path + file, toPath: path + file)
        }
        return try Ledger(opening: path, for: .writing)
    }

    @Test("Two machines that go on with one disk's image both send what is added to their lists")
    func clonedLists() async throws {
        try await withTwoBoxes { north, south, _ in
            let copy = try copy(north.ledger)
            let added = (0..<4).map { _ in late(of: north.event) }
            // One number for two tickets, twice, in this order and in the other one.
            for (ledger, ticket) in zip([north.ledger, copy, copy, north.ledger], added) {
                try await ledger.add([ticket])
                try await sync(ledger, south)
            }
            for ticket in added { #expect(try await south.ticket(ticket.ticket.id) != nil) }
        }
    }

    @Test("What had no timestamp when a disk was copied is the same everywhere in the end")
    func clonedBeforeStamping() async throws {
        try await withTwoBoxes { north, south, _ in
            let ticket = late(of: north.event)
            try await north.ledger.add([ticket])
            let copy = try copy(north.ledger)
            try await north.ledger.stampLists(on: after(1))
            try await copy.stampLists(on: after(2))
            for ledger in [north.ledger, copy, north.ledger] { try await sync(ledger, south, on: after(3)) }
            var stamps: Set<Int64?> = []
            for ledger in [north.ledger, copy, south] {
                let sql = "SELECT hlc FROM ticket WHERE id = ?"
                stamps.insert(
                    try await ledger.read { try Int64.fetchOne($0, sql: sql, arguments: [ticket.ticket.id.blob]) })
            }
            #expect(stamps.count == 1)
        }
    }

    @Test("A ledger that is opened after a start of its machine sends nothing again")
    func openedElsewhere() async throws {
        try await withTwoBoxes { north, south, _ in
            try await sync(north.ledger, south)
            let moved = try copy(north.ledger)
            let before = try await north.ledger.versionVector(for: nil, on: noon).end.epoch
            #expect(try await moved.versionVector(for: nil, on: noon).end.epoch != before)
            #expect(try await sync(moved, south).sent == 0)
        }
    }

    @Test("A false statement that others have later scans of a box stops nothing")
    func falseStatement() async throws {
        try await withTwoBoxes { north, south, code in
            let own = try await north.ledger.ownBox().id
            let point = LogPoint(seq: 999_999, chain: RecordBytes([UInt8](repeating: 7, count: 32)))
            let liar = VersionVector(
                ledger: .random(), name: "liar", end: ListCursor(epoch: .random()), pulled: nil,
                highWaterMarks: [HighWaterMark(box: own, scans: [point], changes: [point])])
            try await north.ledger.record(liar, on: noon)
            _ = try await north.ledger.change(.pay, of: code.ticket.id, by: Attribution(actor: "a"), on: noon)
            #expect(try await desk(north, on: north.ledger).decide(code.code, on: after(1)).answer == .admit)
            // And it gets nothing less than anybody else.
            let page = try await north.ledger.page(after: liar, on: after(2))
            #expect(page.records.filter { $0.kind == .scan || $0.kind == .change }.count == 2)
            try await sync(north.ledger, south)
            #expect(try await south.movements(of: code.ticket.id).count == 1)
        }
    }

    @Test("A clock that is days ahead is not followed, and is told of")
    func clockAhead() async throws {
        try await withTwoBoxes { north, south, code in
            _ = try await desk(north, on: north.ledger).decide(code.code, on: after(7 * 86_400))
            let outcome = try await sync(south, north.ledger)
            let box = try await north.ledger.ownBox().id
            #expect(outcome.received.ahead == [box: 7 * 86_400_000])
            _ = try await desk(north, on: south).decide(code.code, on: after(1))
            let hlc = try await south.read { db in
                try Int64.fetchOne(db, sql: "SELECT hlc FROM scan ORDER BY hlc LIMIT 1")
            }
            #expect(hlc == after(1).milliseconds << 16)
        }
    }

    @Test("An edit made on a box whose clock is behind still goes before the version that it was made from")
    func editWithSlowClock() async throws {
        try await withTwoBoxes { north, south, _ in
            var event = north.event
            event.name = "from the future"
            try await north.ledger.update(event)
            try await north.ledger.stampLists(on: after(7 * 86_400))
            try await sync(north.ledger, south)
            event.name = "after all"
            try await south.update(event)
            try await sync(north.ledger, south)
            for ledger in [north.ledger, south] {
                #expect(try await ledger.events().map(\.name) == ["after all"])
            }
        }
    }

    @Test("A gate never comes without its zone, and one that a later version does not have goes away")
    func wholeEvents() async throws {
        try await withTwoBoxes { north, south, _ in
            let zone = try #require(ZoneName("floor"))
            let gate = GateSettings(name: try #require(GateName("side")), zone: zone)
            try await north.ledger.update(north.event, zones: [Zone(name: zone, capacity: 5)], gates: [gate])
            try await sync(north.ledger, south)
            let (here, there) = (north.ledger, south)
            let gates = try await here.gateSettings(of: north.event.id)
            let zones = try await here.zones(of: north.event.id)
            #expect(try await there.gateSettings(of: north.event.id) == gates)
            #expect(try await there.zones(of: north.event.id) == zones)
            #expect(try await south.verify().faults == [])
        }
    }

    @Test("An event that was closed on one box is closed on the other once they meet, and so it is with reopening")
    func closedEvent() async throws {
        try await withTwoBoxes { north, south, _ in
            var event = north.event
            for (second, closed) in [(1, after(1)), (2, nil)] as [(Int64, Timestamp?)] {
                event.closed = closed
                try await north.ledger.update(event)
                try await sync(north.ledger, south, on: after(second))
                #expect(try await south.events().first?.closed == closed)
            }
        }
    }

    @Test("A ledger that was set back gets everything again from somebody who sent it all before")
    func sentAgain() async throws {
        try await withTwoBoxes { north, south, code in
            let backup = south.path + ".backup"
            _ = try await south.backup(to: backup)
            _ = try await desk(north, on: north.ledger).decide(code.code, on: after(1))
            try await sync(north.ledger, south)
            let restored = try Ledger(opening: backup, for: .writing)
            try await sync(north.ledger, restored)
            let box = try await north.ledger.ownBox().id
            let highWaterMarks = try await restored.versionVector(for: nil, on: noon).highWaterMarks
            #expect(highWaterMarks.first { $0.box == box }?.last(of: .scan) == 1)
        }
    }

    @Test("A list is not sent back to where it came from, but is after a restore there")
    func noEcho() async throws {
        try await withTwoBoxes { north, south, code in
            #expect(try await sync(south, north.ledger).sent < 3)
            let backup = north.ledger.path + ".backup"
            _ = try await north.ledger.backup(to: backup)
            let late = try await north.issue().ticket.id
            try await sync(south, north.ledger)
            let restored = try Ledger(opening: backup, for: .writing)
            try await sync(restored, south)
            #expect(try await restored.ticket(late) != nil)
        }
    }

    @Test("A purge takes names out of one ledger, whichever it is, and no sync brings or takes any")
    func purge() async throws {
        for purgesNorth in [true, false] {
            try await withTwoBoxes { north, south, code in
                let id = code.ticket.id
                let (purged, other) = purgesNorth ? (north.ledger, south) : (south, north.ledger)
                try await purged.purge(north.event.id, on: noon)
                let third = try Ledger(creating: north.ledger.path + "-third", boxName: "west-1")
                for step in 1...3 {
                    try await sync(purged, other, on: after(Int64(step) * 10))
                    try await sync(purged, third, on: after(Int64(step) * 10))
                    try await sync(other, third, on: after(Int64(step) * 10))
                    #expect(try await other.ticket(id)?.holder == "Aarti Shah")
                    #expect(try await third.ticket(id)?.holder == "Aarti Shah")
                    #expect(try await purged.ticket(id)?.holder == nil)
                    #expect(try await purged.personalData(of: north.event.id).isEmpty)
                    // A newer version, and a reason, made elsewhere.
                    try await other.write { db in
                        try db.execute(
                            sql: "UPDATE ticket SET note = ?", arguments: ["step \(step)"])
                    }
                    let action: TicketAction = step == 2 ? .restore : .block
                    let staff = try Attribution(actor: "desk", why: "because")
                    _ = try await other.change(action, of: id, by: staff, on: after(Int64(step) * 10 + 5))
                }
                try await sync(purged, other, on: after(60))
                let statuses = (try await purged.ticket(id)?.status, try await other.ticket(id)?.status)
                #expect(statuses.0 == statuses.1)
                #expect(try await purged.tickets(matching: "aarti", limit: 5).isEmpty)
                #expect(try await other.tickets(matching: "aarti", limit: 5).count == 1)
            }
        }
    }

    @Test("An import that is undone is undone on every box, and imported again it is there again")
    func undoneImport() async throws {
        try await withTemporaryFolder { folder in
            let north = try await TestDoor(in: folder)
            let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
            let row = ImportedTicket(
                line: 2, event: north.event.id, identity: ["a"], person: nil, tier: nil, status: .valid,
                holder: "Aarti Shah", reference: nil, admits: nil, note: nil, opens: nil, closes: nil, barcode: "A1")
            func load(_ number: UInt8) async throws {
                let file = ListFile(
                    name: "list.csv", digest: [UInt8](repeating: number, count: 32), by: "desk", on: noon)
                _ = try north.ledger.stageTickets(of: north.event.id, from: file) { try $0(row) }
                try await north.ledger.addStagedTickets(of: north.event.id, epoch: 1, from: file)
            }
            try await load(1)
            try await sync(north.ledger, south, on: after(1))
            // A payment and a block that the organiser does not know of yet change nothing about it.
            _ = try await south.change(.block, of: row.ticket.id, by: try Attribution(actor: "desk"), on: after(2))
            #expect(
                try await north.ledger.undoImport(1, by: "desk", on: after(3))
                    == .undone(removed: 1, restored: 0, kept: 0))
            try await sync(north.ledger, south, on: after(4))
            for ledger in [north.ledger, south] {
                let ticket = try await ledger.ticket(row.ticket.id)
                #expect(ticket?.status == .revoked && ticket?.isRemoved == true && ticket?.holder == nil)
                #expect(try await ledger.foreignTicket(for: "A1", of: north.event.id) == nil)
                #expect(try await ledger.verify().faults.isEmpty)
            }
            _ = try? await south.change(.restore, of: row.ticket.id, by: try Attribution(actor: "desk"), on: after(5))
            try await load(2)
            try await sync(north.ledger, south, on: after(6))
            for ledger in [north.ledger, south] {
                let ticket = try await ledger.ticket(row.ticket.id)
                #expect(ticket?.status == .blocked && ticket?.holder == "Aarti Shah")
                #expect(try await ledger.foreignTicket(for: "A1", of: north.event.id) != nil)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("After any history of imports, corrections, undos and what staff did, boxes that sync have the same list")
    func anyImports() async throws {
        var numbers = SeededGenerator()
        for _ in 0..<6 {
            try await withTwoBoxes { north, south, _ in
                for step in 1...25 {
                    try await doSomething(Int64(step), north, south, &numbers)
                    for ledger in [north.ledger, south] {
                        #expect(try await ledger.verify().faults.isEmpty, "seed \(numbers.seed), step \(step)")
                    }
                }
                for round in 0..<2 { try await sync(north.ledger, south, on: after(1000 + Int64(round))) }
                var lists: [[String]] = []
                for ledger in [north.ledger, south] {
                    let tickets = try await ledger.tickets(of: north.event.id)
                    lists.append(tickets.map { "\($0.ticket.id) \($0.status) \($0.holder ?? "-") \($0.isRemoved)" })
                }
                #expect(lists[0] == lists[1], "seed \(numbers.seed)")
            }
        }
    }

    /// Imports one of three files, in one of two ways, undoes an import, does what staff do, or syncs.
    private func doSomething(
        _ step: Int64,
        _ north: TestDoor,
        _ south: Ledger,
        _ numbers: inout SeededGenerator
    ) async throws {
        let event = north.event.id
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0..<4:
            let (number, isRight) = (UInt8.random(in: 1...3, using: &numbers), Bool.random(using: &numbers))
            let statuses: [TicketStatus?] = [nil, .valid, .unpaid, .revoked]
            let rows = (2..<8).map { line in
                // Files share tickets; read in the other way, their lines are told by something else.
                ImportedTicket(
                    line: line, event: event, identity: [isRight ? "t\(line / 2 + Int(number))" : "n\(line) \(number)"],
                    person: nil, tier: nil, status: statuses.randomElement(using: &numbers) ?? nil,
                    holder: isRight ? "Guest \(line / 2 + Int(number))" : "Order \(line) \(number)", reference: nil,
                    admits: nil, note: nil, opens: nil, closes: nil, barcode: nil)
            }
            let file = ListFile(
                name: "list.csv", digest: [UInt8](repeating: number, count: 32), by: "desk", on: after(step))
            _ = try north.ledger.stageTickets(of: event, from: file, isWhole: { true }) { add in
                for row in rows { try add(row) }
            }
            try await north.ledger.addStagedTickets(of: event, epoch: 1, from: file)
        case 4, 5:
            let imports = try await north.ledger.imports(of: event)
            guard let number = imports.randomElement(using: &numbers)?.number else { return }
            _ = try await north.ledger.undoImport(number, by: "desk", on: after(step))
        case 6, 7:
            let ledger = Bool.random(using: &numbers) ? north.ledger : south
            guard let ticket = try await ledger.tickets(of: event).randomElement(using: &numbers) else { return }
            let action = [TicketAction.pay, .block, .revoke, .restore].randomElement(using: &numbers) ?? .pay
            _ = try? await ledger.change(
                action, of: ticket.ticket.id, by: try Attribution(actor: "desk"), on: after(step))
        case 8:
            guard let ticket = try await north.ledger.tickets(of: event).randomElement(using: &numbers) else { return }
            _ = try? await north.ledger.reissue(
                ticket.ticket.id, epoch: 1, by: try Attribution(actor: "desk"), on: after(step))
        default: try await sync(north.ledger, south, on: after(step))
        }
    }

    @Test("A long list of which nothing is to be sent does not hide what comes behind it")
    func nothingHidden() async throws {
        try await withTemporaryFolder { folder in
            let north = try await TestDoor(in: folder)
            let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
            for _ in 0..<(SharedPage.limit + 10) { _ = try await north.issue() }
            try await sync(north.ledger, south)
            let late = try await north.issue().ticket.id
            try await sync(north.ledger, south)
            let row = IssuedTicket(
                ticket: Ticket(event: north.event.id, user: .random(), id: .random()), epoch: 1, holder: "Late")
            try await south.add([row])
            try await sync(north.ledger, south)
            #expect(try await south.ticket(late) != nil)
            #expect(try await north.ledger.ticket(row.ticket.id)?.holder == "Late")
        }
    }

    @Test("Many changes of one ticket take time in proportion to their number", .timeLimit(.minutes(30)))
    func manyChanges() async throws {
        try await withTwoBoxes { north, south, code in
            let id = code.ticket.id
            let staff = try Attribution(actor: "desk")
            let box = try await north.ledger.ownBox()
            try await north.ledger.write { db in
                var end = LogChain.start
                for number in 1...Int64(3000) {
                    let at = Timestamp(milliseconds: noon.milliseconds + number)
                    let change = SharedChange(
                        box: box.id, seq: number, ticket: id, action: number % 2 == 0 ? .restore : .block, was: .valid,
                        status: .blocked, by: staff, at: at, hlc: at.milliseconds << 16, after: end)
                    try change.insert(signature: nil, branch: 0, counts: true, in: db)
                    end = LogChain(head: change.chain.bytes)
                }
                try StatusReducer.recompute(id, in: db)
            }
            let made = after(5000)
            _ = try await south.merge(
                try await SyncPayload(of: north.ledger, signedBy: north.ledger.testKey, for: nil, on: made), on: made)
            #expect(try await south.changes(of: id).count == 3000)
            let (here, there) = (try await north.ledger.ticket(id), try await south.ticket(id))
            #expect(here == there)
        }
    }

    @Test("A record that no ledger can hold is left out and told of, and its neighbours are taken")
    func unsound() async throws {
        try await withTwoBoxes { north, south, code in
            let event = north.event.id
            let stamp = #"{"box":"\#(try await north.ledger.ownBox().id)","hlc":1}"#
            func ticket(_ id: TicketID, of event: EventID, first: String = "valid") throws -> SharedRecord {
                let line =
                    #"{"kind":"ticket","record":{"admits":1,"epoch":1,"event":"\#(event)","#
                    + #""first":"\#(first)","id":"\#(id)","opens":1,"stamp":\#(stamp),"#
                    + #""user":"\#(UserID.random())"}}"#
                return try SharedRecord(line: .init(line.utf8))
            }
            let good = TicketID.random()
            let key = #"{"kind":"key","record":{"epoch":1,"event":"\#(event)","id":"0a0b0c0d","suite":2}}"#
            let records: [SharedRecord] = [
                try SharedRecord(line: .init(key.utf8)), try ticket(.random(), of: event, first: "golden"),
                try ticket(.random(), of: .random()), try ticket(good, of: event),
            ]
            let end = try await south.versionVector(for: nil, on: noon).end
            let page = SharedPage(start: nil, end: end, records: records)
            let receipt = try await south.merge(page, from: try await north.ledger.ownBox().id, on: noon)
            #expect(receipt[.unfit] == ["key": 1, "ticket": 2] && receipt.new == [.ticket: 1])
            #expect(receipt.says("1 key, 2 ticket"))
            #expect(try await south.ticket(good) != nil)
            #expect(try await south.verify().faults.isEmpty)
        }
    }

    @Test("Two tiers whose names are one text in two encodings end no search")
    func canonicalNames() async throws {
        try await withTwoBoxes { north, south, _ in
            for name in ["Caf\u{E9}", "Cafe\u{301}"] {
                try await north.ledger.update(north.event, tiers: [Tier(name: name, note: "card")])
            }
            try await sync(north.ledger, south, on: after(1))
            #expect(try await south.tiers(of: north.event.id).count == 2)
            #expect(try await south.terms(of: north.event.id) != nil)
        }
    }

    @Test("A key is retired by a record of its own event alone")
    func foreignRetirement() async throws {
        try await withTwoBoxes { north, south, code in
            let key = KeyRecord(keyID: north.key.keyID, event: north.event.id, epoch: 1)
            let other = Event(slug: "day", name: "Winter Day")
            try await south.add(key)
            try await south.add(other, gates: [.main])
            let foreign = KeyRecord(keyID: key.keyID, event: other.id, epoch: 1)
            #expect(try await south.retire(foreign) == false)
            #expect(try await south.keys().map(\.isRetired) == [false])
            #expect(try await south.retire(key))
        }
    }

    @Test("What two boxes take back without knowing of each other counts once, in the house and among the arrivals")
    func undoneTwice() async throws {
        try await withTwoBoxes { north, south, code in
            for _ in 1...3 {
                _ = try await desk(north, on: north.ledger).decide(try await north.issue().code, on: after(1))
            }
            let last = try await north.issue()
            _ = try await desk(north, on: north.ledger).decide(last.code, on: after(2))
            try await sync(north.ledger, south)
            var tally = try await south.continued(ScanTally(of: north.event.id))
            let by = try Attribution(actor: "staff")
            for ledger in [north.ledger, south] {
                _ = try await ledger.undo(last.ticket.id, on: after(3), by: by)
            }
            try await sync(north.ledger, south)
            tally = try await south.continued(tally)
            for ledger in [north.ledger, south] {
                #expect(try await ledger.counts(of: north.event.id).inside[.main] == 3)
                let fresh = try await ledger.continued(ScanTally(of: north.event.id))
                #expect(fresh.arrivals.values.reduce(0, +) == 3)
                #expect(try await ledger.attendance(of: north.event.id).zones.map(\.atEnd) == [3])
                #expect(try await ledger.verify().faults.isEmpty)
            }
            #expect(tally.arrivals.values.reduce(0, +) == 3)
        }
    }

    @Test("A record is read back from its line, and no other way of writing it is read")
    func lines() async throws {
        try await withTwoBoxes { north, south, code in
            _ = try await desk(north, on: north.ledger).decide(code.code, on: after(1))
            let state = try await NodeState(of: north.ledger)
            for record in state.records {
                let line = try record.line()
                #expect(try SharedRecord(line: line) == record)
                let spaced = String(decoding: line, as: UTF8.self).replacing(":", with: ": ")
                #expect(throws: (any Error).self) { _ = try SharedRecord(line: .init(spaced.utf8)) }
            }
        }
    }
}

extension SharedPage {
    /// A page of lines that a box has signed.
    init(start: ListCursor?, end: ListCursor, lines: [SharedRecord], by key: BoxKey) throws {
        self.init(
            start: start, end: end,
            signed: lines.map { line in
                SignedRecord(line, signature: line.place.map { LineSignature.sign($0.chain, by: key) })
            })
    }
}
