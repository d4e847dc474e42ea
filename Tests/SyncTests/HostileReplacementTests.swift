// Tickets that claim to replace others: in circles, in long chains, and across events.

import Admission
import Ledger
import Sync
import TestSupport
import Testing
import TicketSigning

struct HostileReplacementTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    func after(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: noon.milliseconds + seconds * 1000)
    }

    /// A door, and another box that has the same event and one more of its own.
    private struct Scene {
        let door: TestDoor
        let stranger: Ledger
        let other = Event(slug: "day", name: "Open Day")

        init(in folder: String, unlisted: UnlistedPolicy = .refuse) async throws {
            door = try await TestDoor(in: folder, event: Event(slug: "night", name: "Night", unlisted: unlisted))
            stranger = try Ledger(creating: folder + "/stranger.sqlite", boxName: "stranger")
            try await stranger.add(door.event, gates: [.main])
            try await stranger.add(other, gates: [.main])
        }

        func ticket(of event: Event? = nil) -> Ticket {
            Ticket(event: (event ?? door.event).id, user: .random(), id: .random())
        }

        /// Lists a ticket at the stranger's box.
        func list(_ ticket: Ticket, replacing older: Ticket?) async throws {
            try await stranger.add([IssuedTicket(ticket: ticket, epoch: 1, holder: "Guest", replaces: older?.id)])
        }

        func desk(_ event: Event, on ledger: Ledger, key: EventKey) async throws -> AdmissionDesk {
            var ring = KeyRing()
            try ring.insert(key)
            return AdmissionDesk(
                verifier: TicketVerifier(keyRing: ring), ledger: ledger, box: try await ledger.ownBox(), event: event,
                gate: .main)
        }

        /// Shows a ticket at the door.
        func show(_ ticket: Ticket, on instant: Timestamp) async throws -> Verdict {
            try await desk(door.event, on: door.ledger, key: door.key)
                .decide(try TicketSigner(key: door.key).sign(ticket).code, on: instant)
        }

        func sync(on instant: Timestamp) async throws {
            let transport = LocalSyncTransport(
                to: door.ledger, signedBy: try await door.ledger.testKey, now: { instant })
            _ = try await SyncSession(stranger, signedBy: stranger.testKey, over: transport, now: { instant }).run()
        }
    }

    @Test("A ticket of another event replaces none of this one's, on the list or not", arguments: [true, false])
    func otherEvent(isListed: Bool) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder, unlisted: .admit)
            let code = isListed ? try await scene.door.issue() : try scene.door.signUnlisted()
            let ticket = code.ticket
            try await scene.list(scene.ticket(of: scene.other), replacing: ticket)
            try await scene.sync(on: noon)
            #expect(try await scene.show(ticket, on: after(1)).answer == .admit)
            #expect(try await scene.door.ledger.verify().faults.isEmpty)
        }
    }

    @Test("Tickets that replace each other admit no one, and lists can still be imported", .timeLimit(.minutes(30)))
    func circle() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let (one, other, newest, itself) = (scene.ticket(), scene.ticket(), scene.ticket(), scene.ticket())
            for (ticket, older) in [(one, other), (other, one), (newest, one), (itself, itself)] {
                try await scene.list(ticket, replacing: older)
            }
            let guest = ImportedTicket(
                line: 2, event: scene.door.event.id, identity: ["ticket", "", "7"], person: nil, tier: nil,
                status: .valid, holder: "Petra", reference: nil, admits: nil, note: nil, opens: nil, closes: nil,
                barcode: nil
            )
            #expect(try scene.stranger.stageTickets(of: scene.door.event.id) { add in try add(guest) }.new == 1)
            try await scene.sync(on: noon)
            for ticket in [one, other, itself, newest] {
                #expect(try await scene.show(ticket, on: after(1)).reason == .revoked)
            }
            #expect(try await scene.door.ledger.verify().faults.isEmpty)
            _ = try await scene.door.ledger.attendance(of: scene.door.event.id)
        }
    }

    @Test("A ticket is reissued sixteen times at most, and enters once with all of them")
    func longestChain() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let first = try await scene.door.issue(status: .unpaid).ticket
            let desk = try Attribution(actor: "desk")
            _ = try await scene.door.ledger.change(.pay, of: first.id, by: desk, on: noon)
            #expect(try await scene.show(first, on: after(1)).answer == .admit)
            var newest = first
            for _ in 0..<16 {
                let newer = try await scene.door.ledger.reissue(newest.id, epoch: 1, by: desk, on: after(2))
                newest = try #require(newer).ticket
            }
            await #expect {
                try await scene.door.ledger.reissue(newest.id, epoch: 1, by: desk, on: after(2))
            } throws: { "\($0)".contains("reissued 16 times") }
            try await scene.sync(on: after(3))
            for ledger in [scene.door.ledger, scene.stranger] {
                #expect(try await ledger.ticket(newest.id)?.status == .valid)
                #expect(try await ledger.verify().faults.isEmpty)
            }
            #expect(try await scene.show(newest, on: after(600)).reason == .alreadyUsed)
        }
    }

    @Test(
        "Of a longer chain, what goes beyond sixteen admits no one, in whatever order it arrives",
        arguments: [false, true])
    func longerChain(newestFirst: Bool) async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let chain = (0..<40).map { _ in scene.ticket() }
            for number in newestFirst ? Array(chain.indices.reversed()) : Array(chain.indices) {
                try await scene.list(chain[number], replacing: number > 0 ? chain[number - 1] : nil)
                // One at a time, so that what it claims to replace is there before, or comes later.
                try await scene.sync(on: after(Int64(number)))
            }
            for ledger in [scene.door.ledger, scene.stranger] {
                #expect(try await ledger.verify().faults.isEmpty)
            }
            let statuses = try await statuses(of: chain, in: scene.door.ledger)
            let expected = Array(repeating: TicketStatus.replaced, count: 16) + [.valid]
            #expect(Array(statuses.prefix(17)) == expected)
            #expect(Set(statuses.dropFirst(17)) == [.revoked])
            #expect(try await scene.show(chain[16], on: after(100)).answer == .admit)
            #expect(try await scene.show(chain[17], on: after(101)).reason == .revoked)
            #expect(try await scene.show(chain[39], on: after(102)).reason == .revoked)
            let desk = try Attribution(actor: "desk")
            await #expect {
                try await scene.door.ledger.change(.restore, of: chain[39].id, by: desk, on: after(103))
            } throws: { "\($0)".contains("it replaces more than 16 tickets") }
        }
    }

    private func statuses(of tickets: [Ticket], in ledger: Ledger) async throws -> [TicketStatus] {
        var statuses: [TicketStatus] = []
        for ticket in tickets { statuses.append(try #require(await ledger.ticket(ticket.id)).status) }
        return statuses
    }
}
