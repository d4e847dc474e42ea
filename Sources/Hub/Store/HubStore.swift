// The hub's database operations, the same for SQLite and PostgreSQL.

import HubProtocol
import TicketSigning

/// The hub's records, claims and boxes.
///
/// Every transaction that writes records or claims begins by locking the single row of `meta`. This serialises the
/// transactions of all hubs that share a database, keeps what a transaction has read valid until it writes, and makes
/// revisions visible in order: a reader that has read up to one never misses a lower one.
struct HubStore: Sendable {
    let database: any HubDatabase

    /// Opens a database and creates missing tables.
    ///
    /// - Parameter database: An empty database, or a hub's.
    /// - Throws: ``HubError``.
    init(_ database: any HubDatabase) async throws {
        self.database = database
        let version: Int64
        do {
            version = try await Self.version(of: database)
        } catch HubError.database {
            // There are no tables yet; if another hub creates them at this moment, they exist on the next attempt.
            try? await Self.makeTables(in: database)
            version = try await Self.version(of: database)
        }
        guard version == HubSchema.version else { throw HubError.otherVersion }
    }

    private static func version(of database: any HubDatabase) async throws -> Int64 {
        try await database.read { try $0.row("SELECT version FROM meta")?.integer(0) ?? 0 }
    }

    private static func makeTables(in database: any HubDatabase) async throws {
        let dialect = database.dialect
        try await database.write { session in
            for statement in HubSchema.statements(dialect) { try session.run(statement) }
            try session.run(
                "INSERT INTO meta (one, version, epoch, rev) VALUES (1, $1, $2, 0) ON CONFLICT DO NOTHING",
                [.integer(HubSchema.version), FeedCursor.Epoch.random().sql]
            )
        }
    }

    /// Returns the position of the newest record.
    func newest() async throws -> FeedCursor {
        try await database.read { try $0.newest() }
    }

    /// Starts a new history, which every box reads from the beginning.
    ///
    /// - Parameter old: The history to end; nothing happens if another hub has already ended it.
    /// - Throws: ``HubError``.
    func renewEpoch(after old: FeedCursor.Epoch) async throws {
        try await database.write { session in
            let epoch = FeedCursor.Epoch.random()
            try session.run("UPDATE meta SET epoch = $1 WHERE epoch = $2", [epoch.sql, old.sql])
        }
    }
}

extension SQLSession {
    func newest() throws -> FeedCursor {
        guard let row = try row("SELECT epoch, rev FROM meta") else { throw HubError.damaged(column: 0) }
        return FeedCursor(epoch: try row.identifier(0), rev: try row.integer(1))
    }
}
