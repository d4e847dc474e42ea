// SQLite's result codes told as sentences of the ledger.

import GRDB

extension LedgerError {
    /// - Parameters:
    ///   - error: As SQLite gave it; its text and arguments are left behind, they may hold names.
    ///   - path: The ledger's file.
    init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        // The index of the write-ahead log cannot grow: on a full disk that comes before any write.
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

    /// Runs `body`, and gives its SQLite failures as ledger errors.
    static func mapping<Value>(path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw LedgerError(error, path: path)
        }
    }
}
