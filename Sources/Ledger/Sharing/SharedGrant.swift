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
    /// What ``body`` says; `nil` if it is no grant of this version.
    let facts: PartnerGrant?
    /// The organiser's root, which has signed all this; `nil` for a grant that this version cannot read.
    public let root: Root?

    init(body: RecordBytes, isRetired: Bool) {
        self.body = body
        retired = isRetired ? true : nil
        let read = try? SignedGrant.facts(in: body.bytes)
        (facts, root) = (read?.grant, read.map { Root($0.root) })
    }

    /// - Parameter row: A row of the table.
    init(_ row: Row) {
        self.init(body: RecordBytes(Array(row["body"] as Data)), isRetired: row["retired"])
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
        guard let signature, let root else { return false }
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
                INSERT INTO partner_grant (id, event, body, partner, tickets, retired, signature, rev)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                facts.id.blob, facts.event.blob, Data(body.bytes), facts.partner, facts.count, retired == true,
                Data(signature.bytes), try ListRevision.next(in: db),
            ])
        // One without terms is in no record of the event.
        let tier = try db.cachedStatement(sql: "INSERT OR IGNORE INTO tier (event, name) VALUES (?, ?)")
        for name in facts.ranges.compactMap(\.tier) { try tier.execute(arguments: [facts.event.blob, name]) }
        return true
    }

    /// Returns whether the tickets in the ledger are those that follow from its grants.
    static func hasTheirTickets(in db: Database) throws -> Bool {
        var count = 0
        for row in try Row.fetchAll(db, sql: "SELECT body FROM partner_grant WHERE listed = tickets") {
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
        let others = "SELECT count(*) FROM granted_ticket WHERE partner_grant IN (SELECT id FROM partner_grant WHERE "
        return try Int.fetchOne(db, sql: others + "listed = tickets)") == count
    }
}

extension SharedGrant: Codable {
    private enum CodingKeys: String, CodingKey {
        case body, retired
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let retired = try values.decodeIfPresent(Bool.self, forKey: .retired)
        guard retired != false else {
            throw DecodingError.dataCorruptedError(
                forKey: .retired, in: values, debugDescription: "A grant that is not retired does not say so.")
        }
        self.init(body: try values.decode(RecordBytes.self, forKey: .body), isRetired: retired == true)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(body, forKey: .body)
        try values.encodeIfPresent(retired, forKey: .retired)
    }
}
