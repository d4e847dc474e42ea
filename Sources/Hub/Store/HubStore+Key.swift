// The public half of the hub's key.

public import Sync

extension HubSchema {
    /// The public key that the answers of all hubs with this database are verified with; at most one row.
    static func hubKey(_ dialect: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE IF NOT EXISTS hub_key (
                one        \(dialect.integer) PRIMARY KEY CHECK (one = 1),
                public_key \(dialect.bytes) NOT NULL
            ) \(dialect.tableEnd)
            """
        ]
    }
}

extension HubStore {
    /// Returns the key that boxes know; `nil` for a database that no hub has used.
    ///
    /// - Throws: ``HubError``.
    func publicKey() async throws -> BoxPublicKey? {
        try await database.read { session in
            try session.row("SELECT public_key FROM hub_key").flatMap { BoxPublicKey(bytes: try $0.bytes(0)) }
        }
    }

    /// Stores the key that boxes will know, unless the database has one.
    ///
    /// - Parameters:
    ///   - key: The public half of a key in a file.
    ///   - isReplacing: Whether to replace another key; every box then has to join again.
    /// - Throws: ``HubError``.
    func set(_ key: BoxPublicKey, replacing isReplacing: Bool) async throws {
        try await database.write { session in
            if isReplacing { try session.run("DELETE FROM hub_key") }
            try session.run(
                "INSERT INTO hub_key (one, public_key) VALUES (1, $1) ON CONFLICT DO NOTHING", [.bytes(key.bytes)])
        }
    }
}

extension HubService {
    /// Returns the public half of the hub's key, which boxes know from their joining code; `nil` for a database that
    /// no hub has used.
    ///
    /// - Throws: ``HubError``.
    public func publicKey() async throws -> BoxPublicKey? {
        try await store.publicKey()
    }

    /// Stores the public half of the hub's key, unless the database has one.
    ///
    /// - Parameters:
    ///   - key: The public half of the key on this machine.
    ///   - isReplacing: Whether to replace another key; every box then has to join again.
    /// - Throws: ``HubError``.
    public func set(_ key: BoxPublicKey, replacing isReplacing: Bool = false) async throws {
        try await store.set(key, replacing: isReplacing)
    }
}
