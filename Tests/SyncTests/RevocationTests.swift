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

    /// An organiser's ledger and two gates', with one list.
    private struct Scene {
        let office: TestDoor
        let north: Ledger
        let south: Ledger
        let root: RootKey

        init(in folder: String) async throws {
            office = try await TestDoor(in: folder)
            north = try Ledger(creating: folder + "/north.sqlite", boxName: "north-2")
            south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
            root = try MasterKey.random().rootKey()
            for ledger in [office.ledger, north, south] { try await ledger.pin(Root(root.publicKey)) }
        }

        var ledgers: [Ledger] { [office.ledger, north, south] }

        func sync(_ one: Ledger, _ other: Ledger) async throws {
            let transport = LocalSyncTransport(to: other, signedBy: try await other.testKey, now: { noon })
            _ = try await SyncSession(one, signedBy: one.testKey, over: transport, now: { noon }).run()
        }

        func syncAll() async throws {
            for _ in 0..<2 {
                try await sync(north, office.ledger)
                try await sync(south, office.ledger)
            }
        }

        func show(_ code: SignedTicket, on instant: Timestamp, at ledger: Ledger) async throws -> Verdict {
            try await desk(of: ledger).decide(code.code, on: instant)
        }

        func desk(of ledger: Ledger) async throws -> AdmissionDesk {
            AdmissionDesk(
                verifier: try office.verifier, ledger: ledger, box: try await ledger.ownBox(), event: office.event,
                gate: .main)
        }

        /// Revokes the northern gate where the root key is.
        func revoke(since moment: Timestamp, serial: Int64 = 1) async throws {
            let box = try await north.ownBox().id
            let revocation = try await office.ledger.revocation(of: box, since: moment)
            try await add(revocation, serial: serial)
        }

        func add(_ revocation: Revocation?, serial: Int64) async throws {
            let key = try await north.testKey.publicKey.bytes
            let terms = MembershipTerms(
                key: key, name: "north-2", role: .gate, serial: serial, start: Timestamp(milliseconds: 1),
                revoked: revocation, root: root.publicKey)
            try await office.ledger.add(
                SignedMembership(Membership(key: key, proof: nil, terms: terms), signature: root.sign(terms)))
        }

        private var noon: Timestamp { RevocationTests.noon }
    }

    @Test("What a stolen box records has no effect in any ledger, and what it recorded before counts")
    func stolen() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            var codes: [SignedTicket] = []
            for _ in 0..<4 { codes.append(try await scene.office.issue()) }
            try await scene.syncAll()
            let thief = try Attribution(actor: "thief")
            #expect(try await scene.show(codes[0], on: after(1), at: scene.north).answer == .admit)
            #expect(try await scene.show(codes[1], on: after(2), at: scene.south).answer == .admit)
            try await scene.syncAll()
            // The theft.
            #expect(try await scene.show(codes[2], on: after(101), at: scene.north).answer == .admit)
            _ = try await scene.north.change(.revoke, of: codes[3].unverifiedTicket.id, by: thief, on: after(102))
            _ = try await scene.north.undo(codes[1].unverifiedTicket.id, on: after(103), by: thief)
            try await scene.syncAll()
            let event = scene.office.event.id
            for ledger in scene.ledgers {
                #expect(try await ledger.counts(of: event).inside == [.main: 2])
                #expect(try await ledger.ticket(codes[3].unverifiedTicket.id)?.status == .revoked)
            }
            // What it will change is known before.
            let box = try await scene.north.ownBox().id
            let revocation = try await scene.office.ledger.revocation(of: box, since: after(60))
            let effect = try await scene.office.ledger.effect(of: revocation, on: box)
            #expect(effect == RevocationEffect(admissions: 1, inside: 0, scans: 2, changes: 1, tickets: 1))
            #expect(try await scene.office.ledger.counts(of: event).inside == [.main: 2])
            let tally = try await scene.south.continued(ScanTally(of: event))
            #expect(tally.arrivals.values.reduce(0, +) == 2)

            try await scene.add(revocation, serial: 1)
            try await scene.syncAll()
            for ledger in scene.ledgers {
                #expect(try await ledger.counts(of: event).inside == [.main: 2])
                #expect(try await ledger.counts(of: event).admitted == 2)
                #expect(try await ledger.ticket(codes[3].unverifiedTicket.id)?.status == .valid)
                #expect(try await ledger.entries(of: codes[2].unverifiedTicket.id).isEmpty)
                #expect(try await ledger.verify().faults.isEmpty)
                let figures = try await ledger.attendance(of: event)
                #expect(figures.arrivals.map(\.people).reduce(0, +) == 2)
                #expect(figures.boxes.first { $0.id == box }?.uncounted == 2)
                #expect(figures.zones.first?.atEnd == 2)
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
            let scene = try await Scene(in: folder)
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
                    counts.append(try await ledger.entries(of: code.unverifiedTicket.id).count)
                }
                #expect(counts == (revokedFirst ? [1, 1, 0] : [1, 0, 0]))
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }

    @Test("A revocation that is taken back has no trace in what counts")
    func undone() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await Scene(in: folder)
            let code = try await scene.office.issue()
            try await scene.syncAll()
            #expect(try await scene.show(code, on: after(1), at: scene.north).answer == .admit)
            try await scene.syncAll()
            let event = scene.office.event.id
            try await scene.revoke(since: noon)
            try await scene.syncAll()
            for ledger in scene.ledgers { #expect(try await ledger.counts(of: event).admitted == 0) }
            try await scene.add(nil, serial: 2)
            try await scene.syncAll()
            for ledger in scene.ledgers {
                #expect(try await ledger.counts(of: event).admitted == 1)
                #expect(try await ledger.counts(of: event).inside == [.main: 1])
                #expect(try await ledger.verify().faults.isEmpty)
            }
        }
    }
}
