// The machines at the doors, by the identity their scans carry.

import GRDB
public import TicketSigning

/// A scanner box: its identity is drawn once, when its ledger is made, and stands in each of its scans.
public struct Box: Hashable, Sendable {
    /// Unique among all boxes.
    public let id: BoxID
    /// What people call it.
    public let name: String

    /// The box whose ledger this is.
    static func own(in db: Database) throws -> Box? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT id, name FROM box WHERE own = 1")) else {
            return nil
        }
        return Box(id: try row.identifier("id"), name: row["name"])
    }

    func insertAsOwn(in db: Database) throws {
        try db.execute(sql: "INSERT INTO box (id, name, own) VALUES (?, ?, 1)", arguments: [id.blob, name])
    }
}

extension Ledger {
    /// The box whose ledger this is.
    ///
    /// - Returns: Its identity and name.
    /// - Throws: ``LedgerError``.
    public func ownBox() async throws -> Box {
        let path = path
        return try await read { db in
            guard let box = try Box.own(in: db) else { throw LedgerError.notALedger(path: path) }
            return box
        }
    }
}
