// The ticket list in the ledger.

import GRDB
public import TicketSigning

extension Ledger {
    /// Puts tickets on the list, all or none, and makes the tiers they name.
    ///
    /// - Parameter tickets: With identifiers that are not on the list yet.
    /// - Throws: ``LedgerError``; then no ticket was added.
    /// - Complexity: One write transaction, one fsync.
    public func add(_ tickets: [IssuedTicket]) async throws {
        try await write { db in
            let index = FindingIndex(db)
            for ticket in tickets {
                if let tier = ticket.tier {
                    let sql = "INSERT OR IGNORE INTO tier (event, name) VALUES (?, ?)"
                    try db.cachedStatement(sql: sql).execute(arguments: [ticket.ticket.event.blob, tier])
                }
                try ticket.insert(in: db)
                try index.add(ticket.ticket.id)
            }
        }
    }

    /// One ticket of the list.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: `nil` if the list does not have it.
    /// - Throws: ``LedgerError``.
    public func ticket(_ id: TicketID) async throws -> IssuedTicket? {
        try await read { db in try IssuedTicket.withID(id, in: db) }
    }

    /// All tickets of an event, in the order of their identifiers.
    ///
    /// - Parameter event: Of which event.
    /// - Returns: Possibly none.
    /// - Throws: ``LedgerError``.
    public func tickets(of event: EventID) async throws -> [IssuedTicket] {
        try await read { db in
            let sql = "SELECT * FROM ticket WHERE event = ? ORDER BY id"
            return try Row.fetchAll(db, sql: sql, arguments: [event.blob]).map(IssuedTicket.init)
        }
    }

    /// The admissions with a ticket, the first one first.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: Possibly none.
    /// - Throws: ``LedgerError``.
    public func entries(of id: TicketID) async throws -> [Entry] {
        try await read { db in try Entry.all(of: id, in: db) }
    }

    /// Sets what the organiser says of a ticket.
    ///
    /// - Parameters:
    ///   - status: The new one.
    ///   - id: Which ticket.
    /// - Returns: The ticket as it is now; `nil` if the list does not have it.
    /// - Throws: ``LedgerError``.
    public func set(_ status: TicketStatus, of id: TicketID) async throws -> IssuedTicket? {
        try await write { db in
            try db.execute(
                sql: "UPDATE ticket SET status = ? WHERE id = ?",
                arguments: [status.rawValue, id.blob]
            )
            return try IssuedTicket.withID(id, in: db)
        }
    }
}

extension IssuedTicket {
    fileprivate func insert(in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO ticket
                    (id, event, user, epoch, tier, status, holder, reference, admits, note, opens_ms, closes_ms)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        )
        try statement.execute(arguments: [
            ticket.id.blob, ticket.event.blob, ticket.user.blob, epoch, tier, status.rawValue, holder, reference,
            admits, note, opens?.milliseconds, closes?.milliseconds,
        ])
    }
}
