// Copies a ledger without interrupting scans.

import GRDB
import Glibc
import TicketSigning

extension Ledger {
    /// Writes a copy, verifies all of it, and only then gives it its name.
    ///
    /// The copy is one file with the ledger's content when the backup began, and nothing that was deleted before.
    /// Only this user can read and write it. Scans continue meanwhile.
    ///
    /// - Parameter copy: The path of a file that does not exist, in a folder that does.
    /// - Returns: What the copy holds.
    /// - Throws: ``LedgerError/exists(path:)``; ``LedgerError/notCopied(to:reason:)``; ``LedgerError/damaged(path:)``
    ///   if the copy is damaged; other ``LedgerError``. There is no file at the path then.
    /// - SeeAlso: sqlite.org/lang_vacuum.html#vacuuminto
    public func backup(to copy: String) async throws -> Verification {
        do {
            let file = try PartialFile(for: copy)
            let (path, partial) = (path, file.partial)
            try await queue.writeWithoutTransaction { db in
                try Self.mapping(from: path, to: copy) { try db.execute(sql: "VACUUM INTO ?", arguments: [partial]) }
            }
            try Self.mapping(from: copy, to: copy) {
                try DatabaseQueue(path: partial).write { db in
                    try db.execute(sql: "UPDATE sync_state SET place = ''")
                }
            }
            try file.sync()
            let verification = try await Ledger(opening: partial, for: .reading).verify()
            guard verification.faults.isEmpty else { throw LedgerError.damaged(path: copy) }
            try file.takePlace()
            return verification
        } catch PartialFile.Failure.exists {
            throw LedgerError.exists(path: copy)
        } catch PartialFile.Failure.system(let code) {
            throw Self.notCopied(to: copy, code)
        }
    }

    /// SQLite only reads the ledger meanwhile, so a failed write concerns the copy.
    private static func mapping(from path: String, to copy: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as DatabaseError {
            switch error.extendedResultCode {
            case .SQLITE_FULL: throw notCopied(to: copy, ENOSPC)
            case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC:
                throw notCopied(to: copy, EIO)
            default:
                switch error.resultCode {
                case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM: throw notCopied(to: copy, EACCES)
                default: throw LedgerError(error, path: path)
                }
            }
        }
    }

    private static func notCopied(to copy: String, _ reason: Int32) -> LedgerError {
        .notCopied(to: copy, reason: String(cString: strerror(reason)))
    }
}
