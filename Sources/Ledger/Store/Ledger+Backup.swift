// A copy of a ledger, while the door goes on.

import GRDB
import Glibc
import TicketSigning

extension Ledger {
    /// Writes a copy, looks through all of it, and only then gives it its name.
    ///
    /// The copy is one file that holds what the ledger held when this began, and nothing that was deleted before. It is
    /// readable and writable by this user alone. Scans go on meanwhile.
    ///
    /// - Parameter copy: Path of a file that does not exist, in a folder that does.
    /// - Returns: What the copy holds.
    /// - Throws: ``LedgerError/exists(path:)``; ``LedgerError/notCopied(to:reason:)``; ``LedgerError/damaged(path:)`` where
    ///   the copy is not whole; other ``LedgerError``. Then there is no file at the path.
    /// - SeeAlso: sqlite.org/lang_vacuum.html#vacuuminto
    public func backup(to copy: String) async throws -> Verification {
        guard access(copy, F_OK) != 0 else { throw LedgerError.exists(path: copy) }
        let partial = "\(copy).partial-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let path = path
        let descriptor = open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.notCopied(to: copy, errno) }
        defer {
            close(descriptor)
            unlink(partial)
        }
        try await queue.writeWithoutTransaction { db in
            try Self.mapping(from: path, to: copy) { try db.execute(sql: "VACUUM INTO ?", arguments: [partial]) }
        }
        // Whoever has read this ledger's lists reads a restored copy's from their beginning.
        try Self.mapping(from: copy, to: copy) {
            try DatabaseQueue(path: partial).write { db in
                try db.execute(sql: "UPDATE sync_state SET epoch = ?", arguments: [EpochID.random().blob])
            }
        }
        guard fsync(descriptor) == 0 else { throw Self.notCopied(to: copy, errno) }
        let verification = try await Ledger(opening: partial, for: .reading).verify()
        guard verification.faults.isEmpty else { throw LedgerError.damaged(path: copy) }
        guard access(copy, F_OK) != 0 else { throw LedgerError.exists(path: copy) }
        guard rename(partial, copy) == 0 else { throw Self.notCopied(to: copy, errno) }
        Self.syncFolder(of: copy)
        return verification
    }

    /// SQLite only reads the ledger meanwhile: what cannot be written is the copy.
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

    /// The new name is on disk once its folder is; a folder that cannot be synced is left to the file system.
    private static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
