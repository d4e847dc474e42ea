// The position of a box's next scan.

import FoundationEssentials
import GRDB
import TicketSigning

/// A box and the last of its scans that this ledger has.
struct LogHead {
    let box: Box
    let seq: Int64
    let hlc: Int64
    let chain: ScanChain
    /// Whether its records contradict each other.
    private let isAlarmed: Bool
    /// The latest time of any box, which the next scan must exceed; 0 for other boxes' books.
    private let heard: Int64

    /// Reads the ledger's own box.
    init(in db: Database) throws {
        guard let end = try Self(where: "own = 1", [], heard: "(SELECT hlc FROM sync_state)", in: db) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no box of its own")
        }
        self = end
    }

    /// Reads any box; `nil` if this ledger does not know it.
    init?(of box: BoxID, in db: Database) throws {
        guard let end = try Self(where: "id = ?", [box.blob], heard: "0", in: db) else { return nil }
        self = end
    }

    private init?(where condition: String, _ arguments: StatementArguments, heard: String, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT box.id, box.name, scan.seq, scan.hlc, scan.chain, \(heard) AS heard,
                    EXISTS (SELECT 1 FROM alarm WHERE alarm.box = box.id) AS is_alarmed
                FROM box LEFT JOIN scan ON scan.box = box.id
                WHERE \(condition) ORDER BY scan.seq DESC LIMIT 1
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: arguments) else { return nil }
        box = Box(id: try row.identifier("id"), name: row["name"])
        seq = row["seq"] ?? 0
        hlc = row["hlc"] ?? 0
        chain = (row["chain"] as Data?).map { ScanChain(head: Array($0)) } ?? .start
        isAlarmed = row["is_alarmed"]
        self.heard = row["heard"]
    }

    private init(_ end: LogHead, _ scan: Scan, _ chain: ScanChain) {
        (box, isAlarmed, heard) = (end.box, end.isAlarmed, end.heard)
        (seq, hlc, self.chain) = (scan.seq, scan.hlc, chain)
    }

    /// Appends a scan to this box's book.
    ///
    /// - Throws: ``LedgerError/rolledBack(box:)`` if others have later scans of this box than it has itself.
    func append(_ record: ScanRecord, on instant: Timestamp, in db: Database) throws {
        guard !isAlarmed else { throw LedgerError.rolledBack(box: box.name) }
        let hlc = max(instant.milliseconds << 16, hlc + 1, heard + 1)
        _ = try following(Scan(box: box.id, seq: seq + 1, record: record, at: instant, hlc: hlc), in: db)
    }

    /// Appends a complete scan and returns the new head.
    func following(_ scan: Scan, in db: Database) throws -> LogHead {
        LogHead(self, scan, try scan.insert(after: chain, in: db))
    }
}
