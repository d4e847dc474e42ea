// Matches rows of a list with tickets that the ledger knows under other identifiers.

import GRDB
import TicketSigning

extension Ledger {
    /// Points the rows of reissued tickets at the newest replacement, without changing its barcode.
    static func followReissues(of event: EventID, in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE newest AS
                WITH RECURSIVE later (old, new) AS (
                    SELECT replaces, id FROM ticket WHERE event = ? AND replaces NOT NULL AND status <> 'replaced'
                    UNION SELECT ticket.replaces, later.new FROM later JOIN ticket ON ticket.id = later.old
                    WHERE ticket.replaces NOT NULL
                )
                SELECT old, new FROM later
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

    /// Matches rows with tickets that came from elsewhere: those that `ticket issue` made from the same list, with
    /// random identifiers, and those that were imported from it with barcodes where it has none now, or without where
    /// it has some. They are matched by barcode, otherwise by name, reference and tier. The n-th row of a person is
    /// the n-th ticket.
    ///
    /// - Returns: The number of rows that refer to issued tickets.
    static func recogniseTickets(of event: EventID, in db: Database) throws -> Int {
        try stageKnownTickets(of: event, in: db)
        defer { try? db.execute(sql: "DROP TABLE IF EXISTS temp.known") }
        let person = "holder, reference"
        var issued = 0
        if try Int.fetchOne(db, sql: "SELECT 1 FROM temp.known WHERE NOT is_imported LIMIT 1") != nil {
            let isIssued = "NOT is_imported"
            issued += try pair(by: "barcode", rows: "barcode NOT NULL", tickets: isIssued, isAlias: false, in: db)
            issued += try pair(by: "json_array(\(person), tier)", tickets: isIssued, isAlias: false, in: db)
            issued += try pair(
                by: "json_array(\(person))", rows: "tier IS NULL", tickets: isIssued, isAlias: false, in: db)
        }
        if try Int.fetchOne(db, sql: "SELECT 1 FROM temp.known WHERE is_imported LIMIT 1") != nil {
            _ = try pair(
                by: "json_array(\(person), barcode)", rows: "barcode NOT NULL", tickets: "is_imported", in: db)
            // Two codes are two tickets; a list without codes may mean any ticket.
            for (row, ticket) in [("NOT NULL", "IS NULL"), ("IS NULL", "NOT NULL")] {
                let (rows, tickets) = ("barcode \(row)", "is_imported AND barcode \(ticket)")
                _ = try pair(by: "json_array(\(person), tier)", rows: rows, tickets: tickets, in: db)
                _ = try pair(
                    by: "json_array(\(person))", rows: "\(rows) AND tier IS NULL", tickets: tickets, in: db)
                _ = try pair(
                    by: "json_array(\(person))", rows: rows, tickets: "\(tickets) AND tier IS NULL", in: db)
            }
        }
        return issued
    }

    /// Puts the tickets that rows may mean into `temp.known`: all with a name or reference that no row has already.
    private static func stageKnownTickets(of event: EventID, in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TEMP TABLE known AS
                WITH RECURSIVE older (id, replaced) AS (
                    SELECT id, replaces FROM ticket WHERE event = ?1 AND replaces NOT NULL AND status <> 'replaced'
                    UNION
                    SELECT older.id, ticket.replaces FROM older JOIN ticket ON ticket.id = older.replaced
                    WHERE ticket.replaces NOT NULL
                )
                SELECT id, holder, reference, tier, barcode,
                    \(isImported("id")) OR id IN (SELECT id FROM older WHERE \(isImported("replaced"))) AS is_imported
                FROM ticket
                WHERE event = ?1 AND status <> 'replaced' AND coalesce(holder, reference) NOT NULL
                    AND id NOT IN (SELECT id FROM temp.listed)
                    AND id NOT IN (
                        SELECT id FROM older WHERE \(isImported("replaced"))
                            AND replaced IN (SELECT id FROM temp.listed)
                    )
                """,
            arguments: [event.blob]
        )
    }

    /// Pairs rows that have no ticket of their own with known tickets that have the same key, one ticket per row.
    ///
    /// - Parameters:
    ///   - key: The key of a row and of a ticket.
    ///   - rows: A condition that selects the rows.
    ///   - tickets: A condition that selects the tickets.
    ///   - isAlias: Whether the row's own identifier means that ticket from now on, even after corrections.
    ///   - db: A database with the rows in `temp.listed` and the tickets in `temp.known`.
    /// - Returns: The number of rows that got a ticket.
    /// - Throws: `DatabaseError`.
    private static func pair(
        by key: String,
        rows: String = "true",
        tickets: String,
        isAlias: Bool = true,
        in db: Database
    ) throws -> Int {
        let nth = "row_number() OVER (PARTITION BY \(key) ORDER BY"
        try db.execute(
            sql: """
                CREATE TEMP TABLE pair AS
                WITH listing AS MATERIALIZED (
                    SELECT number, \(key) AS key, \(nth) number) AS nth FROM temp.listed
                    WHERE \(rows)
                        AND NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.id = listed.id AND NOT ticket.removed)
                ), ticketing AS MATERIALIZED (
                    SELECT id, \(key) AS key, \(nth) id) AS nth FROM temp.known WHERE \(tickets)
                )
                SELECT listing.number, ticketing.id FROM listing JOIN ticketing USING (key, nth);
                UPDATE temp.listed SET own = \(isAlias ? "coalesce(own, listed.id)" : "own"), id = pair.id
                FROM temp.pair WHERE pair.number = listed.number;
                DELETE FROM temp.known WHERE id IN (SELECT id FROM temp.pair);
                """
        )
        defer { try? db.execute(sql: "DROP TABLE temp.pair") }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM temp.pair") ?? 0
    }

    /// SQL for whether an identifier was derived from a list: its seventh byte holds version 8.
    private static func isImported(_ id: String) -> String {
        "substr(hex(\(id)), 13, 1) = '8'"
    }

    /// Drops rows whose times, combined with those in the ledger, would end before they begin.
    static func removeImpossibleTimes(_ origin: ImportOrigin, in db: Database) throws -> [ImportConflict] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT staged.rowid AS row, staged.line FROM temp.staged JOIN ticket ON ticket.id = staged.id
                WHERE \(origin.value("closes_ms")) <= \(origin.value("opens_ms"))
                """
        )
        return try rows.map { row in
            try db.execute(sql: "DELETE FROM temp.staged WHERE rowid = ?", arguments: [row["row"] as Int64])
            return ImportConflict(line: row["line"], kind: .timesInLedger)
        }
    }
}
