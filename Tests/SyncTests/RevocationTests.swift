// A box that was stolen: what it recorded until then counts, and nothing after.

import Admission
import Foundation
import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct RevocationTests {
    private static let noon = Timestamp(milliseconds: 1_790_000_000_000)
    private var noon: Timestamp { Self.noon }

    private func after(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: noon.milliseconds + seconds * 1000)
    }

    @Test("What a stolen box records has no effect in any ledger, and what it recorded before counts")
    func stolen() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder, northern: .organiser)
            var codes: [SignedTicket] = []
            for _ in 0..<4 { codes.append(try await scene.office.issue()) }
            try await scene.syncAll()
            let thief = try Attribution(actor: "thief")
            #expect(try await scene.show(codes[0], on: after(1), at: scene.north).answer == .admit)
            #expect(try await scene.show(codes[1], on: after(2), at: scene.south).answer == .admit)
            try await scene.syncAll()
            // The theft.
            #expect(try await scene.show(codes[2], on: after(101), at: scene.north).answer == .admit)
            _ = try await scene.north.change(.revoke, of: codes[3].ticket.id, by: thief, on: after(102))
            _ = try await scene.north.undo(codes[1].ticket.id, on: after(103), by: thief)
            try await scene.syncAll()
            let event = scene.office.event.id
            for ledger in scene.ledgers {
                #expect(try await ledger.counts(of: event).inside == [.main: 2])
                #expect(try await ledger.ticket(codes[3].ticket.id)?.status == .revoked)
            }
            // What it will change is known before.
            let box = try await scene.north.ownBox().id
            let revocation = try await scene.office.ledger.revocation(of: box, since: after(60))
            let effect = try await scene.office.ledger.effect(of: revocation, on: box)
            #expect(effect == RevocationEffect(admissions: 1, inside: 0, scans: 2, changes: 1, tickets: 1))
            #expect(try await scene.office.ledger.counts(of: event).inside == [.main: 2])
            let tally = try await scene.south.continued(ScanTally(of: event))
            #expect(tally.arrivals.values.reduce(0, +) == 2)

            try await scene.add(revocation, serial: 2)
            try await scene.syncAll()
            for ledger in scene.ledgers {
                #expect(try await ledger.counts(of: event).inside == [.main: 2])
                #expect(try await ledger.counts(of: event).admitted == 2)
                #expect(try await ledger.ticket(codes[3].ticket.id)?.status == .valid)
                #expect(try await ledger.entries(of: codes[2].ticket.id).isEmpty)
                #expect(try await ledger.verify().faults.isEmpty)
                let figures = try await ledger.attendance(of: event)
                #expect(figures.arrivals.map(\.people).reduce(0, +) == 2)
                #expect(figures.boxes.first { $0.id == box }?.uncounted == 2)
                #expect(figures.zones.first?.atEnd == 2)
                var withoutEffect: [Int64] = []
                try ledger.forEachScan(of: event) { if !$0.counts { withoutEffect.append($0.seq) } }
                #expect(withoutEffect == [2, 3])
            }
            #expect(try await scene.south.continued(tally).arrivals.values.reduce(0, +) == 2)
            // Guests of whom it lied enter elsewhere; others do not enter twice.
            #expect(try await scene.show(codes[2], on: after(200), at: scene.south).answer == .admit)
            #expect(try await scene.show(codes[3], on: after(201), at: scene.south).answer == .admit)
            #expect(try await scene.show(codes[0], on: after(202), at: scene.south).reason == .alreadyUsed)
            #expect(try await scene.show(codes[1], on: after(203), at: scene.south).reason == .alreadyUsed)
        }
    }

    @Test(
        "A revoked box cannot write lines of before its revocation, and others' come to the same in any order",
        arguments: [false, true])
    func backdated(revokedFirst: Bool) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let (first, second, third) = (
                try await scene.office.issue(), try await scene.office.issue(), try await scene.office.issue()
            )
            try await scene.syncAll()
            let copy = folder + "/copy.sqlite"
            #expect(try await scene.show(first, on: after(1), at: scene.north).answer == .admit)
            _ = try await scene.north.backup(to: copy)
            #expect(try await scene.show(second, on: after(50), at: scene.north).answer == .admit)
            try await scene.syncAll()
            let stolen = try Ledger(opening: copy, for: .writing)
            // With the clock set back, on a branch that begins before what is known.
            #expect(try await scene.show(third, on: after(3), at: stolen).answer == .admit)
            if revokedFirst { try await scene.revoke(since: after(60)) }
            try await scene.sync(stolen, scene.south)
            try await scene.syncAll()
            // Who learns of all of it first cannot tell, and goes by the box's clock.
            if !revokedFirst { try await scene.revoke(since: after(2)) }
            try await scene.syncAll()
            for ledger in [scene.office.ledger, scene.south] {
                var counts: [Int] = []
                for code in [first, second, third] {
                    counts.append(try await ledger.entries(of: code.ticket.id).count)
                }
                #expect(counts == (revokedFirst ? [1, 1, 0] : [1, 0, 0]))
                let branch = try #require(await ledger.branchedLogs().first)
                #expect(branch.description.hasSuffix("1 and 1 scans; those after its revocation do not count."))
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A change that follows later ones is later, whatever time it bears")
    func backdatedBranch() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            var tickets: [TicketID] = []
            for _ in 0..<3 { tickets.append(try await scene.office.issue().ticket.id) }
            try await scene.syncAll()
            let (thief, copy) = (try Attribution(actor: "thief"), folder + "/copy.sqlite")
            _ = try await scene.north.change(.block, of: tickets[0], by: thief, on: after(101))
            _ = try await scene.north.backup(to: copy)
            _ = try await scene.north.change(.block, of: tickets[1], by: thief, on: after(102))
            let stolen = try Ledger(opening: copy, for: .writing)
            try await stolen.write { try $0.execute(sql: "UPDATE sync_state SET hlc = 0") }
            _ = try await stolen.change(.block, of: tickets[2], by: thief, on: after(1))
            try await scene.syncAll()
            try await scene.sync(stolen, scene.office.ledger)
            #expect(try await scene.office.ledger.ticket(tickets[2])?.status == .blocked)
            try await scene.revoke(since: after(60))
            try await scene.syncAll()
            for ledger in [scene.office.ledger, scene.south] {
                for ticket in tickets { #expect(try await ledger.ticket(ticket)?.status == .valid) }
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A revocation that is taken back has no trace in what counts")
    func undone() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let code = try await scene.office.issue()
            try await scene.syncAll()
            #expect(try await scene.show(code, on: after(1), at: scene.north).answer == .admit)
            try await scene.syncAll()
            try await scene.revoke(since: noon)
            try await scene.syncAll()
            try await scene.expectAdmitted(0)
            try await scene.add(nil, serial: 3)
            try await scene.syncAll()
            try await scene.expectAdmitted(1)
        }
    }

    @Test("Until the last line that counts has arrived, those before it count")
    func namedLineMissing() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let (first, second) = (try await scene.office.issue(), try await scene.office.issue())
            try await scene.syncAll()
            #expect(try await scene.show(first, on: after(1), at: scene.north).answer == .admit)
            try await scene.sync(scene.south, scene.north)
            #expect(try await scene.show(second, on: after(2), at: scene.north).answer == .admit)
            try await scene.sync(scene.office.ledger, scene.north)
            try await scene.revoke(since: after(60))
            // South hears of the revocation only.
            let vector = try await scene.south.versionVector(for: nil, on: noon)
            let page = try await scene.office.ledger.page(
                after: vector, on: noon, signedBy: scene.office.ledger.testKey)
            let lists = SharedPage(
                start: page.start, end: page.end, signed: page.signed.filter { $0.record.place == nil })
            _ = try await scene.south.merge(lists, from: scene.office.ledger.ownBox().id, on: noon)
            #expect(try await scene.south.memberships().contains { $0.terms.revoked != nil })
            #expect(try await scene.show(first, on: after(3), at: scene.south).reason == .alreadyUsed)
            try await scene.syncAll()
            try await scene.expectAdmitted(2)
        }
    }

    @Test("A box that learns of its revocation records nothing more, and of a box that was no member nothing counts")
    func nothingMore() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let (code, box) = (try await scene.office.issue(), try await scene.north.ownBox().id)
            try await scene.syncAll()
            try await scene.revoke(since: after(60))
            try await scene.syncAll()
            let error = await #expect(throws: LedgerError.self) {
                try await scene.show(code, on: after(70), at: scene.north)
            }
            #expect(error?.description.contains("The organiser has revoked this box") == true)
            let block = await #expect(throws: LedgerError.self) {
                try await scene.north.change(
                    .block, of: code.ticket.id, by: Attribution(actor: "staff"), on: after(70))
            }
            #expect(block?.description.contains("The organiser has revoked this box") == true)
            #expect(try await scene.north.entries(of: code.ticket.id).isEmpty)
            let notices = try await scene.north.unheardBoxes()
            #expect(notices.map(\.isOwn) == [true] && notices.map(\.standing) == [.revoked])
            #expect(try await scene.north.verify().faults.isEmpty)
            let stranger = try await scene.stranger("west-1", in: folder)
            #expect(try await scene.show(code, on: after(71), at: stranger).answer == .admit)
            try await scene.sync(scene.office.ledger, stranger)
            let other = try await stranger.ownBox().id
            #expect(try await scene.office.ledger.revocation(of: other, since: after(99)).scans == [])
            #expect(try await scene.office.ledger.revocation(of: box, since: after(99)).changes == [])
        }
    }

    @Test("What undoes a scan that does not count takes nobody out, whichever arrives first", arguments: [true, false])
    func undoneStranger(voidFirst: Bool) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let code = try await scene.office.issue()
            let stranger = try await scene.stranger("west-1", in: folder)
            // A laptop that does not know its organiser yet believes whom it trusts.
            let laptop = try await scene.stranger("laptop", in: folder)
            #expect(try await scene.show(code, on: after(1), at: stranger).answer == .admit)
            try await scene.sync(laptop, stranger)
            let staff = try Attribution(actor: "staff")
            guard case .undone = try await laptop.undo(code.ticket.id, on: after(2), by: staff) else {
                return #expect(Bool(false))
            }
            let key = try await laptop.testKey.publicKey
            try await scene.office.ledger.add(try key.membership(.organiser, name: "laptop", of: scene.root))
            let order = voidFirst ? [laptop, stranger] : [stranger, laptop]
            for ledger in order { try await scene.sync(scene.office.ledger, ledger) }
            let inside = try await scene.office.ledger.counts(of: scene.office.event.id).inside
            #expect((inside[.main] ?? 0) == 0)
            #expect(try await scene.office.ledger.verify().faults.isEmpty)
            #expect(try await scene.office.ledger.logEntries(of: code.ticket.id).map(\.kind) == [.void])
        }
    }

    @Test("A ledger in which the wrong lines count, or whose membership is forged, is not intact")
    func verification() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let code = try await scene.office.issue()
            try await scene.syncAll()
            #expect(try await scene.show(code, on: after(1), at: scene.north).answer == .admit)
            try await scene.syncAll()
            try await scene.revoke(since: noon)
            let (office, box) = (scene.office.ledger, try await scene.north.ownBox().id.description)
            #expect(try await office.verify().faults.isEmpty)
            try await office.write { try $0.execute(sql: "UPDATE scan SET counts = 1") }
            #expect(try await office.verify().faults.contains(.counting(box: box, log: .scan)))
            let forgery = "UPDATE membership SET record = replace(record, 'gate', 'desk') WHERE revoked"
            try await office.write { try $0.execute(sql: forgery) }
            #expect(try await office.verify().faults.contains(.membership(box: box)))
        }
    }

    @Test("Of many boxes whose records have no effect, twenty are named, this one first, and the others counted")
    func manyUnheard() {
        let boxes = (1...25).map { number in
            UnheardBox(
                id: .random(), name: "invented-\(number)", isOwn: number == 25, standing: .stranger, lines: number)
        }
        let sentences = UnheardBox.sentences(of: boxes)
        #expect(sentences.count == 21)
        #expect(sentences.first?.hasPrefix("This box is not a member") == true)
        #expect(sentences.last == "What 5 more boxes recorded has no effect either.")
        #expect(UnheardBox.sentences(of: Array(boxes.prefix(20))) == boxes.prefix(20).map(\.description))
    }
}
