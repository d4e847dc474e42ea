// Translates SQLite's result codes into ledger errors.

import GRDB

extension LedgerError {
    /// - Parameters:
    ///   - error: SQLite's error; its text and arguments are dropped because they may contain names.
    ///   - path: The ledger's file.
    init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        // The index of the write-ahead log cannot grow: on a full disk, this precedes any write.
        case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .diskFull(path: path)
        case .SQLITE_FULL: self = .diskFull(path: path)
        case .SQLITE_READONLY: self = .readOnly(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
        case .SQLITE_NOTADB: self = .notALedger(path: path)
        case .SQLITE_CORRUPT: self = .damaged(path: path)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .cannotOpen(path: path)
        case .SQLITE_IOERR: self = .inputOutput(path: path, code: error.extendedResultCode.rawValue)
        default: self = .sqlite(path: path, code: error.extendedResultCode.rawValue)
        }
    }

    /// Runs `body` and converts its SQLite errors to ledger errors.
    static func mapping<Value>(path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw LedgerError(error, path: path)
        }
    }
}
