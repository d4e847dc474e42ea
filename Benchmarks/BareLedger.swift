// The peer of ledger.admit: the ledger's statements through the sqlite3 C API.

import CSQLite
import Ledger
import TicketSigning

/// A ledger's admissions with nothing between them and SQLite: the statements of `Ledger.decide` in the same order on
/// the same schema with the same settings, prepared once; no lock file, no queue, no values of Swift types.
final class BareLedger {
    private let connection: OpaquePointer
    private let begin: BareStatement
    private let lookUps: [(statement: BareStatement, key: (Ticket) -> [BareStatement.Value])]
    private let nextSlot: BareStatement
    private let ownBox: BareStatement
    private let lastScan: BareStatement
    private let insert: BareStatement
    private let commit: BareStatement

    /// - Parameter path: A ledger that `Ledger` made.
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
            (try prepare("SELECT * FROM ticket WHERE id = ?"), { [.blob($0.id.bytes)] }),
            (try prepare("SELECT * FROM event WHERE id = ?"), { [.blob($0.event.bytes)] }),
            (
                try prepare("SELECT name, note FROM tier WHERE event = ? AND name = ?"),
                { [.blob($0.event.bytes), .text("Regular")] }
            ),
            (
                try prepare(
                    """
                    SELECT admission.at_ms, admission.gate, admission.box, box.name
                    FROM admission JOIN box ON box.id = admission.box
                    WHERE admission.ticket = ? ORDER BY admission.hlc, admission.box, admission.seq
                    """
                ),
                { [.blob($0.id.bytes)] }
            ),
        ]
        nextSlot = try prepare(
            """
            SELECT coalesce(max(slot), 0) + 1 FROM scan
            WHERE ticket = ? AND box = (SELECT id FROM box WHERE own = 1) AND slot IS NOT NULL
            """
        )
        ownBox = try prepare("SELECT id, name FROM box WHERE own = 1")
        lastScan = try prepare("SELECT seq, hlc, chain FROM scan WHERE box = ? ORDER BY seq DESC LIMIT 1")
        insert = try prepare(
            """
            INSERT INTO scan (box, seq, event, gate, ticket, kind, verdict, reason, slot, mark, at_ms, hlc, chain)
            VALUES (?, ?, ?, ?, ?, 'entry', ?, ?, ?, ?, ?, ?, ?)
            """
        )
        commit = try prepare("COMMIT")
    }

    // Statements that are still prepared finish with this object; close_v2 waits for them.
    deinit { sqlite3_close_v2(connection) }

    private static let settings = [
        "synchronous = FULL", "foreign_keys = ON", "trusted_schema = OFF", "cell_size_check = ON",
        "secure_delete = FAST", "journal_size_limit = 67108864", "busy_timeout = 2000",
    ]

    /// Admits a ticket once more, in one durable transaction.
    ///
    /// - Parameters:
    ///   - ticket: On the list or not.
    ///   - gate: Where.
    ///   - instant: When.
    /// - Throws: ``BenchmarkError/sqlite(action:code:)``.
    func admit(_ ticket: Ticket, at gate: Gate, on instant: Timestamp) throws {
        try begin.run()
        for (statement, key) in lookUps { try statement.run(key(ticket)) }
        var slot: Int64 = 1
        try nextSlot.run([.blob(ticket.id.bytes)]) { slot = sqlite3_column_int64($0, 0) }
        var box: [UInt8] = []
        try ownBox.run { box = Self.blob($0, 0) }
        var last = (seq: Int64(0), hlc: Int64(0), chain: [UInt8](repeating: 0, count: 32))
        try lastScan.run([.blob(box)]) {
            last = (sqlite3_column_int64($0, 0), sqlite3_column_int64($0, 1), Self.blob($0, 2))
        }
        // As many bytes as the real chain hashes.
        let others = [UInt8](repeating: 0, count: 79)
        let chain = SHA256.hash(last.chain + ticket.id.bytes + ticket.event.bytes + box + others)
        try insert.run([
            .blob(box), .integer(last.seq + 1), .blob(ticket.event.bytes), .text(gate.name.text),
            .blob(ticket.id.bytes), .text("admit"), .text("admitted"), .integer(slot), .null,
            .integer(instant.milliseconds), .integer(max(instant.milliseconds << 16, last.hlc + 1)), .blob(chain),
        ])
        try commit.run()
    }

    private static func blob(_ statement: OpaquePointer, _ column: Int32) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(statement, column))
        return [UInt8](UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count))
    }
}
