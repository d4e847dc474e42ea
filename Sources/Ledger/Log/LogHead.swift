// The end of a log, where its next line goes.

import FoundationEssentials
import GRDB
import TicketSigning

/// The box of this ledger and the last of its scans.
///
/// What the box writes itself is always on branch 0; a continuation that comes back from others, because the box was
/// restored or cloned, is another branch or is appended to this one.
struct LogHead {
    let box: Box
    let seq: Int64
    private let hlc: Int64
    private let chain: LogChain
    /// The latest time of any box, which the next scan must exceed.
    private let heard: Int64
    /// The hub's clock minus this machine's, in milliseconds; `nil` if no hub has ever answered.
    let offset: Int64?

    init(in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT box.id, box.name, scan.seq, scan.hlc, scan.chain, sync_state.hlc AS heard, sync_state.offset_ms
                FROM sync_state CROSS JOIN box LEFT JOIN scan ON scan.box = box.id AND scan.branch = 0
                WHERE own = 1 ORDER BY scan.seq DESC LIMIT 1
                """
        )
        guard let row = try Row.fetchOne(statement) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no box of its own")
        }
        box = Box(id: try row.identifier("id"), name: row["name"])
        seq = row["seq"] ?? 0
        hlc = row["hlc"] ?? 0
        chain = (row["chain"] as Data?).map { LogChain(head: Array($0)) } ?? .start
        heard = row["heard"]
        offset = row["offset_ms"]
    }

    /// The latest logical time that this ledger knows.
    var latest: Int64 { max(hlc, heard) }

    /// Appends a scan to this box's log.
    ///
    /// - Parameters:
    ///   - record: The scan.
    ///   - instant: The current time by this machine's wall clock.
    ///   - others: The logical times of other boxes' scans that this one follows, as far as they can be followed.
    ///   - db: A database in a write transaction.
    /// - Throws: ``LedgerError/refused(_:)`` if the box may not record it; `DatabaseError`.
    func append(
        _ record: ScanRecord, on instant: Timestamp, after others: [Int64] = [], in db: Database
    ) throws {
        try Authority.requireRecording(record, by: box.id, in: db)
        let corrected = instant.corrected(by: offset)
        let hlc = max(
            corrected.milliseconds << 16, hlc + 1, heard + 1, LogicalClock.latest(of: others, on: corrected) + 1)
        let scan = Scan(box: box.id, seq: seq + 1, record: record, at: instant, offset: offset, hlc: hlc)
        try scan.insert(chain: chain.appending(scan.canonicalBytes).head, branch: 0, in: db)
    }
}
