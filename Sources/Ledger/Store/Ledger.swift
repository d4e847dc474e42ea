// The ledger: one SQLite file with every ticket, and every entry from the moment it is granted.

import GRDB
import Glibc
import TicketSigning

/// The tickets of a box and everything that happened to them, in one SQLite file.
///
/// Writes go through one connection with `journal_mode=WAL` and `synchronous=FULL`: when a write returns, it is on
/// disk. Calls suspend while SQLite works on the ledger's own queue, so they never block a thread of the caller.
///
/// - SeeAlso: docs/adr/0004-single-entry.md; sqlite.org/wal.html; sqlite.org/pragma.html#pragma_synchronous
public struct Ledger: Sendable {
    /// The file; `PATH-wal`, `PATH-shm` and `PATH-lock` are next to it.
    public let path: String

    let queue: DatabaseQueue
    let lock: WriteLock?
    /// The files that were opened: admissions written to a file that was removed or replaced since would be lost.
    private let files: [LedgerFile.Identity?]

    /// The purpose of opening a ledger.
    public enum Access: Hashable, Sendable {
        /// Look-ups only; nothing apart from SQLite's own `-wal` and `-shm` files is touched.
        case reading
        /// Full access; an older ledger is migrated.
        case writing
    }

    /// Opens an existing ledger.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - access: The purpose.
    ///   - user: The process that opens it.
    /// - Throws: ``LedgerError``; ``LedgerError/missing(path:)`` if nothing exists at the path,
    ///   ``LedgerError/notAFile(path:)`` if it is not a file.
    public init(opening path: String, for access: Access, as user: LedgerUser = .unnamed) throws {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            throw errno == EACCES ? LedgerError.cannotOpen(path: path) : LedgerError.missing(path: path)
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw LedgerError.notAFile(path: path) }
        try self.init(path: path, access: access, user: user, mayBeEmpty: false)
    }

    /// Creates a new ledger without events, readable and writable by this user only.
    ///
    /// If it was interrupted, it can be called again: an empty file at the path is accepted.
    ///
    /// - Parameters:
    ///   - path: The new file, in a folder that exists.
    ///   - boxName: This box's name for people, such as `north-1`.
    ///   - key: The public half of this box's key: 32 bytes, Ed25519.
    ///   - user: The process that creates it.
    /// - Throws: ``LedgerError``; ``LedgerError/exists(path:)`` if the ledger already exists.
    public init(creating path: String, boxName: String, key: [UInt8], as user: LedgerUser = .unnamed) throws {
        try LedgerFile.create(path)
        try self.init(path: path, access: .writing, user: user, mayBeEmpty: true)
        try queue.writeWithoutTransaction { db in
            try transaction(in: db) { db in
                guard try Box.own(in: db) == nil else { throw LedgerError.exists(path: path) }
                try db.execute(
                    sql: """
                        INSERT INTO sync_state (one, epoch, hlc, lists_rev, stamped_rev, place)
                        VALUES (1, ?, 0, 0, 0, ?)
                        """,
                    arguments: [EpochID.random().blob, LedgerFile.place(of: path)]
                )
                _ = try Box.insertOwn(boxName, key: key, in: db)
            }
        }
    }

    /// Returns whether the creation of a ledger was interrupted, so that ``init(creating:boxName:key:as:)`` has to be
    /// called again.
    ///
    /// - Parameter path: A path.
    /// - Returns: `false` if there is no file, another file, or one that cannot be read.
    public static func isHalfMade(_ path: String) -> Bool {
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return false }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(2)
        let isHalfMade = try? DatabaseQueue(path: path, configuration: configuration).read { db in
            let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
            if try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 {
                return application == 0 || application == LedgerSchema.applicationID
            }
            guard application == LedgerSchema.applicationID else { return false }
            return try !db.tableExists("box") || Box.own(in: db) == nil
        }
        return isHalfMade ?? false
    }

    private init(path: String, access: Access, user: LedgerUser, mayBeEmpty: Bool) throws {
        self.path = path
        let lock = access == .writing ? try WriteLock(ledgerPath: path, user: user) : nil
        self.lock = lock
        try SharedMemoryPreallocation.check(for: path)
        let configuration = Self.configuration(access, path: path, mayBeEmpty: mayBeEmpty)
        queue = try LedgerError.mapping(path: path) {
            let open = { try DatabaseQueue(path: path, configuration: configuration) }
            guard let lock else { return try open() }
            return try lock.hold {
                let queue = try open()
                // GRDB sets NORMAL when it enables WAL, which would lose the last admissions in a power failure.
                try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
                try LedgerSchema.migrator.migrate(queue)
                return queue
            }
        }
        try SharedMemoryPreallocation.fill(for: path)
        files = LedgerFile.identities(path)
        try LedgerError.mapping(path: path) {
            try queue.read { db in
                guard try LedgerSchema.isWhole(in: db) else { throw LedgerError.foreignTables(path: path) }
                guard try access == .reading || Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
                    throw LedgerError.notDurable(path: path)
                }
            }
            try beginEpochOfCopy()
            try finishInterruptedImport()
            try finishInterruptedListing()
            try finishInterruptedJudging()
        }
    }

    /// Begins an epoch when a backup is opened to be written to, each time that it is restored, and when the file may
    /// be a copy of another one that goes on: from here on, one number means different rows in them.
    private func beginEpochOfCopy() throws {
        let place = LedgerFile.place(of: path)
        let sql = "SELECT 1 FROM sync_state WHERE place <> ?"
        guard let lock, try queue.read({ try Int.fetchOne($0, sql: sql, arguments: [place]) }) != nil else { return }
        try lock.hold {
            try queue.write { db in try ListCursor.beginEpoch(at: place, in: db) }
        }
    }

    private static func configuration(_ access: Access, path: String, mayBeEmpty: Bool) -> Configuration {
        var configuration = Configuration()
        configuration.label = "ledger"
        configuration.readonly = access == .reading
        configuration.journalMode = access == .writing ? .wal : .default
        configuration.busyMode = .timeout(2)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cell_size_check = ON;
                    PRAGMA secure_delete = FAST;
                    PRAGMA journal_size_limit = 67108864;
                    """
            )
            try checkKind(of: db, path: path, mayBeEmpty: mayBeEmpty)
        }
        return configuration
    }

    /// Rejects files of other programs and of newer versions before anything in them is used.
    private static func checkKind(of db: Database, path: String, mayBeEmpty: Bool) throws {
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
        if mayBeEmpty && isEmpty && application == 0 {
            return try db.execute(sql: "PRAGMA application_id = \(LedgerSchema.applicationID)")
        }
        guard application == LedgerSchema.applicationID else { throw LedgerError.notALedger(path: path) }
        guard try !LedgerSchema.migrator.hasBeenSuperseded(db) else { throw LedgerError.newerSchema(path: path) }
    }
}

/// The version of an open ledger's data: two are equal only if nobody has written to it between them.
///
/// - SeeAlso: sqlite.org/pragma.html#pragma_data_version
public struct LedgerDataVersion: Hashable, Sendable {
    /// Changes when other connections write.
    let others: Int64
    /// The number of rows that this one has written.
    let own: Int
}

extension Ledger {
    /// - Returns: The present version of its data.
    /// - Throws: ``LedgerError``.
    public func dataVersion() async throws -> LedgerDataVersion {
        try await read { db in
            let others = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
            return LedgerDataVersion(others: others, own: db.totalChangesCount)
        }
    }

    /// Reads from the database, all of it from one snapshot.
    ///
    /// GRDB's own `read` prevents writing with `PRAGMA query_only`, at which SQLite discards all compiled statements:
    /// each scan would have to compile its statements again.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let path = path
        return try await queue.unsafeRead { db in try Self.read(db, path: path, body) }
    }

    /// Reads from the database, all of it from one snapshot, and blocks the calling thread meanwhile.
    func readBlocking<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try queue.unsafeRead { db in try Self.read(db, path: path, body) }
    }

    private static func read<Value>(_ db: Database, path: String, _ body: (Database) throws -> Value) throws -> Value {
        try LedgerError.mapping(path: path) {
            try Self.transaction(.deferred, in: db) { db in
                let changes = db.totalChangesCount
                let value = try body(db)
                guard db.totalChangesCount == changes else { throw LedgerError.readOnly(path: path) }
                return value
            }
        }
    }

    /// Writes to the database in one transaction, which is on disk when this returns.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let ledger = self
        return try await queue.writeWithoutTransaction { db in try ledger.transaction(in: db, body) }
    }

    /// Performs operations that SQLite cannot do in a transaction, such as rewriting the file, while no other process
    /// of ours writes.
    func writeOutsideTransaction(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
        let (lock, path) = (lock, path)
        try await queue.writeWithoutTransaction { db in
            guard let lock else { throw LedgerError.readOnly(path: path) }
            try lock.hold { try LedgerError.mapping(path: path) { try body(db) } }
        }
    }

    /// Makes sure that nobody has removed or replaced the files since they were opened.
    func requireOwnFiles() throws(LedgerError) {
        guard LedgerFile.identities(path) == files else { throw .exchanged(path: path) }
    }

    func transaction<Value>(in db: Database, _ body: (Database) throws -> Value) throws -> Value {
        guard let lock else { throw LedgerError.readOnly(path: path) }
        return try lock.hold {
            try requireOwnFiles()
            return try LedgerError.mapping(path: path) {
                try Self.transaction(.immediate, in: db) { db in
                    let value = try body(db)
                    try ExitMatching.update(in: db)
                    return value
                }
            }
        }
    }

    private static func transaction<Value>(
        _ kind: Database.TransactionKind,
        in db: Database,
        _ body: (Database) throws -> Value
    ) throws -> Value {
        try db.beginTransaction(kind)
        do {
            let value = try body(db)
            try db.commit()
            return value
        } catch {
            if db.isInsideTransaction { try? db.rollback() }
            throw error
        }
    }
}
