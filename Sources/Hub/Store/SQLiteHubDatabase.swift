// The hub's database in an SQLite file.

import FoundationEssentials
import GRDB
import Glibc

/// A file that this process and other commands may use at the same time.
///
/// Uses the rollback journal instead of WAL: two processes may write, and SQLite up to 3.51.2 can damage a WAL
/// database that two connections checkpoint (sqlite.org/wal.html, "the WAL-reset bug"). Group commits share the cost
/// of its syncs. `synchronous=EXTRA` makes a commit durable with that journal as well.
///
/// - SeeAlso: sqlite.org/pragma.html#pragma_synchronous
struct SQLiteHubDatabase: HubDatabase {
    /// `PRAGMA application_id` of every hub: the letters `DCH1`.
    static let applicationID: Int32 = 0x4443_4831

    let path: String
    let dialect = SQLDialect.sqlite
    private let queue: DatabaseQueue

    /// - Parameters:
    ///   - path: A hub's file, created if it does not exist; readable and writable by this user only.
    ///   - isCopy: Whether the file is useless until it is whole, so that nothing needs to be on disk before.
    /// - Throws: ``HubError``.
    init(path: String, isCopy: Bool = false) throws {
        self.path = path
        var configuration = Configuration()
        configuration.label = "hub"
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cell_size_check = ON;
                    PRAGMA secure_delete = FAST;
                    """
            )
            try Self.checkKind(of: db, path: path)
            try db.execute(
                sql: isCopy
                    ? "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF"
                    : "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = EXTRA")
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw HubError.cannotOpen(place: path, reason: String(cString: strerror(errno)))
        }
        close(descriptor)
        queue = try Self.mapping(path) { try DatabaseQueue(path: path.fileName, configuration: configuration) }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await transaction(.immediate, body)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        // Not GRDB's own `read`: it sets `query_only`, at which SQLite discards all compiled statements.
        try await transaction(.deferred, body)
    }

    func readAtOnce(_ body: (any SQLSession) throws -> Void) throws {
        try queue.writeWithoutTransaction { db in
            try Self.mapping(path) {
                try db.inTransaction(.deferred) {
                    try body(SQLiteSession(db: db, path: path))
                    return .commit
                }
            }
        }
    }

    /// Reads the whole file, and returns whether it is in order.
    ///
    /// - Throws: ``HubError``.
    func isSound() async throws -> Bool {
        let path = path
        return try await queue.writeWithoutTransaction { db in
            try Self.mapping(path) { try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") == "ok" }
        }
    }

    /// Copies a backup, which need not be writable.
    ///
    /// - Parameters:
    ///   - backup: A file of this or an older version's hub.
    ///   - path: An empty file.
    /// - Throws: ``HubError/noBackup(path:reason:)``; other ``HubError``.
    static func copy(_ backup: String, to path: String) throws {
        guard access(backup, R_OK) == 0 else {
            throw HubError.noBackup(path: backup, reason: String(cString: strerror(errno)))
        }
        var configuration = Configuration()
        configuration.readonly = true
        do {
            try DatabaseQueue(path: backup.fileName, configuration: configuration).writeWithoutTransaction { db in
                guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == applicationID else {
                    throw HubError.noBackup(path: backup, reason: "it is empty or another program's")
                }
                try db.execute(sql: "VACUUM INTO ?", arguments: [path])
            }
        } catch let error as DatabaseError {
            let isFull = error.resultCode == .SQLITE_FULL
            guard !isFull else { throw HubError.notCopied(to: path, reason: String(cString: strerror(ENOSPC))) }
            throw HubError.noBackup(path: backup, reason: error.message ?? "code \(error.extendedResultCode.rawValue)")
        }
    }

    func compact() async throws {
        let path = path
        try await queue.writeWithoutTransaction { db in
            try Self.mapping(path) { try db.execute(sql: "VACUUM") }
        }
    }

    private func transaction<Value: Sendable>(
        _ kind: Database.TransactionKind,
        _ body: @escaping @Sendable (any SQLSession) throws -> Value
    ) async throws -> Value {
        let path = path
        return try await queue.writeWithoutTransaction { db in
            try Self.mapping(path) {
                var value: Value?
                try db.inTransaction(kind) {
                    value = try body(SQLiteSession(db: db, path: path))
                    return .commit
                }
                guard let value else { throw HubError.database(place: path, code: "no-value") }
                return value
            }
        }
    }

    /// Rejects files of other programs before anything in them is used.
    private static func checkKind(of db: Database, path: String) throws {
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
        let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
        if isEmpty, application == 0 { return try db.execute(sql: "PRAGMA application_id = \(applicationID)") }
        guard application == applicationID else {
            throw HubError.notADatabase(place: path)
        }
    }

    fileprivate static func mapping<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            let code = error.extendedResultCode
            guard error.resultCode != .SQLITE_FULL else { throw HubError.diskFull(place: path) }
            guard [.SQLITE_CANTOPEN, .SQLITE_NOTADB, .SQLITE_PERM].contains(error.resultCode) else {
                throw HubError.database(place: path, code: String(code.rawValue))
            }
            guard error.resultCode != .SQLITE_NOTADB else { throw HubError.notADatabase(place: path) }
            throw HubError.cannotOpen(place: path, reason: "SQLite code \(code.rawValue)")
        }
    }
}

/// Runs statements in SQLite's syntax.
private struct SQLiteSession: SQLSession {
    let db: Database
    /// The file, for errors: a transaction may be within one of another file.
    let path: String

    func rows(_ statement: String, each arguments: [[SQLValue]]) throws -> [[SQLRow]] {
        try SQLiteHubDatabase.mapping(path) {
            let prepared = try prepared(statement)
            return try arguments.map { try found(prepared, $0) }
        }
    }

    func run(_ statement: String, each arguments: [[SQLValue]]) throws {
        _ = try rows(statement, each: arguments)
    }

    private func prepared(_ statement: String) throws -> Statement {
        // `$1` would be a named parameter in SQLite; `?1` is the first parameter.
        let bytes = statement.utf8.map { $0 == UInt8(ascii: "$") ? UInt8(ascii: "?") : $0 }
        return try db.cachedStatement(sql: String(decoding: bytes, as: UTF8.self))
    }

    private func found(_ prepared: Statement, _ arguments: [SQLValue]) throws -> [SQLRow] {
        let values = StatementArguments(arguments.map(\.databaseValue))
        return try Row.fetchAll(prepared, arguments: values).map { row in
            SQLRow(values: row.databaseValues.map(SQLValue.init))
        }
    }
}

extension SQLValue {
    fileprivate init(_ value: DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null
            case .int64(let value): .integer(value)
            case .double: .null
            case .string(let value): .text(value)
            case .blob(let value): .bytes(Array(value))
            }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .bytes(let value): Data(value).databaseValue
        }
    }
}

extension String {
    /// A path that SQLite takes for a name of a file, and not for a URI.
    fileprivate var fileName: String { hasPrefix("/") ? self : "./" + self }
}
