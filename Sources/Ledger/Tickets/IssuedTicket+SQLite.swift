// Reads and writes rows of the ticket list.

import GRDB
import TicketSigning

extension IssuedTicket {
    static func withID(_ id: TicketID, in db: Database) throws -> IssuedTicket? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM ticket WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.blob]).map(IssuedTicket.init)
    }

    /// Returns a ticket and its tier, in one look-up.
    static func withTier(_ id: TicketID, in db: Database) throws -> (IssuedTicket?, Tier?) {
        let statement = try db.cachedStatement(
            sql: """
                SELECT ticket.*, \(Tier.columns)
                FROM ticket LEFT JOIN tier ON tier.event = ticket.event AND tier.name = ticket.tier
                WHERE ticket.id = ?
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [id.blob]) else { return (nil, nil) }
        return (try IssuedTicket(row), Tier(row))
    }
}

extension IssuedTicket {
    /// Returns the number of the newest version of any ticket; 0 if there is none.
    static func lastRevision(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(rev) FROM ticket")) ?? 0
    }

    /// Whether it has any data that a purge removes.
    var hasNames: Bool { holder != nil || reference != nil || note != nil }

    /// Creates the tier that it names.
    func insertTier(in db: Database) throws {
        guard let tier else { return }
        let sql = "INSERT OR IGNORE INTO tier (event, name) VALUES (?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [ticket.event.blob, tier])
    }

    func insert(rev: Int64, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO ticket
                    (id, event, user, epoch, tier, status, status_why, holder, reference, admits, note, opens_ms,
                     closes_ms, replaces, rev)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            ticket.id.blob, ticket.event.blob, ticket.user.blob, epoch, tier, status.rawValue, statusWhy, holder,
            reference, admits, note, opens?.milliseconds, closes?.milliseconds, replaces?.blob, rev,
        ])
        try SearchIndex(db).add(ticket.id)
        if let replaces { try settle(replacing: replaces, in: db) }
    }

    /// Sets the statuses that follow from what the ticket replaces.
    private func settle(replacing older: TicketID, in db: Database) throws {
        let unsettled = try ReplacementLimit.apply(to: [ticket.id], in: db).union([ticket.id, older])
        let sql = "UPDATE ticket SET first_status = coalesce(first_status, status) WHERE id = ?"
        for id in unsettled { try db.cachedStatement(sql: sql).execute(arguments: [id.blob]) }
        try StatusReducer.recompute(unsettled, in: db)
    }
}
