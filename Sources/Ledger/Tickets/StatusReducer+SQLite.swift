// Recomputes the status of tickets from their first status and all changes.

import GRDB
import TicketSigning

extension StatusReducer {
    /// Computes a ticket's status from all changes to it and to those that it replaces.
    ///
    /// - Returns: The reducer; `nil` if the ticket is not on the list.
    static func of(_ ticket: TicketID, in db: Database) throws -> StatusReducer? {
        let chain = try ReplacementChain(of: ticket, in: db)
        guard let first = try firstStatus(of: chain, in: db) else { return nil }
        var reducer = StatusReducer(first)
        let changes = try db.cachedStatement(
            sql: """
                WITH RECURSIVE line (id) AS (
                    SELECT ?1 UNION SELECT replaces FROM ticket JOIN line USING (id) WHERE replaces IS NOT NULL
                )
                SELECT ticket, action, was, why FROM line JOIN ticket_change ON ticket_change.ticket = line.id
                WHERE counts ORDER BY hlc, box, seq, chain
                """
        )
        for row in try Row.fetchAll(changes, arguments: [ticket.blob]) {
            guard let action = TicketAction(rawValue: row["action"]), let was = TicketStatus(rawValue: row["was"])
            else { continue }
            reducer.apply(action, was: was, why: row["why"], isOwn: try row.identifier("ticket") == ticket)
        }
        if chain.isReplaced { reducer.replace() }
        let flags = try db.cachedStatement(sql: "SELECT removed, overlong NOT NULL AS beyond FROM ticket WHERE id = ?")
        if let row = try Row.fetchOne(flags, arguments: [ticket.blob]) {
            if row["beyond"] { reducer.revoke(because: ReplacementLimit.reason) }
            if row["removed"] { reducer.revoke(because: Self.removalReason) }
        }
        return reducer
    }

    /// Computes the status of a ticket that follows from a grant, from all changes to it.
    static func ofGranted(_ ticket: TicketID, in db: Database) throws -> StatusReducer {
        var reducer = StatusReducer(.valid)
        let changes = try db.cachedStatement(
            sql: """
                SELECT action, was, why FROM ticket_change WHERE ticket = ? AND counts ORDER BY hlc, box, seq, chain
                """
        )
        for row in try Row.fetchAll(changes, arguments: [ticket.blob]) {
            guard let action = TicketAction(rawValue: row["action"]), let was = TicketStatus(rawValue: row["was"]),
                action != .reissue
            else { continue }
            reducer.apply(action, was: was, why: row["why"], isOwn: true)
        }
        return reducer
    }

    /// Returns the initial status of the first ticket of a chain that is on the list; only the very first may not be.
    private static func firstStatus(of chain: ReplacementChain, in db: Database) throws -> TicketStatus? {
        let statement = try db.cachedStatement(sql: "SELECT coalesce(first_status, status) FROM ticket WHERE id = ?")
        for ticket in chain.tickets.suffix(2).reversed() {
            let first = try String.fetchOne(statement, arguments: [ticket.blob])
            if let first { return TicketStatus(rawValue: first) }
        }
        return nil
    }

    /// Sets the status of a ticket and of its replacements according to their current changes.
    ///
    /// - Returns: The number of tickets whose status changed.
    @discardableResult
    static func recompute(_ ticket: TicketID, in db: Database) throws -> Int {
        try recompute([ticket], in: db)
    }

    /// Sets the statuses of tickets and of their replacements according to their current changes, each once.
    ///
    /// - Returns: The number of tickets whose status changed.
    @discardableResult
    static func recompute(_ tickets: Set<TicketID>, in db: Database) throws -> Int {
        let newer = try db.cachedStatement(sql: "SELECT id FROM ticket WHERE replaces = ?")
        var (all, next) = (tickets, Array(tickets))
        while let ticket = next.popLast() {
            for row in try Row.fetchAll(newer, arguments: [ticket.blob]) {
                let id: TicketID = try row.identifier("id")
                if all.insert(id).inserted { next.append(id) }
            }
        }
        return try all.sorted().count { try settle($0, in: db) }
    }

    /// Sets the status of one ticket.
    ///
    /// - Returns: Whether it changed.
    private static func settle(_ ticket: TicketID, in db: Database) throws -> Bool {
        let now = try db.cachedStatement(sql: "SELECT status FROM ticket WHERE id = ?")
        guard let status = try String.fetchOne(now, arguments: [ticket.blob]), let reducer = try of(ticket, in: db),
            reducer.status.rawValue != status
        else { return false }
        let update = """
            UPDATE ticket SET status = ?, status_why = CASE WHEN event NOT IN (SELECT event FROM purge) THEN ? END
            WHERE id = ?
            """
        try db.cachedStatement(sql: update).execute(arguments: [reducer.status.rawValue, reducer.why, ticket.blob])
        return true
    }
}
