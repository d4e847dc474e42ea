// The public facts of signing keys in the ledger.

import FoundationEssentials
import GRDB
public import TicketSigning

/// Which key signs for which event; the secret itself is in a key file.
public struct KeyRecord: Hashable, Sendable {
    /// As it stands in ticket codes.
    public let keyID: KeyID
    /// Of which event.
    public let event: EventID
    /// 1 for an event's first key, one more after each rotation.
    public let epoch: UInt32
    /// Whether nothing that is signed with it is genuine any more.
    public let isRetired: Bool

    /// More keys than any event has had; what says otherwise was not made by a `key rotate`.
    public static let lastEpoch: UInt32 = 65_535

    /// - Parameters:
    ///   - keyID: As it stands in ticket codes.
    ///   - event: Of which event.
    ///   - epoch: 1 for the first key.
    ///   - isRetired: Whether nothing that is signed with it is genuine any more.
    public init(keyID: KeyID, event: EventID, epoch: UInt32, isRetired: Bool = false) {
        self.keyID = keyID
        self.event = event
        self.epoch = epoch
        self.isRetired = isRetired
    }
}

extension Ledger {
    /// Notes that a key signs for an event; the same key again changes nothing.
    ///
    /// - Parameter key: Its public facts.
    /// - Throws: ``LedgerError``.
    public func add(_ key: KeyRecord) async throws {
        try await write { db in _ = try key.insert(in: db) }
    }

    /// The keys of all events, or of one, the newest last.
    ///
    /// - Parameter event: `nil` for all.
    /// - Returns: Possibly none.
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
    /// Tickets that may enter, and that a key signed.
    ///
    /// - Parameters:
    ///   - key: Which key.
    ///   - hasBarcode: Whether those that another platform's barcode lets in as well, or the others.
    /// - Returns: In the order of their identifiers; possibly none.
    /// - Throws: ``LedgerError``.
    public func tickets(inForceOf key: KeyRecord, withBarcode hasBarcode: Bool) async throws -> [IssuedTicket] {
        try await read { db in
            let sql = """
                SELECT * FROM ticket
                WHERE event = ? AND epoch = ? AND status IN ('valid', 'unpaid') AND (barcode NOT NULL) = ? ORDER BY id
                """
            return try Row.fetchAll(db, sql: sql, arguments: [key.event.blob, key.epoch, hasBarcode])
                .map(IssuedTicket.init)
        }
    }

    /// Ends a key for good, here and, with their next sync, on all other boxes.
    ///
    /// - Parameter key: Which key.
    /// - Returns: `false` where the ledger does not have it, or it was retired before.
    /// - Throws: ``LedgerError``.
    public func retire(_ key: KeyRecord) async throws -> Bool {
        try await write { db in try key.retire(in: db) }
    }
}

extension KeyRecord {
    /// The epoch of an event's newest key that was not retired; `nil` where there is none.
    static func newestEpoch(of event: EventID, in db: Database) throws -> UInt32? {
        let statement = try db.cachedStatement(
            sql: "SELECT max(epoch) FROM signing_key WHERE event = ? AND retired = 0"
        )
        return try UInt32.fetchOne(statement, arguments: [event.blob])
    }

    /// - Returns: `false` where it is not there, or was retired before.
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

    /// - Returns: `false` where it is there already.
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
