// A ledger's book as its file has it: integrity, numbers, chain and admissions, read by SQLite's own VFS.

import FoundationEssentials
import GRDB
import TicketSigning

@testable import Ledger

/// All scans of a ledger, checked link by link.
struct LedgerBook {
    /// How often each ticket was admitted.
    let admissions: [TicketID: Int]
    /// Tickets on the list.
    let listed: Set<TicketID>
    /// Scans in the book.
    let scans: Int
    /// What is wrong with the file or the book; empty when all is well.
    let damage: [String]

    /// - Parameter ledger: Opened for reading or writing; nothing is written.
    /// - Throws: `LedgerError`, or ``UnreadableScan``.
    init(of ledger: Ledger) async throws {
        self = try await ledger.read { db in
            var damage = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
            damage += try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { "foreign key: \($0)" }
            var admissions: [TicketID: Int] = [:]
            var chain = LogChain.start
            var count: Int64 = 0
            let rows = try Row.fetchCursor(db, sql: "SELECT * FROM scan ORDER BY seq")
            while let row = try rows.next() {
                let scan = try Scan(row)
                count += 1
                chain = chain.appending(scan.canonicalBytes)
                if scan.seq != count { damage.append("scan \(count) has the number \(scan.seq)") }
                if chain.head != Array(row["chain"] as Data) { damage.append("scan \(count) is not chained") }
                if scan.record.slot != nil, let ticket = scan.record.ticket { admissions[ticket, default: 0] += 1 }
            }
            let tickets = try Row.fetchAll(db, sql: "SELECT id FROM ticket").map { try $0.identifier("id") as TicketID }
            return LedgerBook(admissions: admissions, listed: Set(tickets), scans: Int(count), damage: damage)
        }
    }

    private init(admissions: [TicketID: Int], listed: Set<TicketID>, scans: Int, damage: [String]) {
        self.admissions = admissions
        self.listed = listed
        self.scans = scans
        self.damage = damage
    }
}

extension Scan {
    fileprivate init(_ row: Row) throws {
        self.init(
            box: try row.identifier("box"),
            seq: row["seq"],
            record: ScanRecord(
                kind: try ScanKind(rawValue: row["kind"]).unwrapped("kind"),
                answer: try Answer(rawValue: row["verdict"]).unwrapped("verdict"),
                reason: row["reason"],
                gate: Gate(event: try row.identifier("event"), name: try GateName(row["gate"]).unwrapped("gate")),
                zone: try ZoneName(row["zone"]).unwrapped("zone"),
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
        )
    }
}

/// A column holds something that no scan can have.
struct UnreadableScan: Error {
    let column: String
}

extension Optional {
    fileprivate func unwrapped(_ column: String) throws -> Wrapped {
        guard let self else { throw UnreadableScan(column: column) }
        return self
    }
}
