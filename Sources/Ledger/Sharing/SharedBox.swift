// A box as other ledgers know it.

import FoundationEssentials
import GRDB
public import TicketSigning

/// A box's key and name; both are set once and never change.
public struct SharedBox: Hashable, Sendable, Codable {
    /// Unique among all boxes; follows from the key.
    public let id: BoxID
    /// What it signs with: 32 bytes, Ed25519.
    public let key: RecordBytes
    /// The box's name for people.
    public let name: String

    init(id: BoxID, key: RecordBytes, name: String) {
        self.id = id
        self.key = key
        self.name = name
    }

    init(_ row: Row) throws {
        id = try row.identifier("id")
        key = RecordBytes(Array(row["key"] as Data))
        name = row["name"]
    }

    func merge(in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO box (id, name, key, rev)
                VALUES (?, ?, ?, (SELECT lists_rev + 1 FROM sync_state))
                """
        )
        try statement.execute(arguments: [id.blob, name, Data(key.bytes)])
        guard db.changesCount > 0 else { return false }
        _ = try ListRevision.next(in: db)
        return true
    }
}
