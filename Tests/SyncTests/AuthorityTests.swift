// What lines may do, by the role of the box that wrote them.

import Admission
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct AuthorityTests {
    private func after(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: MemberScene.noon.milliseconds + seconds * 1000)
    }

    private func staff() throws -> Attribution { try Attribution(actor: "staff") }

    @Test("A gate undoes only what it recorded itself, and says where the rest can be undone")
    func ownUndo() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let (first, second) = (try await scene.office.issue(), try await scene.office.issue())
            try await scene.syncAll()
            #expect(try await scene.show(first, on: after(1), at: scene.north).answer == .admit)
            #expect(try await scene.show(second, on: after(2), at: scene.south).answer == .admit)
            try await scene.syncAll()
            let (own, foreign) = (first.ticket.id, second.ticket.id)
            guard case .undone = try await scene.north.undo(own, on: after(3), by: staff()) else {
                Issue.record("its own entry was not undone")
                return
            }
            let error = await #expect(throws: LedgerError.self) {
                try await scene.north.undo(foreign, on: after(4), by: staff())
            }
            #expect(error?.description.contains("Another box (south-1)") == true)
            guard case .undone = try await scene.office.ledger.undo(foreign, on: after(5), by: staff()) else {
                Issue.record("the organiser did not undo the entry")
                return
            }
            try await scene.syncAll()
            for ledger in scene.ledgers {
                #expect(try await ledger.entries(of: own).isEmpty)
                #expect(try await ledger.entries(of: foreign).isEmpty)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A hostile gate that undoes another gate's entry lets nobody in a second time elsewhere")
    func hostileUndo() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let code = try await scene.office.issue()
            try await scene.syncAll()
            #expect(try await scene.show(code, on: after(1), at: scene.south).answer == .admit)
            try await scene.syncAll()
            try await scene.corrupt(scene.north)
            guard case .undone = try await scene.north.undo(code.ticket.id, on: after(2), by: staff()) else {
                Issue.record("nothing was undone")
                return
            }
            let sent = try await scene.sync(scene.office.ledger, scene.north)
            let box = try await scene.north.ownBox().id
            #expect(sent.received[.notPermitted] == ["box \(box)": 1])
            #expect(sent.received.says("what their role does not allow"))
            try await scene.sync(scene.south, scene.office.ledger)
            for ledger in [scene.office.ledger, scene.south] {
                #expect(try await ledger.counts(of: scene.office.event.id).inside == [.main: 1])
                #expect(try await ledger.entries(of: code.ticket.id).count == 1)
                #expect(try await ledger.verify().faults.isEmpty)
                let figures = try await ledger.attendance(of: scene.office.event.id)
                let record = figures.boxes.first { $0.id == box }
                #expect(record?.uncounted == 1)
                #expect(record?.standing == .member)
                let unheard = try await ledger.unheardBoxes()
                #expect(unheard.map(\.id) == [box] && unheard.map(\.lines) == [1])
                #expect(unheard.first?.description.contains("its membership does not allow") == true)
            }
            #expect(try await scene.show(code, on: after(100), at: scene.south).reason == .alreadyUsed)
        }
    }

    @Test("A gate blocks, takes payments and lifts blocks; it withdraws no ticket, and brings no withdrawn one back")
    func changes() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let (first, second) = (
                try await scene.office.issue().ticket.id, try await scene.office.issue().ticket.id
            )
            try await scene.syncAll()
            let (office, north) = (scene.office.ledger, scene.north)
            let blocked = try await north.change(.block, of: first, by: staff(), on: after(1))
            #expect(blocked?.status == .blocked)
            let lifted = try await north.change(.restore, of: first, by: staff(), on: after(2))
            #expect(lifted?.status == .valid)
            await #expect(throws: LedgerError.self) {
                try await north.change(.revoke, of: first, by: staff(), on: after(3))
            }
            _ = try await office.change(.revoke, of: second, by: staff(), on: after(4))
            try await scene.syncAll()
            await #expect(throws: LedgerError.self) {
                try await north.change(.restore, of: second, by: staff(), on: after(5))
            }
            // A program without these limits.
            try await scene.corrupt(north)
            _ = try await north.change(.revoke, of: first, by: staff(), on: after(6))
            _ = try await north.change(.restore, of: second, by: staff(), on: after(7))
            try await scene.syncAll()
            for ledger in [office, scene.south] {
                #expect(try await ledger.ticket(first)?.status == .valid)
                #expect(try await ledger.ticket(second)?.status == .revoked)
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("What a box records before it is a member has no effect, until it becomes one")
    func stranger() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let code = try await scene.office.issue()
            let stranger = try await scene.stranger("west-1", in: folder)
            let (box, event) = (try await stranger.ownBox().id, scene.office.event.id)
            #expect(try await scene.show(code, on: after(1), at: stranger).answer == .admit)
            let sent = try await scene.sync(scene.office.ledger, stranger)
            #expect(sent.received.subjects(.notMember) == ["box \(box)"])
            #expect(sent.received.says("doorcheck box admit"))
            try await scene.syncAll()
            try await scene.expectAdmitted(0)
            for ledger in scene.ledgers {
                #expect(try await ledger.attendance(of: event).boxes.first?.standing == .stranger)
            }
            let unheard = try await scene.office.ledger.unheardBoxes()
            #expect(unheard.map(\.standing) == [.stranger])
            #expect(unheard.first?.description.contains("'west-1' is not a member") == true)
            let member = try await stranger.testKey.publicKey.membership(.gate, name: "west-1", of: scene.root)
            try await scene.office.ledger.add(member)
            try await scene.syncAll()
            try await scene.expectAdmitted(1)
        }
    }

    @Test("A ledger that gets its organiser later takes the effect of strangers' lines away, and keeps its own")
    func pinnedLater() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let (first, second) = (try await scene.office.issue(), try await scene.office.issue())
            let stranger = try await scene.stranger("west-1", in: folder)
            let late = try await scene.stranger("east-1", in: folder)
            #expect(try await scene.show(first, on: after(1), at: stranger).answer == .admit)
            #expect(try await scene.show(second, on: after(2), at: late).answer == .admit)
            try await scene.sync(late, stranger)
            #expect(try await late.counts(of: scene.office.event.id).admitted == 2)
            try await late.pin(Root(scene.root.publicKey))
            #expect(try await late.counts(of: scene.office.event.id).admitted == 1)
            #expect(try await late.verify().faults.isEmpty)
        }
    }

    @Test("What a member records of an event that it does not take part in has no effect")
    func otherEvent() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await MemberScene(in: folder)
            let code = try await scene.office.issue()
            try await scene.syncAll()
            #expect(try await scene.show(code, on: after(1), at: scene.north).answer == .admit)
            try await scene.syncAll()
            let event = scene.office.event.id
            for (number, events, admitted) in [(2, [EventID.random()], 0), (3, [event, .random()], 1)] {
                try await scene.add(nil, events: Set(events), serial: Int64(number))
                try await scene.syncAll()
                try await scene.expectAdmitted(admitted, in: [scene.office.ledger, scene.south])
                guard admitted == 0 else { continue }
                let error = await #expect(throws: LedgerError.self) {
                    try await scene.show(code, on: after(50), at: scene.north)
                }
                #expect(error?.description.contains("does not take part in this event") == true)
            }
            // What it records later all the same.
            try await scene.add(nil, events: [.random()], serial: 4)
            try await scene.corrupt(scene.north)
            let other = try await scene.office.issue()
            try await scene.sync(scene.north, scene.office.ledger)
            #expect(try await scene.show(other, on: after(60), at: scene.north).answer == .admit)
            try await scene.sync(scene.office.ledger, scene.north)
            #expect(try await scene.office.ledger.entries(of: other.ticket.id).isEmpty)
            #expect(try await scene.office.ledger.verify().faults.isEmpty)
        }
    }
}
