// Reads and records what staff did to tickets.

import FoundationEssentials
import GRDB
public import TicketSigning

extension TicketChange {
    /// The actor of changes that a repeated import makes.
    static let importer = "import"

    /// Records a change as the next one of this ledger's box.
    static func append(
        _ action: TicketAction,
        of ticket: TicketID,
        was: TicketStatus,
        _ status: TicketStatus,
        by attribution: Attribution,
        on instant: Timestamp,
        in db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT box.id, seq, chain
                FROM box LEFT JOIN ticket_change AS last ON last.box = box.id AND last.branch = 0
                WHERE own = 1 ORDER BY seq DESC LIMIT 1
                """
        )
        guard let row = try Row.fetchOne(statement) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no box of its own")
        }
        // Later than everything known about the ticket, even if that came from a clock that is ahead.
        let known = try Int64.fetchOne(db.cachedStatement(sql: Self.latest), arguments: [ticket.blob]) ?? 0
        try SharedChange(
            box: try row.identifier("id"), seq: (row["seq"] ?? 0) + 1, ticket: ticket, action: action, was: was,
            status: status,
            by: attribution, at: instant, hlc: max(known + 1, try LogicalClock.next(on: instant, in: db)),
            after: (row["chain"] as Data?).map { LogChain(head: Array($0)) } ?? .start
        ).insert(signature: nil, branch: 0, counts: true, in: db)
    }

    private static let latest = """
        WITH RECURSIVE line (id) AS (
            SELECT ? UNION SELECT replaces FROM ticket JOIN line USING (id) WHERE replaces IS NOT NULL
        )
        SELECT max(hlc) FROM ticket_change JOIN line ON line.id = ticket_change.ticket
        """
}

extension TicketChange {
    /// Returns all changes that count, the first one first.
    static func all(of id: TicketID, in db: Database) throws -> [TicketChange] {
        let sql = "SELECT * FROM ticket_change WHERE ticket = ? AND counts ORDER BY hlc, box, seq, chain"
        return try Row.fetchAll(db, sql: sql, arguments: [id.blob]).map(TicketChange.init)
    }

    /// Returns what staff did to the tickets that a ticket replaces, those of the first one first.
    static func all(replacedBy ticket: IssuedTicket, in db: Database) throws -> [TicketChange] {
        guard ticket.replaces != nil else { return [] }
        return try ReplacementChain(of: ticket.ticket.id, in: db).tickets.dropFirst().reversed()
            .flatMap { try all(of: $0, in: db) }
    }
}

extension Ledger {
    /// Returns the number of the latest change, in the order in which changes arrived in this ledger.
    ///
    /// - Returns: The number; 0 if there are no changes.
    /// - Throws: ``LedgerError``.
    public func newestChange() async throws -> Int {
        try await read { db in try Int.fetchOne(db, sql: "SELECT max(rev) FROM ticket_change") ?? 0 }
    }

    /// Returns what staff did to a ticket's row, the first change first.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: The changes; may be empty.
    /// - Throws: ``LedgerError``.
    public func changes(of id: TicketID) async throws -> [TicketChange] {
        try await read { db in try TicketChange.all(of: id, in: db) }
    }
}
