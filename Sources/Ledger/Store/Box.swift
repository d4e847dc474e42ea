// The machines at the gates, identified as in their scans.

import FoundationEssentials
import GRDB
public import TicketSigning

/// A scanner box; its identifier follows from its key and is part of each of its scans.
public struct Box: Hashable, Sendable {
    /// Unique among all boxes.
    public let id: BoxID
    /// The box's name for people.
    public let name: String

    /// Returns the box that owns this ledger.
    static func own(in db: Database) throws -> Box? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT id, name FROM box WHERE own = 1")) else {
            return nil
        }
        return Box(id: try row.identifier("id"), name: row["name"])
    }

    /// Returns the box that owns this ledger, which every ledger has once it is created.
    static func owner(in db: Database) throws -> Box {
        guard let own = try own(in: db) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no box of its own")
        }
        return own
    }

    /// Inserts the box that has a key, as the owner of the ledger.
    static func insertOwn(_ name: String, key: [UInt8], in db: Database) throws -> Box {
        let box = Box(id: BoxID(ofKey: key), name: name)
        let rev = try ListRevision.next(in: db)
        let sql = "INSERT INTO box (id, name, key, own, rev) VALUES (?, ?, ?, 1, ?)"
        try db.execute(sql: sql, arguments: [box.id.blob, name, Data(key), rev])
        return box
    }
}

extension BoxID {
    /// Returns the identifier of the box that has a key. It follows from the key, so that nobody can write in the
    /// name of a box without its key: a UUID of version 8 (RFC 9562) from the first 16 bytes of the SHA-256 over
    /// `doorcheck/box/v1`, a zero byte and the key.
    ///
    /// - Parameter key: 32 bytes, an Ed25519 public key.
    public init(ofKey key: [UInt8]) {
        var bytes = Array(SHA256.hash(Array("doorcheck/box/v1\0".utf8) + key).prefix(Self.byteCount))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = Self(bytes: bytes) ?? .random()
    }

    /// Returns the boxes that a ledger knows.
    static func all(in db: Database) throws -> [BoxID] {
        try Row.fetchAll(db, sql: "SELECT id FROM box").map { try $0.identifier("id") }
    }
}

extension Ledger {
    /// Continues as a new box with the same name, after its key was stolen. What the old box recorded stays, and is
    /// signed first: nobody can do that later.
    ///
    /// - Parameters:
    ///   - key: The public half of the new box's key, 32 bytes.
    ///   - signer: The old box's key; any other key signs nothing.
    /// - Returns: The new identity, and how many lines of the old one no other ledger takes, as they are not signed.
    /// - Throws: ``LedgerError``.
    public func becomeNewBox(
        key: [UInt8],
        leaving signer: any RecordSigner
    ) async throws -> (box: Box, unsigned: Int) {
        let isItsKey = try await ownBox().id == signer.box
        if isItsKey { try await signAll(by: signer) }
        return try await write { db in
            let old = try Box.owner(in: db)
            // What guests did since the last pause.
            if isItsKey {
                for log in LogKind.allCases { _ = try log.signLines(by: signer, limit: .max, in: db) }
                try SharedVersion.signLists(by: signer, in: db)
                _ = try SharedVersion.signTickets(by: signer, limit: .max, in: db)
            }
            let unsigned = try LogKind.allCases.reduce(0) { sum, log in
                let sql = "SELECT count(*) FROM \(log.table) WHERE box = ? AND signature IS NULL"
                return try sum + (Int.fetchOne(db, sql: sql, arguments: [old.id.blob]) ?? 0)
            }
            try db.execute(sql: "UPDATE box SET own = NULL WHERE own = 1")
            let new = try Box.insertOwn(old.name, key: key, in: db)
            try SharedVersion.takeOver(unsignedOf: old.id, in: db)
            try db.execute(sql: "UPDATE sync_state SET epoch = ?", arguments: [EpochID.random().blob])
            // Without a membership, what another box recorded has no effect.
            try LineCounting(of: old.id, in: db).apply()
            return (new, unsigned)
        }
    }

    /// Returns the box that owns this ledger.
    ///
    /// - Returns: Its identifier and name.
    /// - Throws: ``LedgerError``.
    public func ownBox() async throws -> Box {
        let path = path
        return try await read { db in
            guard let box = try Box.own(in: db) else { throw LedgerError.notALedger(path: path) }
            return box
        }
    }
}
