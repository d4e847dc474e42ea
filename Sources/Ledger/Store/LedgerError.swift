// Why the ledger could not answer; never a verdict, never an admission.

import GRDB
internal import TicketSigning

/// A failed request to the ledger. Nothing was recorded, no one was admitted.
public enum LedgerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no file at the path.
    case missing(path: String)
    /// A new ledger cannot be created because a file already exists.
    case exists(path: String)
    /// There is a folder, a device or a pipe at the path.
    case notAFile(path: String)
    /// The file is not a doorcheck ledger.
    case notALedger(path: String)
    /// A newer doorcheck wrote the file.
    case newerSchema(path: String)
    /// The tables in the file differ from those that this version creates.
    case foreignTables(path: String)
    /// The file or its folder cannot be written.
    case readOnly(path: String)
    /// The file system is read-only, for instance after a disk fault.
    case readOnlyDisk(path: String)
    /// The file or its folder cannot be opened.
    case cannotOpen(path: String)
    /// The file or its log was removed or replaced while it was open.
    case exchanged(path: String)
    /// The disk is full.
    case diskFull(path: String)
    /// The disk is full, and a part of a list is imported; the rest follows.
    case partlyImported(path: String)
    /// A copy cannot be written; the ledger is unchanged.
    case notCopied(to: String, reason: String)
    /// Another process held the ledger for longer than the timeout of two seconds.
    case locked(path: String, by: LockHolder? = nil)
    /// SQLite found the file damaged.
    case damaged(path: String)
    /// The disk or the file system failed; `code` is SQLite's extended result code (sqlite.org/rescode.html).
    case inputOutput(path: String, code: Int32)
    /// The durability setting is not in effect: `PRAGMA synchronous` returned something other than 2 (FULL).
    case notDurable(path: String)
    /// The ticket is no longer as the person who acts on it saw it.
    case changedMeanwhile(ConcurrentChange)
    /// A name, a code or a row must be unique or well-formed but is not; the text says which.
    case refused(String)
    /// SQLite failed for a reason that has no case of its own here.
    case sqlite(path: String, code: Int32)

    public var description: String {
        switch self {
        case .missing(let path):
            "There is no ledger at \(path); `doorcheck event new` creates one, or name another with --config."
        case .exists(let path):
            "\(path) already exists; choose another path for the new ledger."
        case .notAFile(let path):
            "\(path) is a folder or a device; name the file of a ledger."
        case .notALedger(let path):
            "\(path) is not a doorcheck ledger; name the right file in the configuration's `ledger`."
        case .newerSchema(let path):
            "\(path) was written by a newer doorcheck; update this one before using it."
        case .foreignTables(let path):
            "The tables of the ledger \(path) are not those of this doorcheck; it comes from a trial version, or "
                + "another program changed it: restore a backup."
        case .readOnlyDisk(let path):
            "The disk with the ledger \(path) is read-only, as Linux makes it after a fault: check `dmesg`, and use "
                + "another disk or mount it for writing again."
        case .readOnly(let path):
            "The ledger \(path) cannot be written; make the file and its folder writable for this "
                + "user\(UserName.advice)."
        case .cannotOpen(let path):
            "The ledger \(path) cannot be opened; check that its folder exists and that this user may read "
                + "it\(UserName.advice)."
        case .exchanged(let path):
            "The ledger \(path) was removed or replaced while in use, so nothing was recorded; put it back, then "
                + "restart."
        case .diskFull(let path):
            "The disk with the ledger \(path) is full, so nothing was recorded; free some space, then try again."
        case .partlyImported(let path):
            "The disk with the ledger \(path) is full, so only a part of the list is imported yet; free some space, "
                + "and the rest follows with the next command that writes to the ledger."
        case .notCopied(let copy, let reason):
            "The copy \(copy) cannot be written (\(reason)) and was not created; name a folder with free space that "
                + "this user may write to."
        case .locked(let path, let holder):
            "The ledger \(path) is locked by \(Self.told(holder))"
        case .damaged(let path):
            "The ledger \(path) is damaged; move it away and restore the newest backup."
        case .inputOutput(let path, let code):
            "The disk with the ledger \(path) failed (SQLite code \(code)), so nothing was recorded; check the disk."
        case .notDurable(let path):
            "The ledger \(path) cannot guarantee durable writes (PRAGMA synchronous is not FULL); nothing was recorded."
        case .changedMeanwhile(let news):
            news.sentence { "\($0)" }
        case .refused(let reason):
            reason
        case .sqlite(let path, let code):
            "The ledger \(path) failed to run a request (SQLite code \(code)), so nothing was recorded."
        }
    }

    /// Describes who holds the ledger, and what to do about it.
    private static func told(_ holder: LockHolder?) -> String {
        guard let holder else { return "another program; close it there, then try again." }
        let name = "'\(holder.command)' (process \(holder.process))"
        guard holder.isStopped else { return "\(name) for more than 2 s; try again when it is done." }
        return "\(name), which is stopped: continue it with `fg` in its terminal, or with "
            + "`kill -CONT \(holder.process)`, then try again."
    }
}

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
