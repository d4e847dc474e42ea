// Rows of a list that are not what they seem, seen from the ledger.

import GRDB
import TicketSigning

extension Ledger {
    /// Lets rows of tickets that were issued anew speak of the newest one; their barcode stays the old one's.
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

    /// Lets rows speak of tickets that came in another way: those that `ticket issue` made of the same list, with
    /// identifiers by chance, and those that were imported from it with barcodes where it has none now, or without where
    /// it has some. They are known by their barcode, else by name, reference and tier. The nth row of a person is the nth
    /// ticket.
    ///
    /// - Returns: How many rows speak of tickets that were issued.
    static func recogniseTickets(of event: EventID, in db: Database) throws -> Int {
        try db.execute(
            sql: """
                CREATE TEMP TABLE known AS
                WITH RECURSIVE older (id, replaced) AS (
                    SELECT id, replaces FROM ticket WHERE event = ?1 AND replaces NOT NULL AND status <> 'replaced'
                    UNION ALL
                    SELECT older.id, ticket.replaces FROM older JOIN ticket ON ticket.id = older.replaced
                    WHERE ticket.replaces NOT NULL
                )
                SELECT id, holder, reference, tier, barcode,
                    \(isImported("id")) OR id IN (SELECT id FROM older WHERE \(isImported("replaced"))) AS is_imported
                FROM ticket
                WHERE event = ?1 AND status <> 'replaced' AND coalesce(holder, reference) NOT NULL
                    AND id NOT IN (SELECT id FROM temp.listed)
                    AND id NOT IN (
                        SELECT id FROM older WHERE \(isImported("replaced")) AND replaced IN (SELECT id FROM temp.listed)
                    )
                """,
            arguments: [event.blob]
        )
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
            // Two codes are two tickets; a list that says nothing of codes may mean any.
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

    /// Gives rows without a ticket of their own the known tickets with the same key, each to one row.
    ///
    /// - Parameters:
    ///   - key: Of a row and of a ticket.
    ///   - rows: Which rows.
    ///   - tickets: Which tickets.
    ///   - isAlias: Whether the row's own identifier means that ticket from now on, whatever is corrected.
    ///   - db: With the rows in `temp.listed` and the tickets in `temp.known`.
    /// - Returns: How many rows got one.
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
                    WHERE \(rows) AND NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.id = listed.id AND NOT ticket.removed)
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

    /// Whether an identifier was made from a list: version 8 stands in its seventh byte.
    private static func isImported(_ id: String) -> String {
        "substr(hex(\(id)), 13, 1) = '8'"
    }

    /// Drops rows whose times and those of the ledger together would end before they begin.
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
