// Where the next scan of this box goes.

import FoundationEssentials
import GRDB
import TicketSigning

/// The ledger's own box and the last of its scans.
struct BookEnd {
    let box: Box
    private let seq: Int64
    private let hlc: Int64
    private let chain: ScanChain

    init(in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT box.id, box.name, scan.seq, scan.hlc, scan.chain
                FROM box LEFT JOIN scan ON scan.box = box.id
                WHERE box.own = 1 ORDER BY scan.seq DESC LIMIT 1
                """
        )
        guard let row = try Row.fetchOne(statement) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no box of its own")
        }
        box = Box(id: try row.identifier("id"), name: row["name"])
        seq = row["seq"] ?? 0
        hlc = row["hlc"] ?? 0
        chain = (row["chain"] as Data?).map { ScanChain(head: Array($0)) } ?? .start
    }

    /// The latest moment that this box has written down; `nil` before its first scan.
    var newest: Timestamp? {
        seq == 0 ? nil : Timestamp(milliseconds: hlc >> 16)
    }

    /// Writes a scan as the next one of this box.
    ///
    /// The logical clock follows the wall clock and never goes back: 48 bits of milliseconds, 16 bits that count
    /// (Kulkarni et al., "Logical Physical Clocks", 2014).
    func append(_ record: ScanRecord, on instant: Timestamp, in db: Database) throws {
        let hlc = max(instant.milliseconds << 16, hlc + 1)
        try Scan(box: box.id, seq: seq + 1, record: record, at: instant, hlc: hlc).insert(after: chain, in: db)
    }
}
