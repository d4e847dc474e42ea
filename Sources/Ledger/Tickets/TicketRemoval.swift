// Removes tickets from the list together with their import.

import GRDB
import TicketSigning

/// Tickets to remove, with their replacements; use it in a write transaction.
struct TicketRemoval {
    private let db: Database

    /// - Parameters:
    ///   - selection: A query that returns identifiers.
    ///   - db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    init(of selection: String, in db: Database) throws {
        self.db = db
        try db.execute(
            sql: """
                DROP TABLE IF EXISTS temp.going;
                CREATE TEMP TABLE going (place INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE);
                INSERT INTO temp.going (id)
                WITH RECURSIVE family (id) AS (
                    \(selection)
                    UNION SELECT ticket.id FROM family JOIN ticket ON ticket.replaces = family.id
                )
                SELECT family.id FROM family JOIN ticket USING (id) WHERE NOT ticket.removed;
                """
        )
    }

    /// Returns how many of them somebody has entered with, and when the first did.
    func entered() throws -> (tickets: Int, first: Timestamp?) {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(DISTINCT going.id) AS tickets, min(at_ms) AS first_ms
                FROM temp.going CROSS JOIN admission ON admission.ticket = going.id
                """
        )
        return (row?["tickets"] ?? 0, row?.timestamp("first_ms"))
    }

    /// Keeps the tickets that somebody has entered with, and their replacements.
    func keepEntered() throws {
        try db.execute(
            sql: """
                DELETE FROM temp.going WHERE id IN (
                    WITH RECURSIVE used (id) AS (
                        SELECT going.id FROM temp.going CROSS JOIN admission ON admission.ticket = going.id
                        UNION SELECT ticket.id FROM used JOIN ticket ON ticket.replaces = used.id
                    )
                    SELECT id FROM used
                )
                """
        )
    }

    /// Removes the tickets: creates a new version of each, without names and barcode, that no gate admits.
    ///
    /// - Returns: The number of tickets that could have entered until now.
    func remove() throws -> Int {
        let count = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM temp.going JOIN ticket USING (id) WHERE status <> 'replaced'")
        let index = SearchIndex(db)
        try index.remove(ticketsIn: "temp.going")
        try db.execute(
            sql: """
                UPDATE ticket SET removed = 1, holder = NULL, reference = NULL, note = NULL, barcode = NULL,
                    first_status = coalesce(first_status, status),
                    status = CASE status WHEN 'replaced' THEN status ELSE 'revoked' END, status_why = ?,
                    listed = NULL, uncoded = 0, rev = ? + going.place
                FROM temp.going WHERE going.id = ticket.id
                """,
            arguments: [StatusReducer.removalReason, try IssuedTicket.lastRevision(in: db)]
        )
        try index.add(ticketsIn: "temp.going")
        return count ?? 0
    }

    /// Discards the selection.
    func end() throws {
        try db.execute(sql: "DROP TABLE IF EXISTS temp.going")
    }
}
