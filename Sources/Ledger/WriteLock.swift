// One writer at a time among the processes that share a ledger.

import Glibc

/// An advisory lock on a file beside the ledger, held for one write transaction.
///
/// SQLite allows several writing processes, but up to 3.51.2 two connections that write or checkpoint at the same
/// moment can corrupt a WAL database (fixed in 3.51.3, sqlite.org/wal.html "the WAL-reset bug"); Debian 12 has 3.40.1.
/// With this lock no two of ours ever do, and the daemon and a command can still share a ledger.
final class WriteLock: Sendable {
    private let descriptor: Int32
    private let ledgerPath: String

    /// How long a writer waits for another before it gives up.
    static let patience: Duration = .seconds(2)

    /// - Parameter ledgerPath: The ledger's file; the lock is the file with `-lock` behind it.
    /// - Throws: ``LedgerError`` if the file cannot be opened or made.
    init(ledgerPath: String) throws(LedgerError) {
        self.ledgerPath = ledgerPath
        descriptor = try LedgerFile.open(ledgerPath + "-lock", O_RDWR | O_CREAT | O_NOFOLLOW, for: ledgerPath)
    }

    deinit {
        close(descriptor)
    }

    /// Runs `body` while no other process of ours writes. Blocks its thread, so only a ledger's own queue calls it.
    ///
    /// - Throws: ``LedgerError/locked(path:)`` after ``patience``, or what `body` throws.
    func hold<Value>(_ body: () throws -> Value) throws -> Value {
        let deadline = ContinuousClock.now + Self.patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline else {
                throw LedgerError.locked(path: ledgerPath)
            }
            usleep(1000)
        }
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }
}
