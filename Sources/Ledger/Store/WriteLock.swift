// Ensures a single writer among the processes that share a ledger.

import Glibc

/// An advisory lock on a file next to the ledger, held for one write transaction.
///
/// SQLite allows several writing processes, but up to 3.51.2 two connections that write or checkpoint at the same
/// moment can corrupt a WAL database (fixed in 3.51.3, sqlite.org/wal.html "the WAL-reset bug"); Debian 12 has
/// 3.40.1. With this lock no two of ours ever do, and the daemon and a command can still share a ledger.
final class WriteLock: Sendable {
    private let descriptor: Int32
    private let ledgerPath: String
    private let user: LedgerUser
    /// What others read in the file while this process holds the lock.
    private let record: [UInt8]

    /// How long a writer waits for another before it gives up.
    static let timeout: Duration = .seconds(2)

    /// How often a waiting writer checks whether the holder was stopped.
    private static let holderCheckInterval: Duration = .milliseconds(100)

    /// - Parameters:
    ///   - ledgerPath: The ledger's file; the lock file has the same path with `-lock` appended.
    ///   - user: The process that takes the lock.
    /// - Throws: ``LedgerError`` if the file cannot be opened or created.
    init(ledgerPath: String, user: LedgerUser) throws(LedgerError) {
        self.ledgerPath = ledgerPath
        self.user = user
        record = LockHolder(ownCommand: user.command).record
        descriptor = try LedgerFile.open(ledgerPath + "-lock", O_RDWR | O_CREAT | O_NOFOLLOW, for: ledgerPath)
        _ = mark(.open, F_RDLCK, Self.set)
    }

    deinit {
        close(descriptor)
    }

    /// Runs `body` while no other process of ours writes. Blocks its thread, so only a ledger's own queue calls it.
    ///
    /// A stopped holder is continued; Ctrl-Z stops this process only when `body` is done.
    ///
    /// - Throws: ``LedgerError/locked(path:by:)`` after ``timeout``, or any error thrown by `body`.
    func hold<Value>(_ body: () throws -> Value) throws -> Value {
        try acquire()
        defer {
            flock(descriptor, LOCK_UN)
            StopSignalGuard.end()
        }
        sign()
        return try body()
    }

    private func acquire() throws {
        let start = ContinuousClock.now
        var nextCheck = start + Self.holderCheckInterval
        while !tryToAcquire() {
            let now = ContinuousClock.now
            guard errno == EWOULDBLOCK || errno == EINTR, now < start + Self.timeout else {
                throw LedgerError.locked(path: ledgerPath, by: holder)
            }
            if now >= nextCheck {
                nextCheck = now + Self.holderCheckInterval
                if let holder, holder.wake() { user.didWake(holder) }
            }
            usleep(1000)
        }
    }

    private func tryToAcquire() -> Bool {
        StopSignalGuard.begin()
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        let reason = errno
        StopSignalGuard.end()
        errno = reason
        return false
    }

    /// Writes the holder of the lock into the file, unless it is already there: this spares the disk if only one door
    /// writes. On a full disk the holder is not recorded.
    private func sign() {
        var found = [UInt8](repeating: 0, count: record.count)
        guard pread(descriptor, &found, found.count, 0) != record.count || found != record else { return }
        _ = pwrite(descriptor, record, record.count, 0)
    }

    /// The holder of the lock, with its command where it has written that into the file.
    private var holder: LockHolder? {
        var found = [UInt8](repeating: 0, count: LockHolder.recordBytes)
        let count = pread(descriptor, &found, found.count, 0)
        let recorded = count > 0 ? LockHolder(record: String(decoding: found.prefix(count), as: UTF8.self)) : nil
        guard let known = LockHolder(lockOn: descriptor), known.process != recorded?.process else { return recorded }
        return known
    }

    /// `F_OFD_GETLK` and `F_OFD_SETLK`, which Glibc declares only with GNU extensions.
    private static let (lookUp, set): (Int32, Int32) = (36, 37)

    /// Bytes of the file that processes lock during an activity; these locks are independent of the lock above.
    private enum Mark: off_t {
        case open, importing
    }

    /// Whether another process has the ledger open for writing.
    var isShared: Bool {
        mark(.open, F_WRLCK, Self.lookUp).map { $0.l_type != F_UNLCK } ?? true
    }

    /// Starts an import; returns whether no one else is importing, and prevents others from starting.
    func beginImport() -> Bool {
        mark(.importing, F_WRLCK, Self.set) != nil
    }

    /// Allows others to import.
    func endImport() {
        _ = mark(.importing, F_UNLCK, Self.set)
    }

    /// - SeeAlso: fcntl(2), "Open file description locks"
    private func mark(_ mark: Mark, _ type: Int32, _ command: Int32) -> Glibc.flock? {
        var region = Glibc.flock(
            l_type: Int16(type), l_whence: Int16(SEEK_SET), l_start: mark.rawValue, l_len: 1, l_pid: 0)
        return fcntl(descriptor, command, &region) == 0 ? region : nil
    }
}
