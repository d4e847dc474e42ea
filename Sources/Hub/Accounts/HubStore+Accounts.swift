// The accounts of the organiser's pages, and their sessions.

public import Accounts
import TicketSigning

extension HubSchema {
    /// Who may use the organiser's pages, and who is using them.
    static func accounts(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableEnd)
        return [
            // key: the form that all spellings of the name share; events: a list of UUIDs, empty for all; password: its
            // argon2id hash; seen_ms: the last log-in, 0 for none.
            """
            CREATE TABLE IF NOT EXISTS account (
                key      TEXT PRIMARY KEY,
                name     TEXT NOT NULL,
                role     TEXT NOT NULL,
                events   TEXT NOT NULL,
                password TEXT NOT NULL,
                made_ms  \(integer) NOT NULL,
                seen_ms  \(integer) NOT NULL
            ) \(end)
            """,
            // hash: that of the session's secret; account: the key of its name; token: the hash of the token that
            // opened it, empty for a session of an account.
            """
            CREATE TABLE IF NOT EXISTS session (
                hash       \(bytes) PRIMARY KEY,
                account    TEXT NOT NULL,
                name       TEXT NOT NULL,
                token      \(bytes) NOT NULL,
                expires_ms \(integer) NOT NULL
            ) \(end)
            """,
            "CREATE INDEX IF NOT EXISTS session_account ON session (account, expires_ms)",
            "CREATE INDEX IF NOT EXISTS session_expiry ON session (expires_ms)",
        ]
    }
}

extension HubStore {
    /// Adds an account. Sessions that the token opened under this name end, as the name is the account's from now on.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - password: The hash of its password.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Throws: ``HubError/accountExists(_:)`` or another ``HubError``.
    func add(_ account: HubAccount, password: PasswordHash, now: Int64) async throws {
        guard account.events?.isEmpty != true else { throw HubError.refused("Name an event of the account, or none.") }
        try await database.write { session in
            try session.lock()
            let key = SQLValue.text(account.name.key)
            guard try session.row("SELECT name FROM account WHERE key = $1", [key]) == nil else {
                throw HubError.accountExists(account.name.description)
            }
            try session.run(
                """
                INSERT INTO account (key, name, role, events, password, made_ms, seen_ms)
                VALUES ($1, $2, $3, $4, $5, $6, 0)
                """,
                [
                    key, .text(account.name.description), .text(account.role.rawValue), .text(account.eventsText),
                    .text(password.text), .integer(now),
                ])
            try session.endSessions(of: account.name)
        }
    }

    /// Returns all accounts, by name.
    ///
    /// - Throws: ``HubError``.
    func accounts() async throws -> [HubAccount] {
        try await database.read { session in
            try session.rows("SELECT \(HubAccount.columns) FROM account ORDER BY key", []).map(HubAccount.init)
        }
    }

    /// Returns the hash of an account's password; `nil` if there is no such account.
    ///
    /// - Throws: ``HubError``.
    func password(of name: AccountName) async throws -> PasswordHash? {
        try await database.read { session in
            try session.row("SELECT password FROM account WHERE key = $1", [.text(name.key)])
                .map { PasswordHash(text: try $0.text(0)) }
        }
    }

    /// Replaces an account's password, and ends its sessions.
    ///
    /// - Throws: ``HubError/unknownAccount(_:)`` or another ``HubError``.
    func set(_ password: PasswordHash, of name: AccountName) async throws {
        try await change(name, by: "UPDATE account SET password = $1 WHERE key = $2", [.text(password.text)])
    }

    /// Removes an account, and ends its sessions.
    ///
    /// - Throws: ``HubError/unknownAccount(_:)`` or another ``HubError``.
    func removeAccount(_ name: AccountName) async throws {
        try await change(name, by: "DELETE FROM account WHERE key = $1", [])
    }

    private func change(_ name: AccountName, by statement: String, _ arguments: [SQLValue]) async throws {
        try await database.write { session in
            try session.lock()
            let changed = try session.row(statement + " RETURNING key", arguments + [.text(name.key)])
            guard changed != nil else { throw HubError.unknownAccount(name.description) }
            try session.endSessions(of: name)
        }
    }
}

extension SQLSession {
    /// Ends all sessions under a name.
    fileprivate func endSessions(of name: AccountName) throws {
        try run("DELETE FROM session WHERE account = $1", [.text(name.key)])
    }
}

extension HubService {
    /// Adds an account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - password: Its password, of which only a hash is stored.
    /// - Throws: ``HubError/accountExists(_:)`` or another ``HubError``.
    public func add(_ account: HubAccount, password: Password) async throws {
        try await store.add(account, password: try await PasswordHasher().hash(password), now: now())
    }

    /// Returns all accounts, by name.
    ///
    /// - Throws: ``HubError``.
    public func accounts() async throws -> [HubAccount] { try await store.accounts() }

    /// Replaces an account's password; its sessions end at every hub.
    ///
    /// - Parameters:
    ///   - password: The new password, of which only a hash is stored.
    ///   - name: The account's name in any spelling.
    /// - Throws: ``HubError/unknownAccount(_:)`` or another ``HubError``.
    public func set(_ password: Password, of name: AccountName) async throws {
        try await store.set(try await PasswordHasher().hash(password), of: name)
    }

    /// Removes an account; its sessions end at every hub.
    ///
    /// - Parameter name: The account's name in any spelling.
    /// - Throws: ``HubError/unknownAccount(_:)`` or another ``HubError``.
    public func removeAccount(_ name: AccountName) async throws { try await store.removeAccount(name) }
}
