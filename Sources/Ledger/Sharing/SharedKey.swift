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
    /// What verifies tickets, 32 bytes; absent in suite 1.
    public let publicKey: RecordBytes?
    /// The organiser's root, which has signed all this; absent for an organiser without one.
    public let root: Root?

    private enum CodingKeys: String, CodingKey {
        case id, event, suite, epoch, retired, root
        case publicKey = "public"
    }

    init(_ key: KeyRecord, of root: Root?) {
        (id, event, retired, self.root) = (key.keyID.description, key.event, key.isRetired ? true : nil, root)
        publicKey = key.publicKey.map { RecordBytes($0) }
        _suite = Bounded(wrappedValue: Int(key.suite.rawValue))
        _epoch = Bounded(wrappedValue: key.epoch)
    }

    /// - Parameters:
    ///   - row: A row of the table.
    ///   - root: The ledger's root, which counts if it has signed the row.
    /// - Throws: `DatabaseError`.
    init(_ row: Row, of root: Root?) throws {
        guard let keyID = KeyID(bytes: row["key_id"] as Data) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a key's id does not have 4 bytes")
        }
        id = keyID.description
        event = try row.identifier("event")
        suite = row["suite"]
        epoch = row["epoch"]
        retired = row["retired"] as Bool ? true : nil
        publicKey = (row["public"] as Data?).map { RecordBytes(Array($0)) }
        self.root = row.signature == nil ? nil : root
    }

    /// Adds the key, retires it, or adds what others verify it with.
    ///
    /// - Parameters:
    ///   - signature: Root's signature, which was verified.
    ///   - db: A database in a write transaction.
    /// - Returns: Whether anything is new; and of two keys with one epoch, the id of the one that does not count.
    /// - Throws: `DatabaseError`.
    func merge(signature: RecordBytes?, in db: Database) throws -> (isNew: Bool, loser: KeyID?) {
        guard let keyID = KeyID(id) else { return (false, nil) }
        let facts = KeyRecord(
            keyID: keyID, event: event, epoch: epoch, isRetired: retired == true, publicKey: publicKey?.bytes)
        let loser = try signature == nil ? nil : facts.makeRoom(in: db)
        guard loser != keyID else { return (false, loser) }
        let isNew = try facts.insert(signature: signature, in: db)
        let isRetired = try facts.isRetired && facts.retire(signature: signature, in: db)
        return (isNew || isRetired, loser)
    }

    /// Whether a ledger could have written it: a key of suite 2 names the root that vouches for it, and its id follows
    /// from it.
    var isSound: Bool {
        let isOfSuite =
            switch suite {
            case 1: publicKey == nil && KeyID(id) != nil
            case 2: publicKey.map { Ed25519.isSafe($0.bytes) && KeyID(ofPublicKey: $0.bytes) == KeyID(id) } ?? false
            default: false
            }
        return isOfSuite && retired != false && (suite == 1 || root != nil)
            && (root.map { $0.bytes.count == Ed25519.keyByteCount } ?? true)
    }

    /// Returns whether the root that the record names has signed it.
    ///
    /// - Parameter signature: 64 bytes; anything else is no signature.
    /// - Returns: Whether it has; whether it is the right root is another question.
    package func isSigned(_ signature: RecordBytes?) -> Bool {
        guard let signature, let root, let message = try? message() else { return false }
        return Ed25519.verifies(signature.bytes, of: message, by: root.bytes)
    }

    /// What root signs: `doorcheck/key/v1`, a zero byte, and the record's line without the signature.
    fileprivate func message() throws -> [UInt8] {
        Array("doorcheck/key/v1\0".utf8) + Array(try SharedRecord.key(self).line())
    }
}

extension RootKey {
    /// Signs the public facts of a key.
    func sign(_ key: KeyRecord) throws -> RecordBytes {
        RecordBytes(sign(try SharedKey(key, of: Root(publicKey)).message()))
    }
}
