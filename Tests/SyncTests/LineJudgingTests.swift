// A box with many lines is revoked while guests come.

import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

@Suite struct LineJudgingTests {
    private let count = 350

    /// Returns ledgers that all have as many admissions of the northern box.
    private func scene(in folder: String) async throws -> MemberScene {
        let scene = try await MemberScene(in: folder)
        let tickets = (0..<count).map { _ in
            IssuedTicket(ticket: Ticket(event: scene.office.event.id, user: .random(), id: .random()), epoch: 1)
        }
        try await scene.office.ledger.add(tickets)
        try await scene.sync(scene.north, scene.office.ledger)
        for ticket in tickets {
            _ = try await scene.north.decideWithoutVerifying(
                ticket.ticket, at: scene.office.gate, on: MemberScene.noon, attribution: Attribution(actor: "test")
            ) { _ in WalkedIn() }
        }
        try await scene.syncAll()
        try await scene.expectAdmitted(count)
        return scene
    }

    @Test("What of a revoked box counts is decided in pieces, between which others come")
    func pieces() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await scene(in: folder)
            try await scene.revoke(since: Timestamp(milliseconds: 0))
            let seen = try await CommittedStates.of(scene.south, Self.counted) {
                try await scene.sync(scene.south, scene.office.ledger)
            }
            #expect(seen.contains { (1..<count).contains($0) }, "nobody came in between")
            try await scene.expectAdmitted(0, in: [scene.office.ledger, scene.south])
            try await expectNothingScheduled(in: scene.south)
        }
    }

    @Test("If it is interrupted, it goes on when the ledger is opened again")
    func interrupted() async throws {
        try await withTemporaryFolder { folder in
            let scene = try await scene(in: folder)
            try await scene.revoke(since: Timestamp(milliseconds: 0))
            let box = try await scene.north.ownBox().id
            let signed = try #require(
                try await scene.office.ledger.read { db in try SignedMembership.ofBox(box, in: db) })
            try await scene.south.write { db in
                _ = try signed.merge(in: db)
                // Changes, of which there are none, come before scans.
                for _ in 0..<2 { _ = try LineCounting.judgePiece(of: 100, in: db) }
            }
            #expect(try await counted(in: scene.south) == count - 100)
            #expect(try await scene.south.verify().faults.isEmpty)
            let south = try Ledger(opening: scene.south.path, for: .writing)
            try await scene.expectAdmitted(0, in: [south])
            try await expectNothingScheduled(in: south)
        }
    }

    private func counted(in ledger: Ledger) async throws -> Int { try await ledger.read(Self.counted) }

    private static let counted: @Sendable (Database) throws -> Int = { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM scan WHERE counts") ?? 0
    }

    private func expectNothingScheduled(in ledger: Ledger) async throws {
        #expect(try await ledger.read { db in try !LineCounting.isScheduled(in: db) })
    }
}

/// The verdict of a door without rules.
private struct WalkedIn: RecordableVerdict {
    let answer = Answer.admit
    let reasonCode = "admitted"
    let recording = Recording.admission
}
