// The public facts of signing keys in the ledger.

import FoundationEssentials
import GRDB
public import TicketSigning

/// Records which key signs for which event; the secret itself is in a key file.
public struct KeyRecord: Hashable, Sendable {
    /// The identifier in ticket codes.
    public let keyID: KeyID
    /// The event.
    public let event: EventID
    /// 1 for an event's first key, one more after each rotation.
    public let epoch: UInt32
    /// Whether codes signed with it are no longer genuine.
    public let isRetired: Bool

    /// The highest accepted epoch. No event has had this many keys; a higher number was not made by a `key rotate`.
    public static let lastEpoch: UInt32 = 65_535

    /// - Parameters:
    ///   - keyID: The identifier in ticket codes.
    ///   - event: The event.
    ///   - epoch: 1 for the first key.
    ///   - isRetired: Whether codes signed with it are no longer genuine.
    public init(keyID: KeyID, event: EventID, epoch: UInt32, isRetired: Bool = false) {
        self.keyID = keyID
        self.event = event
        self.epoch = epoch
        self.isRetired = isRetired
    }
}

extension Ledger {
    /// Records that a key signs for an event; adding the same key again changes nothing.
    ///
    /// - Parameter key: The key's public facts.
    /// - Throws: ``LedgerError``.
    public func add(_ key: KeyRecord) async throws {
        try await write { db in _ = try key.insert(in: db) }
    }

    /// Returns the keys of all events, or of one, the newest last.
    ///
    /// - Parameter event: The event; `nil` for all.
    /// - Returns: The keys; may be empty.
    /// - Throws: ``LedgerError``.
    public func keys(of event: EventID? = nil) async throws -> [KeyRecord] {
        try await read { db in
            let sql = """
                SELECT key_id, event, epoch, retired FROM signing_key
                WHERE ?1 IS NULL OR event = ?1 ORDER BY event, epoch
                """
            return try Row.fetchAll(db, sql: sql, arguments: [event?.blob]).compactMap { row in
                guard let keyID = KeyID(bytes: row["key_id"] as Data) else { return nil }
                return KeyRecord(
                    keyID: keyID, event: try row.identifier("event"), epoch: row["epoch"], isRetired: row["retired"]
                )
            }
        }
    }
}

extension Ledger {
    /// Retires a key for good, here and, with their next sync, on all other boxes.
    ///
    /// - Parameter key: The key.
    /// - Returns: `false` if the ledger does not have it, or it was already retired.
    /// - Throws: ``LedgerError``.
    public func retire(_ key: KeyRecord) async throws -> Bool {
        try await write { db in try key.retire(in: db) }
    }
}

extension KeyRecord {
    /// Returns the epoch of an event's newest key that is not retired; `nil` if there is none.
    static func newestEpoch(of event: EventID, in db: Database) throws -> UInt32? {
        let statement = try db.cachedStatement(
            sql: "SELECT max(epoch) FROM signing_key WHERE event = ? AND retired = 0"
        )
        return try UInt32.fetchOne(statement, arguments: [event.blob])
    }

    /// - Returns: `false` if it does not exist, or was already retired.
    func retire(in db: Database) throws -> Bool {
        try db.execute(
            sql: "UPDATE signing_key SET retired = 1 WHERE key_id = ? AND event = ? AND retired = 0",
            arguments: [Data(keyID.bytes), event.blob]
        )
        guard db.changesCount > 0 else { return false }
        try number(in: db)
        return true
    }

    private func number(in db: Database) throws {
        try db.execute(
            sql: "UPDATE signing_key SET rev = ? WHERE key_id = ?",
            arguments: [try ListRevision.next(in: db), Data(keyID.bytes)]
        )
    }

    /// - Returns: `false` if it already exists.
    func insert(in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO signing_key (key_id, event, suite, epoch) VALUES (?, ?, 1, ?)"
        )
        try statement.execute(arguments: [Data(keyID.bytes), event.blob, epoch])
        guard db.changesCount > 0 else { return false }
        try number(in: db)
        return true
    }
}
