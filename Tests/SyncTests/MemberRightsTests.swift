// What a membership permits beyond its role: staff actions, the tiers of a desk, and events.

import Admission
import Foundation
import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct MemberRightsTests {
    private func after(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: MemberScene.noon.milliseconds + seconds * 1000)
    }

    private func staff() throws -> Attribution { try Attribution(actor: "staff", why: "known") }

    private func ticket(_ tier: String?, in scene: MemberScene, replacing old: TicketID? = nil) -> IssuedTicket {
        IssuedTicket(
            ticket: Ticket(event: scene.office.event.id, user: .random(), id: .random()), epoch: 1, tier: tier,
            replaces: old)
    }

    @Test("A membership names actions and tiers, and those of a newer version permit nothing and stay as they are")
    func newerNames() throws {
        let root = try MasterKey.random().rootKey()
        var rights = MemberRights(.gate, actions: [.pay], tiers: ["Regular"])
        rights.actions?.insert("lend")
        let signed = try BoxKey().publicKey.membership(rights, of: root)
        let line = try SignedRecord(.membership(signed.membership), signature: signed.signature).line()
        #expect(String(decoding: line, as: UTF8.self).contains(#""terms":{"actions":["lend","pay"],"#))
        guard case .membership(let read) = try SignedRecord(line: line).record else {
            Issue.record("no membership")
            return
        }
        #expect(read == signed.membership && read.isSigned(signed.signature) && read.terms.rights == rights)
        #expect(MemberAction.allCases.filter(read.terms.rights.permits) == [.pay])
    }

    @Test(
        "A list of actions or tiers that is unsorted, or has a name twice, none or one too long, is left out",
        arguments: [
            #"["pay","admit"]"#, #"["pay","pay"]"#, #"[""]"#, "[\"\(String(repeating: "x", count: 129))\"]",
            "[\((100...200).map { "\"a\($0)\"" }.joined(separator: ","))]", #"["\u0065\u0301","é"]"#,
        ])
    func unsound(list: String) throws {
        let root = try MasterKey.random().rootKey()
        let signed = try BoxKey().publicKey.membership(MemberRights(.desk, actions: [.pay], tiers: ["VIP"]), of: root)
        let line = String(decoding: try SharedRecord.membership(signed.membership).line(), as: UTF8.self)
        for sound in [#"["pay"]"#, #"["VIP"]"#] {
            let changed = line.replacing(sound, with: list)
            #expect(changed != line)
            guard case .membership(let membership)? = try? SharedRecord(line: Data(changed.utf8)) else { continue }
            let signature = try root.sign(membership.terms)
            #expect(membership.terms.isSigned(signature) && !membership.isSigned(signature), "\(list)")
        }
    }

    @Test("Rights are lesser if there is something that a box may no longer write")
    func lesser() {
        let desk = MemberRights(.desk)
        let (first, second) = (EventID.random(), EventID.random())
        for lesser in [
            MemberRights(.gate), MemberRights(.desk, events: [first]), MemberRights(.desk, actions: [.pay]),
            MemberRights(.desk, tiers: ["VIP"]),
        ] {
            #expect(lesser.writesLess(than: desk) && !desk.writesLess(than: lesser) && !lesser.writesLess(than: lesser))
        }
        #expect(!MemberRights(.organiser).writesLess(than: desk))
        #expect(MemberRights(.organiser, events: [first]).writesLess(than: MemberRights(.organiser, events: [second])))
        #expect(MemberRights(.desk, tiers: ["A", "B"]).writesLess(than: MemberRights(.desk, tiers: ["C"])))
        #expect(!MemberRights(.desk, tiers: ["A", "B"]).writesLess(than: MemberRights(.desk, tiers: ["A"])))
        #expect(!MemberRights(.gate, actions: []).writesLess(than: MemberRights(.gate)))
    }

    @Test("A box refuses what its membership does not name, with one sentence, and goes on admitting by the rules")
    func refusedHere() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, with: MemberRights(.gate, actions: []))
            let (valid, unpaid) = (try await scene.office.issue(), try await scene.office.issue(status: .unpaid))
            try await scene.syncAll()
            let (north, desk) = (scene.north, try await scene.desk(of: scene.north))
            func expectRefusal(_ what: String, of act: () async throws -> Void) async {
                let error = await #expect(throws: LedgerError.self) { try await act() }
                let sentence = "The organiser does not permit this box to \(what), so nothing was recorded"
                #expect(error?.description.hasPrefix(sentence) == true, "\(error?.description ?? "")")
            }
            for code in [valid, unpaid] {
                await expectRefusal("let anybody in by hand") {
                    _ = try await desk.admitAnyway(code.ticket, on: after(1), by: staff())
                }
            }
            #expect(try await scene.show(valid, on: after(2), at: north).answer == .admit)
            #expect(try await scene.show(unpaid, on: after(3), at: north).answer == .ask)
            let (paid, entered) = (unpaid.ticket.id, valid.ticket.id)
            await expectRefusal("undo entries and exits") {
                _ = try await desk.undo(entered, on: after(4), by: staff())
            }
            await expectRefusal("take payments") {
                _ = try await north.change(.pay, of: paid, by: staff(), on: after(5))
            }
            await expectRefusal("block tickets or lift blocks") {
                _ = try await north.change(.block, of: paid, by: staff(), on: after(6))
            }
            _ = try await scene.office.ledger.change(.block, of: paid, by: staff(), on: after(7))
            try await scene.syncAll()
            await expectRefusal("block tickets or lift blocks") {
                _ = try await north.change(.restore, of: paid, by: staff(), on: after(8))
            }
            #expect(try await north.changes(of: paid).map(\.action) == [.block])
            try await scene.syncAll()
            try await scene.expectAdmitted(1)
        }
    }

    /// What a program without limits does at the northern box: two by hand, one undone, and three changes.
    private func overstep(in scene: MemberScene, _ codes: [SignedTicket]) async throws {
        try await scene.corrupt(scene.north)
        let (desk, ids) = (try await scene.desk(of: scene.north), codes.map(\.ticket.id))
        #expect(try await scene.show(codes[0], on: after(1), at: scene.north).answer == .admit)
        _ = try await desk.admitAnyway(codes[1].ticket, on: after(2), by: staff())
        guard case .undone = try await desk.undo(ids[0], on: after(3), by: staff()) else {
            Issue.record("nothing was undone")
            return
        }
        _ = try await scene.north.change(.pay, of: ids[2], by: staff(), on: after(4))
        _ = try await scene.north.change(.block, of: ids[3], by: staff(), on: after(5))
        _ = try await scene.north.change(.restore, of: ids[4], by: staff(), on: after(6))
    }

    private func statuses(_ codes: [SignedTicket], in ledger: Ledger) async throws -> [TicketStatus?] {
        var statuses: [TicketStatus?] = []
        for code in codes { statuses.append(try await ledger.ticket(code.ticket.id)?.status) }
        return statuses
    }

    @Test(
        "What staff do without permission has no effect in any ledger, unless a later membership permits it",
        arguments: [true, false])
    func hostile(membershipFirst: Bool) async throws {
        try await withTemporaryFolder { folder in
            let permitted = MemberRights(.gate)
            let limited = MemberRights(.gate, actions: [])
            let scene = try await MemberScene(in: folder, with: membershipFirst ? limited : permitted)
            var codes: [SignedTicket] = []
            for status in [TicketStatus.valid, .valid, .unpaid, .valid, .blocked] {
                codes.append(try await scene.office.issue(status: status))
            }
            try await scene.syncAll()
            try await overstep(in: scene, codes)
            let box = try await scene.north.ownBox().id
            let first = try await scene.sync(scene.office.ledger, scene.north)
            #expect(first.received[.notPermitted] == (membershipFirst ? ["box \(box)": 5] : [:]))
            try await scene.sync(scene.south, scene.office.ledger)
            var serial: Int64 = 1
            for rights in [limited, permitted, limited] {
                serial += 1
                try await scene.add(rights, serial: serial)
                try await scene.sync(scene.south, scene.office.ledger)
                for ledger in [scene.office.ledger, scene.south] {
                    // Without the undo the first is in; with it and the override the second is.
                    let entries = [
                        try await ledger.entries(of: codes[0].ticket.id).count,
                        try await ledger.entries(of: codes[1].ticket.id).count,
                    ]
                    #expect(entries == (rights == limited ? [1, 0] : [0, 1]))
                    let expected: [TicketStatus] =
                        rights == limited
                        ? [.valid, .valid, .unpaid, .valid, .blocked]
                        : [.valid, .valid, .valid, .blocked, .valid]
                    #expect(try await statuses(codes, in: ledger) == expected)
                    #expect(try await ledger.counts(of: scene.office.event.id).inside == [.main: 1])
                    #expect(try await ledger.verify().faults.isEmpty)
                }
            }
        }
    }

    @Test("Each action is permitted by its own name", arguments: MemberAction.allCases)
    func oneAction(action: MemberAction) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, with: MemberRights(.gate, actions: [action]))
            var codes: [SignedTicket] = []
            for status in [TicketStatus.valid, .valid, .unpaid, .valid, .blocked] {
                codes.append(try await scene.office.issue(status: status))
            }
            try await scene.syncAll()
            try await overstep(in: scene, codes)
            try await scene.sync(scene.office.ledger, scene.north)
            let (office, event) = (scene.office.ledger, scene.office.event.id)
            let inside = try await office.counts(of: event).inside[.main] ?? 0
            #expect(inside == (action == .admit ? 2 : action == .undo ? 0 : 1))
            var expected: [TicketStatus] = [.valid, .valid, .unpaid, .valid, .blocked]
            if action == .pay { expected[2] = .valid }
            if action == .block { (expected[3], expected[4]) = (.blocked, .valid) }
            #expect(try await statuses(codes, in: office) == expected)
            #expect(try await office.verify().faults.isEmpty)
        }
    }

    @Test("An organiser's machine may do everything, whatever actions and tiers its membership names")
    func organiser() async throws {
        try await withTemporaryFolder { folder in
            let rights = MemberRights(.organiser, actions: [], tiers: [])
            let scene = try await MemberScene(in: folder, with: rights)
            let sold = ticket("VIP", in: scene)
            try await scene.syncAll()
            let blocked = ticket("VIP", in: scene)
            try await scene.north.add([sold, blocked])
            _ = try await scene.north.change(.revoke, of: sold.ticket.id, by: staff(), on: after(1))
            _ = try await scene.north.change(.block, of: blocked.ticket.id, by: staff(), on: after(2))
            try await scene.syncAll()
            #expect(try await scene.south.ticket(sold.ticket.id)?.status == .revoked)
            #expect(try await scene.south.ticket(blocked.ticket.id)?.status == .blocked)
        }
    }

    @Test("A desk adds tickets of its tiers, refuses others, and no ledger takes those that it adds all the same")
    func tiers() async throws {
        try await withTemporaryFolder { folder in
            let rights = MemberRights(.desk, tiers: ["Regular", "Reduced"])
            let scene = try await MemberScene(in: folder, with: rights)
            let dear = try await scene.office.issue(tier: "VIP").ticket.id
            try await scene.syncAll()
            let sold = ticket("Regular", in: scene)
            try await scene.north.add([sold])
            var issue = ListIssue()
            issue.new = [(ticket("VIP", in: scene), nil)]
            for (attempt, what) in [
                ({ try await scene.north.add([ticket("VIP", in: scene)]) }, "of the tier 'VIP'"),
                ({ try await scene.north.add([ticket(nil, in: scene)]) }, "without a tier"),
                ({ try await scene.north.add(issue, to: scene.office.event.id, from: nil, on: after(1)) }, "'VIP'"),
                ({ _ = try await scene.north.reissue(dear, epoch: 1, by: staff(), on: after(1)) }, "'VIP'"),
            ] {
                let error = await #expect(throws: LedgerError.self) { try await attempt() }
                #expect(error?.description.contains("to add tickets") == true)
                #expect(error?.description.contains(what) == true)
                #expect(error?.description.contains("those of: Reduced, Regular") == true)
            }
            #expect(try await scene.north.ticket(dear)?.status == .valid)
            try await scene.corrupt(scene.north)
            let others = [ticket("VIP", in: scene), ticket(nil, in: scene), ticket("VIP", in: scene)]
            try await scene.north.add(others)
            try await scene.north.stampLists(on: after(2))
            let earliest = others[2].ticket.id.blob
            try await scene.north.write { db in
                try db.execute(sql: "UPDATE ticket SET hlc = 1 WHERE id = ?", arguments: [earliest])
            }
            let result = try await scene.sync(scene.office.ledger, scene.north)
            #expect(result.received[.notPermitted] == ["box \(try await scene.north.ownBox().id)": 3])
            try await scene.sync(scene.south, scene.north)
            for ledger in [scene.office.ledger, scene.south] {
                #expect(try await ledger.ticket(sold.ticket.id) != nil)
                for other in others { #expect(try await ledger.ticket(other.ticket.id) == nil) }
            }
            // What was left out comes once the desk may add it.
            try await scene.add(MemberRights(.desk), serial: 2)
            try await scene.sync(scene.office.ledger, scene.north)
            try await scene.sync(scene.south, scene.office.ledger)
            for ledger in [scene.office.ledger, scene.south] {
                for other in others { #expect(try await ledger.ticket(other.ticket.id)?.status == .valid) }
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("What a desk has added stays when its tiers become fewer, as a version of the organiser's machine")
    func fewerTiers() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .desk)
            let sold = ticket("VIP", in: scene)
            try await scene.syncAll()
            try await scene.north.add([sold])
            try await scene.syncAll()
            let (box, office) = (try await scene.north.ownBox().id, try await scene.office.ledger.ownBox().id)
            try await scene.add(MemberRights(.desk, tiers: ["Regular"]), serial: 2)
            try await scene.office.ledger.recall(of: box, since: nil, on: after(1))
            try await scene.syncAll()
            let late = try await scene.stranger("late", in: folder)
            for ledger in scene.ledgers + [late] {
                #expect(try await ledger.ticket(sold.ticket.id)?.status == .valid)
                let author = try await ledger.read { db in
                    try Row.fetchOne(db, sql: "SELECT stamper FROM ticket")?.identifier("stamper") as BoxID?
                }
                #expect(author == office)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A desk that may not reissue tickets replaces none with a ticket that it adds")
    func replacement() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, with: MemberRights(.desk, actions: [.pay]))
            let old = try await scene.office.issue().ticket.id
            try await scene.syncAll()
            let error = await #expect(throws: LedgerError.self) {
                try await scene.north.reissue(old, epoch: 1, by: staff(), on: after(1))
            }
            #expect(error?.description.contains("does not permit this box to reissue tickets") == true)
            try await scene.corrupt(scene.north)
            try await scene.north.add([ticket(nil, in: scene, replacing: old), ticket(nil, in: scene)])
            let result = try await scene.sync(scene.office.ledger, scene.north)
            #expect(result.received[.notPermitted] == ["box \(try await scene.north.ownBox().id)": 1])
            #expect(try await scene.office.ledger.ticket(old)?.status == .valid)
        }
    }

    // MARK: - Events

    /// The records of a ticket, of a box's membership and of its change to the ticket, with the events that they need.
    struct ChangedTicket {
        let pieces: [[SignedRecord]]
        let lists: [SignedRecord]
        let ticket: TicketID

        init(in scene: MemberScene, by rights: MemberRights, on instant: Timestamp) async throws {
            let id = try await scene.office.issue().ticket.id
            ticket = id
            try await scene.syncAll()
            try await scene.corrupt(scene.north)
            let staff = try Attribution(actor: "staff")
            _ = try await scene.north.change(.block, of: id, by: staff, on: instant)
            try await scene.add(rights, serial: 2)
            let box = try await scene.north.ownBox().id
            let lists = try await Self.records(of: scene.office.ledger, on: instant)
            let lines = try await Self.records(of: scene.north, on: instant)
            func isMembership(_ one: SignedRecord) -> Bool {
                if case .membership(let membership) = one.record { membership.box == box } else { false }
            }
            self.lists = lists.filter { $0.record.kind != .ticket && !isMembership($0) }
            pieces = [
                lists.filter { $0.record.kind == .ticket }, lists.filter(isMembership),
                lines.filter { $0.record.kind == .change },
            ]
        }

        static func records(of ledger: Ledger, on instant: Timestamp) async throws -> [SignedRecord] {
            let nobody = VersionVector(
                ledger: .random(), name: "", end: ListCursor(epoch: .random()), pulled: nil, highWaterMarks: [])
            let key = try await ledger.testKey
            return try await ledger.page(after: nobody, on: instant, signedBy: key).signed
        }
    }

    @Test(
        "A change to a ticket of an event that its box takes no part in has no effect, in whatever order they come",
        arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func changedElsewhere(order: [Int]) async throws {
        for takesPart in [false, true] {
            try await withTemporaryFolder { folder in
                let scene = try await MemberScene(in: folder)
                let event = scene.office.event.id
                let rights = MemberRights(.gate, events: takesPart ? [event, .random()] : [.random()])
                let changed = try await ChangedTicket(in: scene, by: rights, on: after(1))
                let reader = try Ledger(creating: folder + "/reader.sqlite", boxName: "reader")
                try await reader.pin(Root(scene.root.publicKey))
                let office = try await scene.office.ledger.ownBox().id
                var told: [String: Int] = [:]
                for piece in [changed.lists] + order.map({ changed.pieces[$0] }) {
                    #expect(!piece.isEmpty)
                    let page = SharedPage(start: nil, end: ListCursor(epoch: .random()), signed: piece)
                    let result = try await reader.merge(page, from: office, on: MemberScene.noon)
                    #expect(result[.unfit].isEmpty)
                    told.merge(result[.otherEvent], uniquingKeysWith: +)
                    #expect(try await reader.verify().faults.isEmpty)
                }
                #expect(try await reader.ticket(changed.ticket)?.status == (takesPart ? .blocked : .valid))
                let box = try await scene.north.ownBox().id
                // What could have an effect with the next ticket is nothing to tell of.
                #expect(told == (!takesPart && order.last == 2 ? ["box \(box)": 1] : [:]))
                #expect(try await reader.unheardBoxes().map(\.id).contains(box) != takesPart)
                // In the other order of memberships it is the other way round.
                try await scene.add(MemberRights(.gate, events: takesPart ? [.random()] : nil), serial: 3)
                try await scene.sync(reader, scene.office.ledger)
                #expect(try await reader.ticket(changed.ticket)?.status == (takesPart ? .valid : .blocked))
                #expect(try await reader.verify().faults.isEmpty)
            }
        }
    }

    @Test("A change to a ticket that has not arrived is no reason to warn of its box")
    func ticketMissing() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let rights = MemberRights(.gate, events: [scene.office.event.id])
            let changed = try await ChangedTicket(in: scene, by: rights, on: after(1))
            let reader = try Ledger(creating: folder + "/reader.sqlite", boxName: "reader")
            try await reader.pin(Root(scene.root.publicKey))
            let signed = changed.lists + changed.pieces[1] + changed.pieces[2]
            let page = SharedPage(start: nil, end: ListCursor(epoch: .random()), signed: signed)
            let office = try await scene.office.ledger.ownBox().id
            #expect(try await reader.merge(page, from: office, on: MemberScene.noon)[.notPermitted].isEmpty)
            let box = try await scene.north.ownBox().id
            #expect(try await !reader.unheardBoxes().map(\.id).contains(box))
        }
    }

    @Test("A box refuses to change a ticket of an event that it does not take part in")
    func refusedElsewhere() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let id = try await scene.office.issue().ticket.id
            try await scene.add(MemberRights(.gate, events: [.random()]), serial: 2)
            try await scene.syncAll()
            let error = await #expect(throws: LedgerError.self) {
                try await scene.north.change(.block, of: id, by: staff(), on: after(1))
            }
            #expect(error?.description.contains("does not take part in the event of ticket \(id)") == true)
        }
    }

    @Test(
        "A change that came before its ticket has its effect once a list brings the ticket", arguments: [true, false])
    func importedLater(takesPart: Bool) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            let event = scene.office.event.id
            let row = ImportedTicket(
                line: 2, event: event, identity: ["ticket", "", "1"], person: nil, tier: nil, status: nil,
                holder: "Guest", reference: nil, admits: nil, note: nil, opens: nil, closes: nil, barcode: "B1")
            func load(into ledger: Ledger) async throws -> TicketID {
                _ = try ledger.stageTickets(of: event) { try $0(row) }
                try await ledger.addStagedTickets(of: event, epoch: 1)
                return try #require(try await ledger.tickets(of: event).first?.ticket.id)
            }
            let id = try await load(into: scene.office.ledger)
            // South has the list, and blocks the ticket; its membership is for this event, or for another one.
            try await scene.syncAll()
            try await scene.corrupt(scene.south)
            _ = try await scene.south.change(.block, of: id, by: staff(), on: after(1))
            let laptop = try Ledger(creating: folder + "/laptop.sqlite", boxName: "laptop")
            try await laptop.pin(Root(scene.root.publicKey))
            let (mine, theirs) = (try await laptop.testKey.publicKey, try await scene.south.testKey.publicKey)
            let rights = MemberRights(.gate, events: [takesPart ? event : .random()])
            for membership in [
                try mine.membership(.organiser, name: "laptop", of: scene.root),
                try theirs.membership(rights, serial: 2, name: "south-1", of: scene.root),
                try await scene.office.ledger.testKey.publicKey.membership(.organiser, name: "office", of: scene.root),
            ] {
                try await laptop.add(membership)
            }
            let records = try await ChangedTicket.records(of: scene.south, on: after(1))
            let page = SharedPage(
                start: nil, end: ListCursor(epoch: .random()), signed: records.filter { $0.record.kind != .ticket })
            _ = try await laptop.merge(page, from: theirs.box, on: MemberScene.noon)
            #expect(try await load(into: laptop) == id)
            #expect(try await laptop.ticket(id)?.status == (takesPart ? .blocked : .valid))
            try await laptop.stampLists(on: after(2))
            #expect(try await laptop.changes(of: id).count == (takesPart ? 1 : 0))
            #expect(try await laptop.verify().faults.isEmpty)
        }
    }
}
