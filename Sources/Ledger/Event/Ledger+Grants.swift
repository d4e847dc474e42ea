// What partners may sell, in the ledger.

import FoundationEssentials
import GRDB
public import TicketSigning

/// A grant, and what became of it.
public struct GrantRecord: Hashable, Sendable {
    /// What was granted.
    public let grant: PartnerGrant
    /// Whether the organiser took it back, for good.
    public let isRetired: Bool

    /// - Parameters:
    ///   - grant: What was granted.
    ///   - isRetired: Whether the organiser took it back.
    public init(grant: PartnerGrant, isRetired: Bool = false) {
        (self.grant, self.isRetired) = (grant, isRetired)
    }

    /// - Parameter row: A row of the table; `nil` is returned for a grant that this version cannot read.
    init?(_ row: Row) {
        guard let facts = SharedGrant(row).facts else { return nil }
        self.init(grant: facts, isRetired: row["retired"])
    }
}

extension Ledger {
    /// Records what a partner may sell. Each grant makes tickets of its own, so numbers that the partner has or had are
    /// refused: the same command twice, even at the same moment, would double them.
    ///
    /// - Parameter signed: A grant that the ledger's root has signed.
    /// - Throws: ``LedgerError/refused(_:)`` if another root has, if the event or a tier does not exist, or if another
    ///   grant to the same name or key has one of the numbers; other ``LedgerError``.
    public func add(_ signed: SignedGrant) async throws {
        try await write { db in
            guard let root = try Root.pinned(in: db), signed.root == root.bytes else {
                throw LedgerError.refused("Grants are made on the machine with the master key.")
            }
            guard try Self.hasTiers(of: signed.grant, in: db) else {
                throw LedgerError.refused("The event does not have all tiers of the grant, so nothing was granted.")
            }
            try Self.requireFree(signed.grant, in: db)
            let record = SharedGrant(body: RecordBytes(signed.body), isRetired: false)
            _ = try record.merge(signed.grant, signature: RecordBytes(signed.signature), in: db)
        }
        try await listGrantedTickets()
        try await judgeLines()
    }

    /// Takes a grant back for good, here and, with their next sync, on all other boxes.
    ///
    /// - Parameters:
    ///   - id: The grant.
    ///   - root: The organiser's root key.
    /// - Returns: `false` if the ledger does not have it, or it was already retired.
    /// - Throws: ``LedgerError/refused(_:)`` for another root; other ``LedgerError``.
    public func retire(_ id: GrantID, signedBy root: RootKey) async throws -> Bool {
        try await write { db in
            guard try Root.pinned(in: db) == Root(root.publicKey) else {
                throw LedgerError.refused("Grants are retired on the machine with the master key.")
            }
            let sql = "SELECT * FROM partner_grant WHERE id = ?"
            guard let row = try Row.fetchOne(db, sql: sql, arguments: [id.blob]),
                let facts = SharedGrant(row).facts
            else { return false }
            let record = SharedGrant(body: RecordBytes(Array(row["body"] as Data)), isRetired: true)
            return try record.merge(facts, signature: RecordBytes(root.retire(facts)), in: db)
        }
    }

    /// Returns what partners may sell, or might before, by their names.
    ///
    /// - Parameter event: The event; `nil` for all.
    /// - Returns: The grants; may be empty.
    /// - Throws: ``LedgerError``.
    public func grants(of event: EventID? = nil) async throws -> [GrantRecord] {
        try await read { db in
            try Self.grants(in: db) { event == nil || $0.event == event }
        }
    }

    /// Returns the grants that verify tickets: those that the ledger's root has signed, whose tickets are all listed,
    /// and whose tiers exist. A row that somebody has put into the file is none. A retired one still tells whose ticket
    /// it is that does not enter.
    ///
    /// - Returns: The grants; none in a ledger that belongs to no organiser.
    /// - Throws: ``LedgerError``.
    public func verifyingGrants() async throws -> [PartnerGrant] {
        try await read { db in
            guard let root = try Root.pinned(in: db) else { return [] }
            return try Row.fetchAll(db, sql: "SELECT * FROM partner_grant WHERE listed = tickets ORDER BY id")
                .compactMap {
                    let record = SharedGrant($0)
                    guard record.root == root, let facts = record.facts, record.isSigned($0.signature) else {
                        return nil
                    }
                    return try Self.hasTiers(of: facts, in: db) ? facts : nil
                }
        }
    }

    /// Returns a grant as the partner gets it.
    ///
    /// - Parameter id: A grant.
    /// - Returns: `nil` if the ledger does not have it, or if it was taken back.
    /// - Throws: ``LedgerError``.
    public func signedGrant(_ id: GrantID) async throws -> SignedGrant? {
        try await read { db in
            let sql = "SELECT body, signature FROM partner_grant WHERE id = ? AND NOT retired"
            return try Row.fetchOne(db, sql: sql, arguments: [id.blob]).flatMap { row in
                try? SignedGrant(body: Array(row["body"] as Data), signature: Array(row["signature"] as Data))
            }
        }
    }

    private static func requireFree(_ grant: PartnerGrant, in db: Database) throws {
        let others = try grants(in: db) {
            $0.event == grant.event && ($0.partner == grant.partner || $0.publicKey == grant.publicKey)
        }
        for other in others {
            for range in other.grant.ranges {
                guard let mine = grant.ranges.first(where: { $0.numbers.overlaps(range.numbers) }) else { continue }
                let taken = range.numbers.clamped(to: mine.numbers)
                let numbers =
                    taken.count == 1
                    ? "the number \(taken.lowerBound)" : "the numbers \(taken.lowerBound)-\(taken.upperBound)"
                let standing =
                    other.isRetired
                    ? "had \(numbers) before, which cannot be given out again" : "already has \(numbers)"
                throw LedgerError.refused(
                    "'\(other.grant.partner)' \(standing), so nothing was granted; grant other numbers. "
                        + "`doorcheck partner export` writes the files of a grant once more.")
            }
        }
    }

    private static func grants(in db: Database, where isMeant: (PartnerGrant) -> Bool) throws -> [GrantRecord] {
        let records = try Row.fetchAll(db, sql: "SELECT * FROM partner_grant").compactMap { GrantRecord($0) }
            .filter { isMeant($0.grant) }
        return records.sorted { ($0.grant.partner, $0.grant.id) < ($1.grant.partner, $1.grant.id) }
    }

    /// Returns whether an event has all tiers of a grant, by the same bytes, as the table finds them: two texts that
    /// SQLite tells apart can be one to Swift.
    private static func hasTiers(of grant: PartnerGrant, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM tier WHERE event = ? AND name = ?")
        return try grant.ranges.compactMap(\.tier).allSatisfy {
            try Int.fetchOne(statement, arguments: [grant.event.blob, $0]) != nil
        }
    }
}

extension Ledger {
    /// Returns how many tickets of each grant have been admitted.
    ///
    /// - Returns: A number for each grant of which any has.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Reads all admissions.
    public func admittedOfGrants() async throws -> [GrantID: Int] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT partner_grant, count(DISTINCT ticket) AS tickets
                    FROM granted_ticket JOIN admission ON admission.ticket = granted_ticket.id GROUP BY partner_grant
                    """)
            return try Dictionary(
                uniqueKeysWithValues: rows.map { (try $0.identifier("partner_grant") as GrantID, $0["tickets"] as Int) }
            )
        }
    }
}
