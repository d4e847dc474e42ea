// Writes down what staff do.

import GRDB
import TicketSigning

extension TicketChange {
    /// Writes a change down as the next one of this ledger's box.
    ///
    /// - Throws: ``LedgerError/rolledBack(box:)`` where others have later changes of this box than it has itself.
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
                SELECT id, name, EXISTS (SELECT 1 FROM alarm WHERE alarm.box = box.id) AS is_alarmed,
                    (SELECT coalesce(max(seq), 0) FROM ticket_change WHERE ticket_change.box = box.id) AS seq
                FROM box WHERE own = 1
                """
        )
        guard let row = try Row.fetchOne(statement) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no box of its own")
        }
        guard !(row["is_alarmed"] as Bool) else { throw LedgerError.rolledBack(box: row["name"]) }
        try SharedChange(
            box: try row.identifier("id"), seq: row["seq"] + 1, ticket: ticket, action: action, was: was, status: status,
            by: attribution, at: instant, hlc: try LogicalClock.next(on: instant, in: db)
        ).insert(in: db)
    }
}
