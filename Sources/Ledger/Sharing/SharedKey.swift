// A signing key as other ledgers know it.

import FoundationEssentials
import GRDB
public import TicketSigning

/// Records which key signs for which event; the secret is never sent.
public struct SharedKey: Hashable, Sendable, Codable {
    /// The identifier in ticket codes: 8 hexadecimal digits.
    public let id: String
    /// The event.
    public let event: EventID
    /// The signature suite that tickets are signed with.
    @Bounded<SuiteBounds> public private(set) var suite: Int
    /// 1 for an event's first key, one more after each rotation.
    @Bounded<KeyEpochBounds> public private(set) var epoch: UInt32
    /// `true` once codes signed with it are no longer genuine, absent before; this is irreversible.
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

    func merge(in db: Database) throws -> Bool {
        guard let keyID = KeyID(id) else { return false }
        let facts = KeyRecord(keyID: keyID, event: event, epoch: epoch)
        let isNew = try facts.insert(in: db)
        return try retired == true && facts.retire(in: db) || isNew
    }
}
