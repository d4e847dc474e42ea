// What is done in the hub's database, the same for SQLite and PostgreSQL.

import TicketSigning

/// The hub's records, claims and boxes.
///
/// Every transaction that writes records or claims begins by locking the one row of `meta`. So transactions of all hubs
/// that share a database follow one another, what one reads before it writes still holds when it writes, and revisions
/// become visible in their order: nobody who has read up to one ever misses a lower one.
struct HubStore: Sendable {
    let database: any HubDatabase

    /// Opens a database and makes the tables that are not there.
    ///
    /// - Parameter database: Empty, or a hub's.
    /// - Throws: ``HubError``.
    init(_ database: any HubDatabase) async throws {
        self.database = database
        let version: Int64
        do {
            version = try await Self.version(of: database)
        } catch HubError.database {
            // No table yet; another hub may make them at this moment, and then they are there.
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

    /// Where the newest record stands.
    func newest() async throws -> FeedCursor {
        try await database.read { try $0.newest() }
    }

    /// Begins another history, which every box reads from its beginning.
    ///
    /// - Parameter old: The history that ends; if another hub has ended it already, nothing happens.
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
