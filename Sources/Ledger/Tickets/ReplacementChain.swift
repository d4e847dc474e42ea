// Which tickets a ticket replaces, and whether another one replaces it.

import GRDB
import TicketSigning

/// A ticket with those that it replaces.
struct ReplacementChain {
    /// This ticket, then the one that it replaces, and so on.
    let tickets: [TicketID]
    /// The last of ``tickets`` if the ticket replaces another one or was replaced; otherwise `nil`.
    let root: TicketID?

    /// The status alone does not tell whether a ticket was replaced: its replacement can arrive first, and a ticket
    /// that is on no list has no status.
    init(of ticket: TicketID, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE line (id, depth) AS (
                    SELECT ?1, 0 UNION SELECT replaces, depth + 1 FROM ticket JOIN line USING (id)
                    WHERE replaces IS NOT NULL AND depth < 100
                )
                SELECT id FROM line ORDER BY depth
                """
        )
        tickets = try Row.fetchAll(statement, arguments: [ticket.blob]).map { try $0.identifier("id") }
        let hasOthers = try tickets.count > 1 || Self.wasReplaced(ticket, in: db)
        root = hasOthers ? tickets.last : nil
    }

    /// Returns whether a ticket of the list replaces another one, listed or not.
    static func wasReplaced(_ ticket: TicketID, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM ticket WHERE replaces = ?)")
        return try Bool.fetchOne(statement, arguments: [ticket.blob]) ?? false
    }
}
