// Stamps for lists that are long.

import GRDB
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct StampingTests {
    private let now = Timestamp(milliseconds: 1_795_000_000_000)

    @Test("A long list gets its stamps in several transactions, and arrives whole")
    func pieces() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let count = 8200
            let event = door.event.id
            try await door.ledger.add(
                (0..<count).map { _ in
                    IssuedTicket(
                        ticket: Ticket(event: event, user: .random(), id: .random()), epoch: 1, tier: nil,
                        status: .valid, holder: nil
                    )
                }
            )
            try await door.ledger.stampLists(on: now)
            let (stamps, without) = try await door.ledger.read { db in
                (
                    try Int.fetchOne(db, sql: "SELECT count(DISTINCT hlc) FROM ticket"),
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM ticket WHERE coalesce(hlc, stamper) IS NULL")
                )
            }
            #expect(stamps == 3)
            #expect(without == 0)
            let other = try Ledger(creating: folder + "/other.sqlite", boxName: "south-1")
            let payload = try await SyncPayload(of: door.ledger, signedBy: door.ledger.testKey, for: nil, on: now)
            let receipt = try await other.merge(payload, on: now)
            #expect(receipt.new[.ticket] == count)
        }
    }
}
