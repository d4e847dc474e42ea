// An organiser's ledger and those of two members.

import Admission
import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

/// An organiser's ledger and two gates', with one list; all are members.
struct MemberScene {
    static let noon = Timestamp(milliseconds: 1_790_000_000_000)

    let office: TestDoor
    let north: Ledger
    let south: Ledger
    let root: RootKey
    /// What the northern box may do at first.
    let northern: MemberRights

    init(in folder: String, northern role: BoxRole = .gate) async throws {
        try await self.init(in: folder, with: MemberRights(role))
    }

    init(in folder: String, with northern: MemberRights) async throws {
        self.northern = northern
        office = try await TestDoor(in: folder)
        north = try Ledger(creating: folder + "/north.sqlite", boxName: "north-2")
        south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
        root = try MasterKey.random().rootKey()
        for (ledger, rights) in [
            (office.ledger, MemberRights(.organiser)), (north, northern), (south, MemberRights(.gate)),
        ] {
            try await ledger.pin(Root(root.publicKey))
            let membership = try await ledger.testKey.publicKey.membership(
                rights, name: ledger.ownBox().name, of: root)
            try await ledger.add(membership)
            try await office.ledger.add(membership)
        }
    }

    var ledgers: [Ledger] { [office.ledger, north, south] }

    @discardableResult
    func sync(_ one: Ledger, _ other: Ledger) async throws -> SyncSession.Outcome {
        let transport = LocalSyncTransport(to: other, signedBy: try await other.testKey, now: { Self.noon })
        return try await SyncSession(one, signedBy: one.testKey, over: transport, now: { Self.noon }).run()
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

    /// Returns the ledger of a box that is not a member and has the list.
    func stranger(_ name: String, in folder: String) async throws -> Ledger {
        let ledger = try Ledger(creating: "\(folder)/\(name).sqlite", boxName: name)
        try await sync(ledger, office.ledger)
        return ledger
    }

    /// Expects the same of every ledger: how many were admitted and are inside, and that it is intact.
    func expectAdmitted(_ count: Int, in ledgers: [Ledger]? = nil, at location: SourceLocation = #_sourceLocation)
        async throws
    {
        for ledger in ledgers ?? self.ledgers {
            let counts = try await ledger.counts(of: office.event.id)
            #expect(counts.admitted == count, sourceLocation: location)
            #expect((counts.inside[.main] ?? 0) == count, sourceLocation: location)
            #expect(try await ledger.verify().faults.isEmpty, sourceLocation: location)
        }
    }

    /// Makes a box's program forget that it may not do everything.
    func corrupt(_ ledger: Ledger) async throws {
        try await ledger.write { db in
            try db.execute(sql: "DELETE FROM membership; UPDATE sync_state SET root = NULL")
        }
    }

    /// Revokes the northern box where the root key is.
    func revoke(since moment: Timestamp, serial: Int64 = 2) async throws {
        let box = try await north.ownBox().id
        let revocation = try await office.ledger.revocation(of: box, since: moment)
        try await add(revocation, serial: serial)
    }

    /// Gives the northern box another membership.
    func add(_ revocation: Revocation?, events: Set<EventID>? = nil, serial: Int64) async throws {
        var rights = northern
        rights.events = events
        try await add(rights, revoked: revocation, serial: serial)
    }

    /// Gives the northern box another membership.
    func add(_ rights: MemberRights, revoked revocation: Revocation? = nil, serial: Int64) async throws {
        let key = try await north.testKey.publicKey.bytes
        let terms = MembershipTerms(
            key: key, name: "north-2", rights: rights, serial: serial,
            start: Timestamp(milliseconds: 1), revoked: revocation, root: root.publicKey)
        try await office.ledger.add(
            SignedMembership(Membership(terms), signature: root.sign(terms)))
    }
}
