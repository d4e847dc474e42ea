// Which tickets a ticket replaces, and whether another one replaces it.

import GRDB
import TicketSigning

/// A ticket with those that it replaces.
///
/// Other boxes write what a ticket replaces, so it may be wrong. A ticket of another event replaces none of this one's,
/// because the box that wrote it may take part in that event only. A circle ends the chain.
struct ReplacementChain {
    /// This ticket, then the one that it replaces, and so on, each once.
    let tickets: [TicketID]
    /// The last of ``tickets``, or the least of a circle, if the ticket replaces another one or was replaced;
    /// otherwise `nil`. Tickets of one circle have one root.
    let root: TicketID?
    /// The event of them all; `nil` if the ticket is on no list and the caller does not know it.
    let event: EventID?
    /// Whether another ticket of the list replaces this one.
    let isReplaced: Bool

    /// The status alone does not tell whether a ticket was replaced: its replacement can arrive first, and a ticket
    /// that is on no list has no status.
    ///
    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - event: Its event by its code; `nil` for the one on the list.
    ///   - isFirst: Whether the caller knows that it replaces no other ticket, which saves a query.
    ///   - db: A database within a transaction.
    /// - Throws: `DatabaseError`.
    /// - Complexity: One step for each ticket that it replaces.
    init(of ticket: TicketID, ofEvent event: EventID? = nil, isFirst: Bool = false, in db: Database) throws {
        let rows = isFirst ? [:] : try Self.rows(from: ticket, in: db)
        let event = rows[ticket]?.event ?? event
        self.event = event
        var (line, seen, circle) = ([ticket], Set([ticket]), [TicketID]())
        while let older = line.last.flatMap({ rows[$0]?.replaces }), rows[older]?.event ?? event == event {
            guard seen.insert(older).inserted else {
                circle = Array(line.drop { $0 != older })
                break
            }
            line.append(older)
        }
        tickets = line
        isReplaced = try Self.isReplaced(ticket, of: event, in: db)
        root = line.count > 1 || isReplaced ? circle.min() ?? line.last : nil
    }

    /// Reads what each ticket of the chain replaces, with its event; a ticket that is on no list has no row.
    private static func rows(
        from ticket: TicketID, in db: Database
    ) throws -> [TicketID: (replaces: TicketID?, event: EventID)] {
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE line (id) AS (
                    SELECT ?1 UNION SELECT replaces FROM ticket JOIN line USING (id) WHERE replaces IS NOT NULL
                )
                SELECT id, replaces, event FROM line JOIN ticket USING (id)
                """
        )
        return try Row.fetchAll(statement, arguments: [ticket.blob]).reduce(into: [:]) { rows, row in
            rows[try row.identifier("id")] = (row.optionalIdentifier("replaces"), try row.identifier("event"))
        }
    }

    private static func isReplaced(_ ticket: TicketID, of event: EventID?, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM ticket WHERE replaces = ?1 AND event = coalesce(?2, event))")
        return try Bool.fetchOne(statement, arguments: [ticket.blob, event?.blob]) ?? false
    }
}
