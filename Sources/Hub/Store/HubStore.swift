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
    let boxCache = BoxCache()
    /// What each box may store and claim.
    var quota = BoxQuota.standard

    /// Opens a database and creates missing tables.
    ///
    /// - Parameters:
    ///   - database: An empty database, or a hub's.
    ///   - isMoved: Whether the hub may have been moved to another database.
    /// - Throws: ``HubError``.
    init(_ database: any HubDatabase, maybeMoved isMoved: Bool = false) async throws {
        self.database = database
        var version: Int64
        do {
            version = try await Self.version(of: database)
        } catch HubError.database {
            // There are no tables yet; if another hub creates them at this moment, they exist on the next attempt.
            do { try await Self.makeTables(in: database) } catch {
                guard let found = try? await Self.version(of: database), found != 0 else { throw error }
            }
            version = try await Self.version(of: database)
        }
        if (0..<HubSchema.version).contains(isMoved ? abs(version) : version) {
            try await Self.upgrade(database)
            version = try await Self.version(of: database)
        }
        try HubState.check(version: isMoved ? abs(version) : version)
    }

    /// Upgrades the tables step by step, all in one transaction; a version that no upgrade begins with stays.
    private static func upgrade(_ database: any HubDatabase) async throws {
        let dialect = database.dialect
        try await database.write { session in
            try session.waitForOthers()
            let before = try session.tableVersion()
            var version = abs(before)
            while let statements = HubSchema.upgrade(from: version, dialect) {
                for statement in statements { try session.run(statement) }
                version += 1
                try session.run("UPDATE meta SET version = $1", [.integer(before < 0 ? -version : version)])
            }
        }
    }

    private static func version(of database: any HubDatabase) async throws -> Int64 {
        try await database.read { try $0.tableVersion() }
    }

    private static func makeTables(in database: any HubDatabase) async throws {
        let dialect = database.dialect
        try await database.write { session in
            for statement in HubSchema.statements(dialect) { try session.run(statement) }
            try session.run(
                "INSERT INTO meta (one, version, epoch, rev, boxes) VALUES (1, $1, $2, 0, 0) ON CONFLICT DO NOTHING",
                [.integer(HubSchema.version), FeedCursor.Epoch.random().sql]
            )
            // SQLite takes `ON` for a join's without the condition.
            try session.run(
                "INSERT INTO epoch (id, number, rev) SELECT epoch, 1, 0 FROM meta WHERE true ON CONFLICT DO NOTHING")
        }
    }

    /// Returns the position of the newest record, after noticing what was changed about boxes' rights before it was
    /// written.
    func newest() async throws -> FeedCursor {
        let state = try await database.read { try $0.state() }
        boxCache.follow(state.boxes)
        return state.end
    }

    /// Starts a new epoch, since the database may have been restored from a backup: what was read beyond its end then
    /// does not belong to this history.
    ///
    /// - Parameter old: The epoch to end; nothing happens if another hub has already ended it. `nil` for any.
    /// - Throws: ``HubError``.
    func startEpoch(after old: FeedCursor.Epoch? = nil) async throws {
        try await database.write { session in
            try session.lock()
            let newest = try session.newest()
            guard old == nil || old == newest.epoch else { return }
            try session.startEpoch()
        }
    }

    /// Returns the last revision of a past epoch.
    ///
    /// - Parameter epoch: An epoch.
    /// - Returns: The revision at which the next one began; `nil` if this history has no such past epoch.
    /// - Throws: ``HubError``.
    func end(of epoch: FeedCursor.Epoch) async throws -> Int64? {
        try await database.read { session in
            try session.row(
                "SELECT next.rev FROM epoch JOIN epoch AS next ON next.number = epoch.number + 1 WHERE epoch.id = $1",
                [epoch.sql])?.integer(0)
        }
    }
}

/// The single row of `meta`, in a database that hubs of this version use.
struct HubState {
    /// The position of the newest record.
    let end: FeedCursor
    /// How often something about boxes' rights was changed.
    let boxes: Int64

    /// The columns that ``init(_:)`` reads.
    static let columns = "epoch, rev, boxes, version"

    /// - Parameter row: The row.
    /// - Throws: ``HubError``, also if the database was moved, or upgraded by a newer hub, while this one runs.
    init(_ row: SQLRow?) throws {
        guard let row else { throw HubError.damaged(column: 0) }
        try Self.check(version: row.integer(3))
        end = FeedCursor(epoch: try row.identifier(0), rev: try row.integer(1))
        boxes = try row.integer(2)
    }

    /// - Parameter version: The version of the database's tables.
    /// - Throws: ``HubError/moved`` or ``HubError/otherVersion`` unless hubs of this version may use them.
    static func check(version: Int64) throws(HubError) {
        guard version >= 0 else { throw .moved }
        guard version == HubSchema.version else { throw .otherVersion }
    }
}

extension SQLSession {
    func newest() throws -> FeedCursor { try state().end }

    func state() throws -> HubState { try HubState(row("SELECT \(HubState.columns) FROM meta")) }
}

extension SQLSession {
    /// Starts a new epoch, in a transaction that has locked `meta`.
    func startEpoch() throws {
        let epoch = FeedCursor.Epoch.random()
        try run("UPDATE meta SET epoch = $1", [epoch.sql])
        try run(
            "INSERT INTO epoch (id, number, rev) SELECT $1, max(number) + 1, $2 FROM epoch",
            [epoch.sql, .integer(try newest().rev)])
    }
}
