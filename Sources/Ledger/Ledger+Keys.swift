// The public facts of signing keys in the ledger.

import FoundationEssentials
import GRDB
public import TicketSigning

/// Which key signs for which event; the secret itself is in a key file.
public struct KeyFacts: Hashable, Sendable {
    /// As it stands in ticket codes.
    public let keyID: KeyID
    /// Of which event.
    public let event: EventID
    /// 1 for an event's first key, one more after each rotation.
    public let epoch: UInt32

    /// - Parameters:
    ///   - keyID: As it stands in ticket codes.
    ///   - event: Of which event.
    ///   - epoch: 1 for the first key.
    public init(keyID: KeyID, event: EventID, epoch: UInt32) {
        self.keyID = keyID
        self.event = event
        self.epoch = epoch
    }
}

extension Ledger {
    /// Notes that a key signs for an event; the same key again changes nothing.
    ///
    /// - Parameter key: Its public facts.
    /// - Throws: ``LedgerError``.
    public func add(_ key: KeyFacts) async throws {
        try await write { db in _ = try key.insert(in: db) }
    }

    /// The keys of all events, or of one, the newest last.
    ///
    /// - Parameter event: `nil` for all.
    /// - Returns: Possibly none.
    /// - Throws: ``LedgerError``.
    public func keys(of event: EventID? = nil) async throws -> [KeyFacts] {
        try await read { db in
            let sql = """
                SELECT key_id, event, epoch FROM signing_key
                WHERE ?1 IS NULL OR event = ?1 ORDER BY event, epoch
                """
            return try Row.fetchAll(db, sql: sql, arguments: [event?.blob]).compactMap { row in
                guard let keyID = KeyID(bytes: row["key_id"] as Data) else { return nil }
                return KeyFacts(keyID: keyID, event: try row.identifier("event"), epoch: row["epoch"])
            }
        }
    }
}

extension KeyFacts {
    /// - Returns: `false` where it is there already.
    func insert(in db: Database) throws -> Bool {
        try db.execute(
            sql: "INSERT OR IGNORE INTO signing_key (key_id, event, suite, epoch) VALUES (?, ?, 1, ?)",
            arguments: [Data(keyID.bytes), event.blob, epoch]
        )
        guard db.changesCount > 0 else { return false }
        try db.execute(
            sql: "UPDATE signing_key SET rev = ? WHERE key_id = ?",
            arguments: [try ListRevision.next(in: db), Data(keyID.bytes)]
        )
        return true
    }
}
