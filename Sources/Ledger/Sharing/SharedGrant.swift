// A grant as other ledgers know it.

import FoundationEssentials
import GRDB
package import TicketSigning

/// Ticket numbers that a partner may sell, as the organiser's root has signed them.
public struct SharedGrant: Hashable, Sendable {
    /// What was granted; see docs/wire-format.md.
    public let body: RecordBytes
    /// `true` once its tickets are no longer genuine, absent before; this is irreversible.
    public let retired: Bool?
    /// The organiser's root, which has signed all this.
    public let root: Root
    /// What ``body`` says; `nil` if it is no grant of this version.
    let facts: PartnerGrant?

    init(body: RecordBytes, isRetired: Bool, root: Root) {
        (self.body, self.root) = (body, root)
        retired = isRetired ? true : nil
        let read = try? SignedGrant.facts(in: body.bytes)
        facts = read?.rootID == KeyID(ofPublicKey: root.bytes) ? read?.grant : nil
    }

    /// - Parameters:
    ///   - row: A row of the table.
    ///   - root: The ledger's root.
    init(_ row: Row, of root: Root?) {
        self.init(
            body: RecordBytes(Array(row["body"] as Data)), isRetired: row["retired"], root: root ?? Root([]))
    }

    /// The identifier, 36 characters; for a grant that this version cannot read, the beginning of its body.
    public var id: String { facts?.id.description ?? String(body.base64url.prefix(36)) }

    /// The event; `nil` for a grant that this version cannot read.
    package var event: EventID? { facts?.event }

    /// Whether a ledger could have written it.
    var isSound: Bool { facts != nil && retired != false }

    /// Returns whether the root that the record names has signed it.
    ///
    /// - Parameter signature: 64 bytes; anything else is no signature.
    /// - Returns: Whether it has; whether it is the right root is another question.
    package func isSigned(_ signature: RecordBytes?) -> Bool {
        guard let signature else { return false }
        let message = SignedGrant.message(body.bytes, retired: retired == true)
        return Ed25519.verifies(signature.bytes, of: message, by: root.bytes)
    }

    /// Adds the grant, or retires it.
    ///
    /// - Parameters:
    ///   - facts: What ``body`` says.
    ///   - signature: Root's signature, which was verified.
    ///   - db: A database in a write transaction.
    /// - Returns: Whether anything is new.
    /// - Throws: `DatabaseError`.
    func merge(_ facts: PartnerGrant, signature: RecordBytes, in db: Database) throws -> Bool {
        let held = try Row.fetchOne(db, sql: "SELECT * FROM partner_grant WHERE id = ?", arguments: [facts.id.blob])
        if let held {
            guard retired == true, held["retired"] == false, held["body"] as Data == Data(body.bytes) else {
                return false
            }
            try db.execute(
                sql: "UPDATE partner_grant SET retired = 1, signature = ?, rev = ? WHERE id = ?",
                arguments: [Data(signature.bytes), try ListRevision.next(in: db), facts.id.blob])
            return true
        }
        try db.execute(
            sql: """
                INSERT INTO partner_grant (id, event, body, partner, retired, signature, rev)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                facts.id.blob, facts.event.blob, Data(body.bytes), facts.partner, retired == true,
                Data(signature.bytes),
                try ListRevision.next(in: db),
            ])
        try Self.insertTickets(of: facts, in: db)
        return true
    }

    /// Returns whether the tickets in the ledger are those that follow from its grants.
    static func hasTheirTickets(in db: Database) throws -> Bool {
        var count = 0
        for row in try Row.fetchAll(db, sql: "SELECT body FROM partner_grant") {
            guard let facts = try? SignedGrant.facts(in: Array(row["body"] as Data)).grant else { return false }
            for range in facts.ranges {
                for number in range.numbers {
                    let found = try db.cachedStatement(
                        sql: """
                            SELECT 1 FROM granted_ticket
                            WHERE id = ? AND partner_grant = ? AND number = ? AND tier IS ?
                            """
                    )
                    let expected: StatementArguments = [
                        facts.ticket(number).id.blob, facts.id.blob, number, range.tier,
                    ]
                    guard try Int.fetchOne(found, arguments: expected) != nil else { return false }
                    count += 1
                }
            }
        }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM granted_ticket") == count
    }

    /// Adds the tickets that follow from a grant, so that whoever has a ticket finds its number, and their tiers: one
    /// without terms is in no record of the event.
    private static func insertTickets(of grant: PartnerGrant, in db: Database) throws {
        let tier = try db.cachedStatement(sql: "INSERT OR IGNORE INTO tier (event, name) VALUES (?, ?)")
        for name in grant.ranges.compactMap(\.tier) { try tier.execute(arguments: [grant.event.blob, name]) }
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO granted_ticket (id, partner_grant, number, tier) VALUES (?, ?, ?, ?)")
        for range in grant.ranges {
            for number in range.numbers {
                try statement.execute(arguments: [grant.ticket(number).id.blob, grant.id.blob, number, range.tier])
            }
        }
    }
}

extension SharedGrant: Codable {
    private enum CodingKeys: String, CodingKey {
        case body, retired, root
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let retired = try values.decodeIfPresent(Bool.self, forKey: .retired)
        guard retired != false else {
            throw DecodingError.dataCorruptedError(
                forKey: .retired, in: values, debugDescription: "A grant that is not retired does not say so.")
        }
        self.init(
            body: try values.decode(RecordBytes.self, forKey: .body), isRetired: retired == true,
            root: try values.decode(Root.self, forKey: .root))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(body, forKey: .body)
        try values.encodeIfPresent(retired, forKey: .retired)
        try values.encode(root, forKey: .root)
    }
}
