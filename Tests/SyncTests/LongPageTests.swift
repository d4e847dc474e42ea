// Long pages and files are merged while guests come.

import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

@Suite struct LongPageTests {
    private let noon = MemberScene.noon
    private let count = 2000

    @Test(
        "A long page or file is merged in pieces, between which others come, and its position moves with the last one",
        arguments: [true, false])
    func pieces(isFile: Bool) async throws {
        try await withTemporaryFolder { folder in
            let office = try await TestDoor(in: folder)
            let south = try Ledger(creating: folder + "/south.sqlite", boxName: "south-1")
            let (key, box) = (try await office.ledger.testKey, try await office.ledger.ownBox().id)
            try await office.ledger.add(
                (0..<count).map { _ in
                    IssuedTicket(ticket: Ticket(event: office.event.id, user: .random(), id: .random()), epoch: 1)
                })
            let payload = try await SyncPayload(of: office.ledger, signedBy: key, for: nil, on: noon)
            var result = MergeResult()
            let seen = try await CommittedStates.of(south, Self.state) {
                result =
                    isFile
                    ? try await south.merge(payload, on: noon)
                    : try await south.merge(payload.page, from: box, on: noon)
            }
            #expect(result.new[.ticket] == count)
            let before = seen.filter { $0.tickets < count }
            #expect(before.allSatisfy { $0.position == 0 })
            #expect(before.contains { $0.tickets > 0 }, "nobody came in between")
            #expect(try await state(of: south) == (count, payload.page.end.tickets))
            #expect(try await south.verify().faults.isEmpty)
        }
    }

    private func state(of ledger: Ledger) async throws -> (tickets: Int, position: Int64) {
        try await ledger.read(Self.state)
    }

    private static let state: @Sendable (Database) throws -> (tickets: Int, position: Int64) = { db in
        let tickets = try Int.fetchOne(db, sql: "SELECT count(*) FROM ticket") ?? 0
        return (tickets, try Int64.fetchOne(db, sql: "SELECT max(tickets_rev) FROM peer") ?? 0)
    }
}
