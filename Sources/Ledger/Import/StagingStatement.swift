// The insert statement that runs a million times.

import GRDB
import GRDBSQLite
import TicketSigning

/// Inserts imported tickets into the table `listed` through SQLite's own binding calls: GRDB boxes each argument,
/// which takes longer than everything else.
struct StagingStatement {
    private let statement: Statement
    /// The texts and identifiers of one row, which SQLite reads in place.
    private var bytes: [UInt8] = []
    private var tickets = BloomFilter()
    private var barcodes = BloomFilter()

    /// Whether a ticket or a barcode may occur twice; `false` is certain.
    var mayRepeat: Bool { tickets.mayRepeat || barcodes.mayRepeat }

    init(_ db: Database) throws {
        statement = try db.makeStatement(
            sql: """
                INSERT INTO temp.listed
                    (line, id, user, tier, status, holder, reference, admits, note, opens_ms, closes_ms, barcode)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
    }

    /// - Throws: `DatabaseError`, for instance if the temporary disk is full.
    mutating func insert(_ ticket: ImportedTicket) throws {
        tickets.insert(ticket.ticket.id)
        if let barcode = ticket.barcode { barcodes.insert(barcode) }
        bytes.removeAll(keepingCapacity: true)
        let (id, user) = (keep(ticket.ticket.id.bytes), keep(ticket.ticket.user.bytes))
        let texts = (
            tier: keep(ticket.tier?.utf8), status: keep(ticket.status?.rawValue.utf8),
            holder: keep(ticket.holder?.utf8), reference: keep(ticket.reference?.utf8),
            note: keep(ticket.note?.utf8), barcode: keep(ticket.barcode?.utf8)
        )
        let code = bytes.withUnsafeBytes { bytes in
            let row = StagedRow(statement: statement.sqliteStatement, bytes: bytes)
            row.bind(Int64(ticket.line), at: 1)
            row.bind(blob: id, at: 2)
            row.bind(blob: user, at: 3)
            row.bind(text: texts.tier, at: 4)
            row.bind(text: texts.status, at: 5)
            row.bind(text: texts.holder, at: 6)
            row.bind(text: texts.reference, at: 7)
            row.bind(ticket.admits.map(Int64.init), at: 8)
            row.bind(text: texts.note, at: 9)
            row.bind(ticket.opens?.milliseconds, at: 10)
            row.bind(ticket.closes?.milliseconds, at: 11)
            row.bind(text: texts.barcode, at: 12)
            return row.insert()
        }
        guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    private mutating func keep(_ field: (some Sequence<UInt8>)?) -> Range<Int>? {
        guard let field else { return nil }
        let start = bytes.count
        bytes.append(contentsOf: field)
        return start..<bytes.count
    }
}

/// The parameters of the statement, valid while their bytes stay in place.
private struct StagedRow {
    let statement: SQLiteStatement
    let bytes: UnsafeRawBufferPointer

    func bind(blob range: Range<Int>?, at index: Int32) {
        guard let range, let start = bytes.baseAddress else { return unbind(index) }
        sqlite3_bind_blob(statement, index, start + range.lowerBound, Int32(range.count), nil)
    }

    func bind(text range: Range<Int>?, at index: Int32) {
        guard let range, let start = bytes.baseAddress else { return unbind(index) }
        let text = (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(statement, index, text, Int32(range.count), nil)
    }

    func bind(_ number: Int64?, at index: Int32) {
        guard let number else { return unbind(index) }
        sqlite3_bind_int64(statement, index, number)
    }

    private func unbind(_ index: Int32) {
        sqlite3_bind_null(statement, index)
    }

    /// Runs the statement and releases the bytes.
    func insert() -> Int32 {
        let code = sqlite3_step(statement)
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
        return code
    }
}
