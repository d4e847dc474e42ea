// The peer of ledger.admit: the ledger's statements through the sqlite3 C API.

import CSQLite
import Ledger
import TicketSigning

/// A ledger's admissions with nothing between them and SQLite: the statements of `Ledger.decide` in the same order on
/// the same schema with the same settings, prepared once; no lock file, no queue, no Swift value types.
final class BareLedger {
    private let connection: OpaquePointer
    private let begin: BareStatement
    private let lookUps: [(statement: BareStatement, key: (Ticket) -> [BareStatement.Value])]
    private let lastScan: BareStatement
    private let insert: BareStatement
    private let commit: BareStatement

    /// - Parameter path: A ledger created by `Ledger`.
    /// - Throws: ``BenchmarkError/sqlite(action:code:)``.
    init(path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else { throw BenchmarkError.sqlite(action: "open \(path)", code: code) }
        connection = opened
        try Self.settings.forEach { try BareStatement("PRAGMA " + $0, on: opened).run() }
        func prepare(_ sql: String) throws -> BareStatement { try BareStatement(sql, on: opened) }
        begin = try prepare("BEGIN IMMEDIATE")
        lookUps = [
            (
                try prepare(
                    """
                    SELECT event.*, gate.direction, gate.zone, zone.capacity, zone.when_full
                    FROM event LEFT JOIN gate ON gate.event = event.id AND gate.name = ?2
                    LEFT JOIN zone ON zone.event = event.id AND zone.name = gate.zone
                    WHERE event.id = ?1
                    """
                ),
                { [.blob($0.event.bytes), .text("main")] }
            ),
            (
                try prepare(
                    """
                    SELECT ticket.*, tier.name AS tier_name, tier.note AS tier_note, tier.opens_ms AS tier_opens_ms,
                        tier.closes_ms AS tier_closes_ms, tier.admits AS tier_admits, tier.reentry AS tier_reentry,
                        (SELECT group_concat(gate) FROM tier_gate
                         WHERE tier_gate.event = ticket.event AND tier_gate.tier = ticket.tier) AS tier_gates
                    FROM ticket LEFT JOIN tier ON tier.event = ticket.event AND tier.name = ticket.tier
                    WHERE ticket.id = ?
                    """
                ),
                { [.blob($0.id.bytes)] }
            ),
            (
                try prepare(
                    """
                    SELECT scan.*, box.name AS box_name FROM scan JOIN box ON box.id = scan.box
                    WHERE scan.ticket = ? AND slot IS NOT NULL ORDER BY hlc, scan.box, seq
                    """
                ),
                { [.blob($0.id.bytes)] }
            ),
        ]
        lastScan = try prepare(
            """
            SELECT box.id, box.name, scan.seq, scan.hlc, scan.chain
            FROM box LEFT JOIN scan ON scan.box = box.id
            WHERE box.own = 1 ORDER BY scan.seq DESC LIMIT 1
            """
        )
        insert = try prepare(
            """
            INSERT INTO scan
                (box, seq, event, gate, zone, ticket, kind, verdict, reason, slot, people, undone_box, undone_seq,
                 mark, actor, why, at_ms, hlc, chain)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        commit = try prepare("COMMIT")
    }

    // Statements that are still prepared are finalised with this object; close_v2 waits for them.
    deinit { sqlite3_close_v2(connection) }

    private static let settings = [
        "synchronous = FULL", "foreign_keys = ON", "trusted_schema = OFF", "cell_size_check = ON",
        "secure_delete = FAST", "journal_size_limit = 67108864", "busy_timeout = 2000",
    ]

    /// Admits a ticket once more, in one durable transaction.
    ///
    /// - Parameters:
    ///   - ticket: The ticket, listed or not.
    ///   - gate: The gate.
    ///   - instant: The time of the admission.
    /// - Throws: ``BenchmarkError/sqlite(action:code:)``.
    func admit(_ ticket: Ticket, at gate: Gate, on instant: Timestamp) throws {
        try begin.run()
        var box: [UInt8] = []
        var last = (seq: Int64(0), hlc: Int64(0), chain: [UInt8](repeating: 0, count: 32))
        try lastScan.run {
            box = Self.blob($0, 0)
            guard sqlite3_column_int64($0, 2) > 0 else { return }
            last = (sqlite3_column_int64($0, 2), sqlite3_column_int64($0, 3), Self.blob($0, 4))
        }
        for (statement, key) in lookUps { try statement.run(key(ticket)) }
        // The same number of bytes as the real hash chain hashes.
        let others = [UInt8](repeating: 0, count: 95)
        let chain = SHA256.hash(last.chain + ticket.id.bytes + ticket.event.bytes + box + others)
        try insert.run([
            .blob(box), .integer(last.seq + 1), .blob(ticket.event.bytes), .text(gate.name.text), .text("main"),
            .blob(ticket.id.bytes), .text("entry"), .text("admit"), .text("admitted"), .integer(1), .integer(1),
            .null, .null, .null, .null, .null, .integer(instant.milliseconds),
            .integer(max(instant.milliseconds << 16, last.hlc + 1)), .blob(chain),
        ])
        try commit.run()
    }

    private static func blob(_ statement: OpaquePointer, _ column: Int32) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(statement, column))
        return [UInt8](UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count))
    }
}
