// The book of scans: append-only, without gaps, chained.

import FoundationEssentials
import GRDB
import TestSupport
import Testing
import TicketSigning

@testable import Ledger

struct LedgerBookTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)

    @Test(
        "A scan cannot be changed, deleted, replaced or left out",
        arguments: [
            "UPDATE scan SET verdict = 'refuse', slot = NULL",
            "DELETE FROM scan",
            "INSERT OR REPLACE INTO scan SELECT * FROM scan WHERE seq = 1",
            """
            INSERT INTO scan SELECT box, seq + 2, branch, event, gate, zone, ticket, kind, verdict, reason, decided, \
            slot + 2, people, undone_box, undone_seq, undone_chain, mark, actor, why, at_ms, offset_ms, hlc, chain, \
            signature, counts \
            FROM scan WHERE seq = 1
            """,
            // On a branch that does not exist.
            """
            INSERT INTO scan SELECT box, seq, 1, event, gate, zone, ticket, kind, verdict, reason, decided, \
            slot + 2, people, undone_box, undone_seq, undone_chain, mark, actor, why, at_ms, offset_ms, hlc, chain, \
            signature, counts \
            FROM scan WHERE seq = 1
            """,
        ]
    )
    func appendOnly(sql: String) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let ticket = try door.verifier.verify(try await door.issue())
            _ = try await door.ledger.decide(ticket, at: door.gate, on: noon, by: TestVerdict.judge)
            let error = await #expect(throws: LedgerError.self) {
                try await door.ledger.write { db in try db.execute(sql: sql) }
            }
            // A trigger stops it (SQLITE_CONSTRAINT_TRIGGER), and not a slip in the statement.
            #expect(error?.description.contains("1811") == true)
            try await expectWholeChain(in: door.ledger, scans: 1)
        }
    }

    /// Computed with Python's hashlib and struct from the words of `Scan.canonicalBytes`.
    @Test("The chain is the one that another program computes")
    func goldenChain() throws {
        let scan = Scan(
            box: try #require(BoxID("00112233-4455-6677-8899-aabbccddeeff")),
            seq: 2,
            record: ScanRecord(
                kind: .void,
                answer: .refuse,
                reason: "undone",
                gate: Gate(
                    event: try #require(EventID("123e4567-e89b-42d3-a456-426614174000")),
                    name: try #require(GateName("north"))
                ),
                zone: .main,
                ticket: TicketID("6ba7b810-9dad-41d1-80b4-00c04fd430c8"),
                slot: 2,
                people: -1,
                undone: ScanReference(
                    box: try #require(BoxID("00112233-4455-6677-8899-aabbccddeeff")), seq: 1, chain: Array(0..<32)),
                by: try Attribution(actor: "amina", why: "wrong guest"),
                decided: .hub
            ),
            at: noon,
            offset: -90_000,
            hlc: noon.milliseconds << 16
        )
        let head = LogChain.start.appending(scan.canonicalBytes).head
        #expect(Data(head) == Data(base64Encoded: "Cqe9cYNDJWjrL41Xw4K/fkAaGNoXTV+EEol1n+eUGaU="))
    }

    @Test("The logical clock never goes back, whatever the wall clock does")
    func logicalClock() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            for offset in [0, 5000, -86_400_000, 1, 5001] as [Int64] {
                let ticket = try door.verifier.verify(try await door.issue())
                let at = Timestamp(milliseconds: noon.milliseconds + offset)
                _ = try await door.ledger.decide(ticket, at: door.gate, on: at, by: TestVerdict.judge)
            }
            let clocks = try await door.ledger.read { db in
                try Int64.fetchAll(db, sql: "SELECT hlc FROM scan ORDER BY seq")
            }
            #expect(zip(clocks, clocks.dropFirst()).allSatisfy { $0 < $1 })
            #expect(clocks.last == (noon.milliseconds + 5001) << 16)
        }
    }
}
