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
    /// What verifies the codes, 32 bytes; `nil` in suite 1, where a secret does.
    public let publicKey: [UInt8]?

    /// The highest accepted epoch. No event has had this many keys; a higher number was not made by a `key rotate`.
    public static let lastEpoch: UInt32 = 65_535

    /// Creates the record of a key of suite 1.
    ///
    /// - Parameters:
    ///   - keyID: The identifier in ticket codes.
    ///   - event: The event.
    ///   - epoch: 1 for the first key.
    ///   - isRetired: Whether codes signed with it are no longer genuine.
    public init(keyID: KeyID, event: EventID, epoch: UInt32, isRetired: Bool = false) {
        self.init(keyID: keyID, event: event, epoch: epoch, isRetired: isRetired, publicKey: nil)
    }

    /// Creates the record of a key.
    ///
    /// - Parameter key: The key that signs.
    public init(_ key: EventKey) {
        self.init(
            keyID: key.keyID, event: key.event, epoch: key.epoch, isRetired: false, publicKey: key.publicKey)
    }

    init(keyID: KeyID, event: EventID, epoch: UInt32, isRetired: Bool, publicKey: [UInt8]?) {
        (self.keyID, self.event, self.epoch) = (keyID, event, epoch)
        (self.isRetired, self.publicKey) = (isRetired, publicKey)
    }

    /// How the key signs.
    public var suite: SignatureSuite { publicKey == nil ? .hmacSHA256 : .ed25519 }

    /// The key that verifies codes; `nil` in suite 1, where it is a secret.
    public var verifyingKey: VerifyingKey? {
        publicKey.flatMap { VerifyingKey(publicKey: $0, event: event, epoch: epoch) }
    }

    /// The same key, retired.
    fileprivate var retired: KeyRecord {
        KeyRecord(keyID: keyID, event: event, epoch: epoch, isRetired: true, publicKey: publicKey)
    }
}

extension Ledger {
    /// Records that a key signs for an event; adding the same key again changes nothing.
    ///
    /// - Parameters:
    ///   - key: The key's public facts.
    ///   - root: The organiser's root key; needed in a ledger that belongs to an organiser.
    /// - Throws: ``LedgerError/refused(_:)`` without the root key; other ``LedgerError``.
    public func add(_ key: KeyRecord, signedBy root: RootKey? = nil) async throws {
        try await write { db in try key.insert(signedBy: root, in: db) }
    }

    /// Signs keys that were recorded before the ledger had an organiser.
    ///
    /// - Parameters:
    ///   - root: The organiser's root key.
    ///   - isOwn: Returns whether a key is one of the organiser's.
    /// - Throws: ``LedgerError``.
    public func signKeys(by root: RootKey, where isOwn: @escaping @Sendable (KeyRecord) -> Bool) async throws {
        try await write { db in
            guard try Root.pinned(in: db) == Root(root.publicKey) else { return }
            for row in try Row.fetchAll(db, sql: "SELECT * FROM signing_key WHERE signature IS NULL") {
                let key = try KeyRecord(row)
                if isOwn(key) { _ = try key.keep(root.sign(key), in: db) }
            }
        }
    }

    /// Returns the keys of all events, or of one, the newest last.
    ///
    /// - Parameter event: The event; `nil` for all.
    /// - Returns: The keys; may be empty.
    /// - Throws: ``LedgerError``.
    public func keys(of event: EventID? = nil) async throws -> [KeyRecord] {
        try await read { db in
            let sql = """
                SELECT * FROM signing_key
                WHERE ?1 IS NULL OR event = ?1 ORDER BY event, epoch
                """
            return try Row.fetchAll(db, sql: sql, arguments: [event?.blob]).map { try KeyRecord($0) }
        }
    }
}

extension Ledger {
    /// Returns the public keys that verify tickets: those that the ledger's root has signed and not retired. A row that
    /// somebody has put into the file is none.
    ///
    /// - Returns: The keys; none in a ledger that belongs to no organiser.
    /// - Throws: ``LedgerError``.
    public func verifyingKeys() async throws -> [VerifyingKey] {
        try await read { db in
            guard let root = try Root.pinned(in: db) else { return [] }
            let rows = try Row.fetchAll(db, sql: "SELECT * FROM signing_key WHERE suite = 2 AND NOT retired")
            return try rows.filter { try SharedKey($0, of: root).isSigned($0.signature) }
                .compactMap { try KeyRecord($0).verifyingKey }
        }
    }
}

extension Ledger {
    /// Retires a key for good, here and, with their next sync, on all other boxes.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - root: The organiser's root key; needed in a ledger that belongs to an organiser.
    /// - Returns: `false` if the ledger does not have it, or it was already retired.
    /// - Throws: ``LedgerError/refused(_:)`` without the root key; other ``LedgerError``.
    public func retire(_ key: KeyRecord, signedBy root: RootKey? = nil) async throws -> Bool {
        try await write { db in
            try key.retired.retire(signature: key.retired.signature(by: root, in: db), in: db)
        }
    }
}

extension KeyRecord {
    init(_ row: Row) throws {
        guard let keyID = KeyID(bytes: row["key_id"] as Data) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a key's id does not have 4 bytes")
        }
        self.init(
            keyID: keyID, event: try row.identifier("event"), epoch: row["epoch"], isRetired: row["retired"],
            publicKey: (row["public"] as Data?).map { Array($0) })
    }

    /// Adds a key of this ledger's organiser; adding it again changes nothing.
    func insert(signedBy root: RootKey?, in db: Database) throws {
        guard try !insert(signature: signature(by: root, in: db), in: db), try !isRecorded(in: db) else { return }
        throw LedgerError.refused(
            "Another key of the event was made at the same moment, so this one was not recorded; run the command again."
        )
    }

    private func isRecorded(in db: Database) throws -> Bool {
        let row = try Row.fetchOne(
            db, sql: "SELECT * FROM signing_key WHERE key_id = ? AND event = ? AND epoch = ?",
            arguments: [Data(keyID.bytes), event.blob, epoch])
        return try row.map { try KeyRecord($0).publicKey == publicKey } ?? false
    }

    /// Makes room for a key that root has signed: what nobody has signed gives way to it, and of two keys with one
    /// epoch, as after a restore of the machine that makes them, the one of the higher suite stays everywhere.
    ///
    /// - Returns: The id of the key that does not count, or counts no more, of two with one epoch; `nil` if there is
    ///   one alone.
    /// - Throws: `DatabaseError`.
    func makeRoom(in db: Database) throws -> KeyID? {
        let (id, place) = (Data(keyID.bytes), "event = ? AND epoch = ?")
        try db.execute(
            sql: "DELETE FROM signing_key WHERE signature IS NULL AND (key_id = ? OR \(place))",
            arguments: [id, event.blob, epoch])
        let row = try Row.fetchOne(
            db, sql: "SELECT * FROM signing_key WHERE \(place) AND key_id != ?", arguments: [event.blob, epoch, id])
        guard let rival = try row.map({ try KeyRecord($0) }) else { return nil }
        func rank(_ key: KeyRecord) -> (UInt8, String) { (key.suite.rawValue, key.keyID.description) }
        guard rank(self) > rank(rival) else { return keyID }
        try db.execute(sql: "DELETE FROM signing_key WHERE key_id = ?", arguments: [Data(rival.keyID.bytes)])
        return rival.keyID
    }

    /// Signs the key's facts, if the ledger belongs to an organiser.
    fileprivate func signature(by root: RootKey?, in db: Database) throws -> RecordBytes? {
        guard let pinned = try Root.pinned(in: db) else {
            guard suite == .hmacSHA256 else {
                throw LedgerError.refused("A key of suite 2 needs an organiser's signature.")
            }
            return nil
        }
        guard let root, pinned == Root(root.publicKey) else {
            throw LedgerError.refused("Keys of events are made and retired on the machine with the master key.")
        }
        return try root.sign(self)
    }

    /// Adds a signature to a key that has none.
    ///
    /// - Returns: Whether it did.
    func keep(_ signature: RecordBytes?, in db: Database) throws -> Bool {
        guard let signature = signature?.asSignature else { return false }
        try db.execute(
            sql: """
                UPDATE signing_key SET signature = ?
                WHERE key_id = ? AND event = ? AND epoch = ? AND retired = ? AND signature IS NULL
                """,
            arguments: [signature, Data(keyID.bytes), event.blob, epoch, isRetired])
        guard db.changesCount > 0 else { return false }
        try number(in: db)
        return true
    }

    /// Returns the epoch of an event's newest key that is not retired; `nil` if there is none.
    static func newestEpoch(of event: EventID, in db: Database) throws -> UInt32? {
        let statement = try db.cachedStatement(
            sql: "SELECT max(epoch) FROM signing_key WHERE event = ? AND retired = 0"
        )
        return try UInt32.fetchOne(statement, arguments: [event.blob])
    }

    /// - Returns: `false` if it does not exist, or was already retired.
    func retire(signature: RecordBytes?, in db: Database) throws -> Bool {
        try db.execute(
            sql: "UPDATE signing_key SET retired = 1, signature = ? WHERE key_id = ? AND event = ? AND retired = 0",
            arguments: [signature?.asSignature, Data(keyID.bytes), event.blob]
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
    func insert(signature: RecordBytes?, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO signing_key (key_id, event, suite, epoch, retired, public, signature)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(
            arguments: [
                Data(keyID.bytes), event.blob, suite.rawValue, epoch, isRetired, publicKey.map { Data($0) },
                signature?.asSignature,
            ])
        guard db.changesCount > 0 else { return false }
        try number(in: db)
        return true
    }
}
