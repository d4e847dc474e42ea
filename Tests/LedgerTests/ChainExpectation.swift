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
                    record: ScanRecord(
                        kind: try #require(ScanKind(rawValue: row["kind"])),
                        answer: try #require(Answer(rawValue: row["verdict"])),
                        reason: row["reason"],
                        gate: Gate(event: try row.identifier("event"), name: try #require(GateName(row["gate"]))),
                        zone: try #require(ZoneName(row["zone"])),
                        ticket: row.optionalIdentifier("ticket"),
                        slot: row["slot"],
                        people: row["people"],
                        undone: ScanReference(undoneBy: row),
                        mark: (row["mark"] as Data?).map(Array.init),
                        by: try (row["actor"] as String?).map { try Attribution(actor: $0, why: row["why"]) },
                        decided: (row["decided"] as String?).flatMap(DecisionSource.init)
                    ),
                    at: Timestamp(milliseconds: row["at_ms"]),
                    offset: row["offset_ms"],
                    hlc: row["hlc"]
                ),
                head: Array(row["chain"] as Data)
            )
        }
    }
    #expect(rows.map(\.scan.seq) == Array(0..<scans).map { Int64($0 + 1) })
    var chain = LogChain.start
    for row in rows {
        chain = chain.appending(row.scan.canonicalBytes)
        #expect(chain.head == row.head, "scan \(row.scan.seq) is not chained to the one before")
    }
}
