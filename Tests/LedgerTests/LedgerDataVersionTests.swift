// How a ledger tells that nobody has written to it.

import GRDB
import TestSupport
import Testing

@testable import Ledger

struct LedgerDataVersionTests {
    @Test("A ledger's data version stays the same until this process or another one writes to it")
    func dataVersion() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let other = try Ledger(opening: door.ledger.path, for: .writing)
            let start = try await door.ledger.dataVersion()
            _ = try await door.ledger.events()
            #expect(try await door.ledger.dataVersion() == start)
            _ = try await door.issue()
            let own = try await door.ledger.dataVersion()
            #expect(own != start)
            try await other.write { db in try db.execute(sql: "UPDATE sync_state SET judged = judged + 1") }
            #expect(try await door.ledger.dataVersion() != own)
        }
    }
}
