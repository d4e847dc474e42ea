// The machines at the gates, identified as in their scans.

import GRDB
public import TicketSigning

/// A scanner box; its identifier is drawn once, when its ledger is created, and is part of each of its scans.
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

    func insertAsOwn(in db: Database) throws {
        let rev = try ListRevision.next(in: db)
        let sql = "INSERT INTO box (id, name, own, rev) VALUES (?, ?, 1, ?)"
        try db.execute(sql: sql, arguments: [id.blob, name, rev])
    }
}

extension Ledger {
    /// Continues as a new box with the same name, after its key was stolen. What the old box recorded stays.
    ///
    /// - Parameter id: The new box.
    /// - Returns: The new identity.
    /// - Throws: ``LedgerError``.
    public func becomeNewBox(_ id: BoxID = .random()) async throws -> Box {
        try await write { db in
            let new = Box(id: id, name: try Box.owner(in: db).name)
            try db.execute(sql: "UPDATE box SET own = NULL WHERE own = 1")
            try new.insertAsOwn(in: db)
            try db.execute(sql: "UPDATE sync_state SET epoch = ?", arguments: [EpochID.random().blob])
            return new
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
