// A signing key as other ledgers know it.

import FoundationEssentials
import GRDB
public import TicketSigning

/// Which key signs for which event; the secret never travels.
public struct SharedKey: Hashable, Sendable, Codable {
    /// As it stands in ticket codes: 8 hexadecimal digits.
    public let id: String
    /// Of which event.
    public let event: EventID
    /// How tickets are signed with it.
    public let suite: Int
    /// 1 for an event's first key, one more after each rotation.
    public let epoch: UInt32
    /// `true` once nothing that is signed with it is genuine any more, absent before; no way leads back.
    public let retired: Bool?

    init(_ row: Row) throws {
        guard let keyID = KeyID(bytes: row["key_id"] as Data) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a key's id does not have 4 bytes")
        }
        id = keyID.description
        event = try row.identifier("event")
        suite = row["suite"]
        epoch = row["epoch"]
        retired = row["retired"] as Bool ? true : nil
    }

    func take(in db: Database) throws -> Bool {
        guard let keyID = KeyID(id) else { return false }
        let facts = KeyRecord(keyID: keyID, event: event, epoch: epoch)
        let isNew = try facts.insert(in: db)
        return try retired == true && facts.retire(in: db) || isNew
    }
}
