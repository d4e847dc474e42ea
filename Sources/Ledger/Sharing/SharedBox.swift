// A box as other ledgers know it.

import GRDB
public import TicketSigning

/// A box's identifier and name; both are set once and never change.
public struct SharedBox: Hashable, Sendable, Codable {
    /// Unique among all boxes.
    public let id: BoxID
    /// The box's name for people.
    public let name: String

    init(_ row: Row) throws {
        id = try row.identifier("id")
        name = row["name"]
    }

    func merge(in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO box (id, name, rev) VALUES (?, ?, (SELECT lists_rev + 1 FROM sync_state))"
        )
        try statement.execute(arguments: [id.blob, name])
        guard db.changesCount > 0 else { return false }
        _ = try ListRevision.next(in: db)
        return true
    }
}
