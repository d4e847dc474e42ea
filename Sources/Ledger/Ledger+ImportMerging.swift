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

    /// Lets rows speak of the tickets that `ticket issue` made of the same list: it gives them identifiers by chance, so
    /// they are known by their barcode from an earlier import, else by name, reference and tier. The nth row of a person
    /// is the nth ticket.
    ///
    /// - Returns: How many rows.
    static func recogniseIssuedTickets(of event: EventID, in db: Database) throws -> Int {
        try db.execute(
            sql: """
                CREATE TEMP TABLE issued AS
                WITH RECURSIVE older (id, replaced) AS (
                    SELECT id, replaces FROM ticket WHERE event = ?1 AND replaces NOT NULL AND status <> 'replaced'
                    UNION ALL
                    SELECT older.id, ticket.replaces FROM older JOIN ticket ON ticket.id = older.replaced
                    WHERE ticket.replaces NOT NULL
                )
                SELECT id, holder, reference, tier, barcode FROM ticket
                WHERE event = ?1 AND status <> 'replaced' AND coalesce(holder, reference) NOT NULL
                    AND NOT \(isImported("id"))
                    AND id NOT IN (SELECT id FROM older WHERE \(isImported("replaced")))
                """,
            arguments: [event.blob]
        )
        defer { try? db.execute(sql: "DROP TABLE temp.issued") }
        guard try Int.fetchOne(db, sql: "SELECT 1 FROM temp.issued LIMIT 1") != nil else { return 0 }
        let isTierless = "tier IS NULL AND"
        return try pair(by: "barcode", where: "barcode NOT NULL AND", in: db)
            + pair(by: "json_array(holder, reference, tier)", in: db)
            + pair(by: "json_array(holder, reference)", where: isTierless, in: db)
    }

    /// Gives rows without a ticket of their own the issued tickets with the same key, each to one row.
    private static func pair(by key: String, where condition: String = "", in db: Database) throws -> Int {
        let nth = "row_number() OVER (PARTITION BY \(key) ORDER BY"
        try db.execute(
            sql: """
                CREATE TEMP TABLE pair AS
                WITH listing AS MATERIALIZED (
                    SELECT number, \(key) AS key, \(nth) number) AS nth FROM temp.listed
                    WHERE \(condition) NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.id = listed.id)
                ), issue AS MATERIALIZED (
                    SELECT id, \(key) AS key, \(nth) id) AS nth FROM temp.issued
                )
                SELECT listing.number, issue.id FROM listing JOIN issue USING (key, nth);
                UPDATE temp.listed SET id = pair.id FROM temp.pair WHERE pair.number = listed.number;
                DELETE FROM temp.issued WHERE id IN (SELECT id FROM temp.pair);
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
