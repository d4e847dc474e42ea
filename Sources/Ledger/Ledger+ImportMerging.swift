// Where a list and the ledger say different things of one ticket.

import GRDB
import TicketSigning

extension Ledger {
    /// A ticket goes on from unpaid to valid to withdrawn, and never back by a list; a withdrawal that staff took back
    /// does not come again.
    static let mergedStatus = """
        CASE
            WHEN ticket.status IN ('revoked', 'replaced') THEN ticket.status
            WHEN staged.status IN ('revoked', 'blocked')
                THEN CASE WHEN \(isTakenBack) THEN ticket.status ELSE staged.status END
            WHEN ticket.status = 'unpaid' THEN staged.status
            ELSE ticket.status
        END
        """

    /// Whether staff restored the ticket, or one that it stands for, from a status that a list gave it: what staff do is
    /// written down, so it was a list where the last thing they did had left another status.
    private static let isTakenBack = """
        EXISTS (
            WITH RECURSIVE older (id) AS (
                SELECT staged.id
                UNION SELECT newer.replaces FROM older JOIN ticket AS newer ON newer.id = older.id
                WHERE newer.replaces NOT NULL
            )
            SELECT 1 FROM older JOIN ticket_change AS back ON back.ticket = older.id
            WHERE back.action = 'restore' AND back.was = staged.status AND back.was IS NOT (
                SELECT earlier.status FROM ticket_change AS earlier
                WHERE earlier.ticket = back.ticket AND earlier.rev < back.rev ORDER BY earlier.rev DESC LIMIT 1
            )
        )
        """

    /// Lets rows of tickets that were issued anew speak of the newest one; their barcode stays the old one's.
    static func followReissues(of event: EventID, in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE newest AS
                WITH RECURSIVE step (old, new) AS MATERIALIZED (
                    SELECT replaces, id FROM ticket WHERE event = ? AND replaces NOT NULL
                ), later (old, new) AS (
                    SELECT old, new FROM step
                    UNION ALL SELECT later.old, step.new FROM later JOIN step ON step.old = later.new
                )
                SELECT later.old, later.new FROM later JOIN ticket ON ticket.id = later.new
                WHERE ticket.status <> 'replaced'
                """,
            arguments: [event.blob]
        )
        try db.execute(
            sql: """
                CREATE INDEX temp.newest_old ON newest (old);
                UPDATE temp.staged SET id = newest.new, barcode = NULL FROM temp.newest WHERE newest.old = staged.id;
                DROP TABLE temp.newest;
                """
        )
    }

    /// Drops rows whose times and those of the ledger together would end before they begin.
    static func removeImpossibleTimes(in db: Database) throws -> [ImportConflict] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT staged.rowid AS row, staged.line FROM temp.staged JOIN ticket ON ticket.id = staged.id
                WHERE coalesce(staged.closes_ms, ticket.closes_ms) <= coalesce(staged.opens_ms, ticket.opens_ms)
                """
        )
        return try rows.map { row in
            try db.execute(sql: "DELETE FROM temp.staged WHERE rowid = ?", arguments: [row["row"] as Int64])
            return ImportConflict(line: row["line"], kind: .timesInLedger)
        }
    }
}
