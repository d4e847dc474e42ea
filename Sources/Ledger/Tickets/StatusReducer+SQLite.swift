// Recomputes the status of tickets from their first status and all changes.

import GRDB
import TicketSigning

extension StatusReducer {
    /// Computes a ticket's status from all changes to it and to those that it replaces.
    ///
    /// - Returns: The reducer; `nil` if the ticket is not on the list.
    static func of(_ ticket: TicketID, in db: Database) throws -> StatusReducer? {
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE line (id, depth) AS (
                    SELECT ?1, 0 UNION SELECT replaces, depth + 1 FROM ticket JOIN line USING (id)
                    WHERE replaces IS NOT NULL AND depth < 100
                )
                SELECT coalesce(first_status, status) FROM line JOIN ticket USING (id) ORDER BY depth DESC LIMIT 1
                """
        )
        guard let first = try String.fetchOne(statement, arguments: [ticket.blob]).flatMap(TicketStatus.init) else {
            return nil
        }
        var reducer = StatusReducer(first)
        let changes = try db.cachedStatement(
            sql: """
                WITH RECURSIVE line (id) AS (
                    SELECT ?1 UNION SELECT replaces FROM ticket JOIN line USING (id) WHERE replaces IS NOT NULL
                )
                SELECT ticket, action, was, why FROM line JOIN ticket_change ON ticket_change.ticket = line.id
                ORDER BY hlc, box, seq
                """
        )
        for row in try Row.fetchAll(changes, arguments: [ticket.blob]) {
            guard let action = TicketAction(rawValue: row["action"]), let was = TicketStatus(rawValue: row["was"])
            else { continue }
            reducer.apply(action, was: was, why: row["why"], isOwn: try row.identifier("ticket") == ticket)
        }
        if try ReplacementChain.wasReplaced(ticket, in: db) { reducer.replace() }
        let removed = try db.cachedStatement(sql: "SELECT removed FROM ticket WHERE id = ?")
        if try Bool.fetchOne(removed, arguments: [ticket.blob]) == true { reducer.remove() }
        return reducer
    }

    /// Sets the status of a ticket and of its replacements according to their current changes.
    ///
    /// - Returns: The number of tickets whose status changed.
    @discardableResult
    static func recompute(_ ticket: TicketID, in db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE newer (id) AS (
                    SELECT ? UNION SELECT ticket.id FROM newer JOIN ticket ON ticket.replaces = newer.id
                )
                SELECT id, status FROM newer JOIN ticket USING (id)
                """
        )
        var settled = 0
        for row in try Row.fetchAll(statement, arguments: [ticket.blob]) {
            let id: TicketID = try row.identifier("id")
            guard let reducer = try of(id, in: db), reducer.status.rawValue != row["status"] else { continue }
            let update = """
                UPDATE ticket SET status = ?, status_why = CASE WHEN event NOT IN (SELECT event FROM purge) THEN ? END
                WHERE id = ?
                """
            try db.cachedStatement(sql: update).execute(arguments: [reducer.status.rawValue, reducer.why, id.blob])
            settled += 1
        }
        return settled
    }
}
