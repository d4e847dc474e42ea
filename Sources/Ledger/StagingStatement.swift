// The one insert that runs a million times.

import GRDB
import GRDBSQLite
import TicketSigning

/// Puts imported tickets into the table `listed`, through SQLite's own binding calls: GRDB's arguments are boxed value
/// by value, which takes longer than all else.
struct StagingStatement {
    private let statement: Statement

    init(_ db: Database) throws {
        statement = try db.makeStatement(
            sql: """
                INSERT INTO temp.listed
                    (line, id, user, tier, status, holder, reference, admits, note, opens_ms, closes_ms, barcode)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
    }

    /// - Throws: `DatabaseError` when the temporary disk is full, for example.
    func insert(_ ticket: ImportedTicket) throws {
        let handle = statement.sqliteStatement
        sqlite3_bind_int64(handle, 1, Int64(ticket.line))
        bind(ticket.ticket.id.bytes, at: 2)
        bind(ticket.ticket.user.bytes, at: 3)
        bind(ticket.tier, at: 4)
        bind(ticket.status.rawValue, at: 5)
        bind(ticket.holder, at: 6)
        bind(ticket.reference, at: 7)
        bind(ticket.admits.map(Int64.init), at: 8)
        bind(ticket.note, at: 9)
        bind(ticket.opens?.milliseconds, at: 10)
        bind(ticket.closes?.milliseconds, at: 11)
        bind(ticket.barcode, at: 12)
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// SQLite copies what it is given; SQLITE_TRANSIENT is a macro that Swift does not import.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    private func bind(_ bytes: [UInt8], at index: Int32) {
        sqlite3_bind_blob(statement.sqliteStatement, index, bytes, Int32(bytes.count), Self.copied)
    }

    private func bind(_ text: String?, at index: Int32) {
        guard var text else {
            sqlite3_bind_null(statement.sqliteStatement, index)
            return
        }
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                _ = sqlite3_bind_text(
                    statement.sqliteStatement, index, characters.baseAddress, Int32(characters.count), Self.copied
                )
            }
        }
    }

    private func bind(_ number: Int64?, at index: Int32) {
        if let number {
            sqlite3_bind_int64(statement.sqliteStatement, index, number)
        } else {
            sqlite3_bind_null(statement.sqliteStatement, index)
        }
    }
}
