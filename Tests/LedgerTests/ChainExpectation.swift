// The book of scans checked from outside: numbers without gaps, every link of the chain.

import FoundationEssentials
import GRDB
import Testing
import TicketSigning

@testable import Ledger

/// Expects the scans of the ledger's own box to be numbered 1 to `scans`, each chained to the one before.
func expectWholeChain(in ledger: Ledger, scans: Int) async throws {
    let rows = try await ledger.read { db in
        try Row.fetchAll(db, sql: "SELECT * FROM scan ORDER BY seq").map { row in
            (
                scan: Scan(
                    box: try row.identifier("box"),
                    seq: row["seq"],
                    event: try row.identifier("event"),
                    gate: try #require(GateName(row["gate"])),
                    ticket: row.optionalIdentifier("ticket"),
                    answer: try #require(Answer(rawValue: row["verdict"])),
                    reason: row["reason"],
                    slot: row["slot"],
                    mark: (row["mark"] as Data?).map(Array.init),
                    at: Timestamp(milliseconds: row["at_ms"]),
                    hlc: row["hlc"]
                ),
                head: Array(row["chain"] as Data)
            )
        }
    }
    #expect(rows.map(\.scan.seq) == Array(0..<scans).map { Int64($0 + 1) })
    var chain = ScanChain.start
    for row in rows {
        chain = chain.appending(row.scan)
        #expect(chain.head == row.head, "scan \(row.scan.seq) is not chained to the one before")
    }
}
