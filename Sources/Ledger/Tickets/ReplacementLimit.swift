// Keeps chains of replacements short, whatever other boxes write.

import GRDB
import TicketSigning

/// The limit for how many tickets, one after the other, a ticket can stand for.
///
/// A longer chain, or a circle, would make guests wait while it is followed. A ticket that goes beyond keeps its claim
/// in `overlong`, because records are passed on as they came; the claim has no effect, and nobody enters with that
/// ticket. The same tickets give the same result in every ledger, in whatever order they arrive.
enum ReplacementLimit {
    /// The highest number of tickets that one replaces, one after the other.
    static let most = 16

    /// What staff read for a ticket beyond the limit.
    static let reason = "it replaces more than \(most) tickets, one after the other"

    /// Decides for tickets, and for those that replace them, whether what they claim to replace has an effect.
    ///
    /// - Parameters:
    ///   - tickets: Tickets whose claims are new.
    ///   - db: A database in a write transaction.
    /// - Returns: Tickets whose statuses may be different now.
    /// - Throws: `DatabaseError`.
    /// - Complexity: 17 look-ups for each ticket, and for each that replaces it.
    static func apply(to tickets: [TicketID], in db: Database) throws -> Set<TicketID> {
        var unsettled: Set<TicketID> = []
        for ticket in try withNewer(tickets, in: db) {
            let isBeyond = try isBeyond(ticket, in: db)
            let (from, to) = isBeyond ? ("replaces", "overlong") : ("overlong", "replaces")
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE ticket SET \(to) = \(from), \(from) = NULL WHERE id = ? AND \(from) NOT NULL
                    RETURNING \(to) AS older
                    """
            )
            guard let row = try Row.fetchOne(statement, arguments: [ticket.blob]) else { continue }
            unsettled.formUnion([ticket, try row.identifier("older")])
        }
        return unsettled
    }

    /// Returns tickets and those that replace them, as far as the limit reaches.
    private static func withNewer(_ tickets: [TicketID], in db: Database) throws -> Set<TicketID> {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id FROM ticket WHERE replaces = ?1 UNION ALL SELECT id FROM ticket WHERE overlong = ?1
                """
        )
        var (all, last) = (Set(tickets), Set(tickets))
        for _ in 0...most where !last.isEmpty {
            var next: Set<TicketID> = []
            for ticket in last {
                for row in try Row.fetchAll(statement, arguments: [ticket.blob]) {
                    let newer: TicketID = try row.identifier("id")
                    if all.insert(newer).inserted { next.insert(newer) }
                }
            }
            last = next
        }
        return all
    }

    /// Returns whether a ticket claims to stand for more than the limit; one in a circle does.
    static func isBeyond(_ ticket: TicketID, in db: Database) throws -> Bool {
        try depth(of: ticket, in: db) > most
    }

    /// Returns how many tickets, one after the other, a ticket claims to replace, at most one more than the limit.
    static func depth(of ticket: TicketID, in db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE older (id, depth) AS (
                    SELECT ?1, 0
                    UNION ALL SELECT coalesce(overlong, replaces), depth + 1 FROM older JOIN ticket USING (id)
                    WHERE coalesce(overlong, replaces) NOT NULL AND depth <= ?2
                )
                SELECT max(depth) FROM older
                """
        )
        return try Int.fetchOne(statement, arguments: [ticket.blob, most]) ?? 0
    }
}
