// Lists from elsewhere: first beside the ledger, compared with it, then into it.

import GRDB
public import TicketSigning

extension Ledger {
    /// Compares a list with the ledger, without changing it.
    ///
    /// The list is put into temporary tables, on disk where it is long; ``addStagedTickets(of:epoch:)`` takes it from
    /// there. The door goes on meanwhile. Blocks its thread.
    ///
    /// - Parameters:
    ///   - event: Which event the list is for.
    ///   - feed: Hands each ticket of the list to its argument.
    /// - Returns: What adding it would do; rows in conflict are left out.
    /// - Throws: ``LedgerError``, and what `feed` throws.
    /// - Complexity: Memory does not grow with the list.
    public func stageTickets(
        of event: EventID,
        _ feed: ((ImportedTicket) throws -> Void) throws -> Void
    ) throws -> ImportPlan {
        try queue.writeWithoutTransaction { db in
            try LedgerError.mapping(path: path) {
                try db.execute(sql: Self.staging)
                try db.execute(sql: "BEGIN")
                let statement = try StagingStatement(db)
                do {
                    try feed(statement.insert)
                    let plan = try Self.plan(of: event, in: db)
                    try db.execute(sql: "COMMIT")
                    return plan
                } catch {
                    if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
                    throw error
                }
            }
        }
    }

    /// Puts the staged list into the ledger, all of it or nothing.
    ///
    /// What the list leaves out stays as it is. A ticket that was paid, blocked or withdrawn here stays so, whatever an
    /// older list says; a refund that is new in the list counts.
    ///
    /// - Parameters:
    ///   - event: Which event the list is for.
    ///   - epoch: Of the key that signs codes for new tickets.
    /// - Throws: ``LedgerError``; then no ticket was added or changed.
    /// - Complexity: One write transaction.
    public func addStagedTickets(of event: EventID, epoch: UInt32) async throws {
        try await write { db in
            try db.execute(
                sql:
                    "INSERT OR IGNORE INTO tier (event, name) SELECT DISTINCT ?, tier FROM temp.staged WHERE tier NOT NULL",
                arguments: [event.blob]
            )
            let index = FindingIndex(db)
            let renamed = """
                SELECT ticket.id FROM temp.staged JOIN ticket ON ticket.id = staged.id
                WHERE \(Self.isRenamed)
                """
            try db.execute(sql: "CREATE TEMP TABLE renamed AS \(renamed)")
            try index.remove(ticketsIn: "temp.renamed")
            try db.execute(
                sql: """
                    UPDATE ticket SET
                        tier = coalesce(staged.tier, ticket.tier),
                        status = \(Self.mergedStatus),
                        holder = coalesce(staged.holder, ticket.holder),
                        reference = coalesce(staged.reference, ticket.reference),
                        admits = coalesce(staged.admits, ticket.admits),
                        note = coalesce(staged.note, ticket.note),
                        opens_ms = coalesce(staged.opens_ms, ticket.opens_ms),
                        closes_ms = coalesce(staged.closes_ms, ticket.closes_ms),
                        barcode = coalesce(staged.barcode, ticket.barcode)
                    FROM temp.staged WHERE staged.id = ticket.id AND (\(Self.isChanged))
                    """
            )
            try Self.addingInBulk(to: "ticket", in: db) { try Self.addNewTickets(of: event, epoch: epoch, in: db) }
            try index.add(ticketsIn: "temp.renamed")
            try index.addNewTickets()
            try db.execute(sql: "DROP TABLE temp.staged; DROP TABLE temp.renamed")
        }
    }

    /// In the order of identifiers, as the table keeps them. Revisions follow that order; gaps between them mean nothing.
    private static func addNewTickets(of event: EventID, epoch: UInt32, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO ticket
                    (id, event, user, epoch, tier, status, holder, reference, admits, note, opens_ms, closes_ms,
                    barcode, rev)
                SELECT id, ?1, user, ?2, tier, status, holder, reference, admits, note, opens_ms, closes_ms,
                    barcode, ?3 + number
                FROM temp.staged WHERE NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.id = staged.id)
                ORDER BY number
                """,
            arguments: [event.blob, epoch, try IssuedTicket.lastRevision(in: db)]
        )
    }

    /// Makes the indexes of a table after its rows where most rows are new: sorting a million keys once takes little
    /// more than half of the time of finding each key's place.
    private static func addingInBulk(to table: String, in db: Database, _ add: () throws -> Void) throws {
        let listed = try Int.fetchOne(db, sql: "SELECT count(*) FROM temp.staged") ?? 0
        let present = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT ?)", arguments: [listed])
        let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL"
        let indexes = present ?? 0 < listed / 2 ? try Row.fetchAll(db, sql: sql, arguments: [table]) : []
        for index in indexes { try db.execute(sql: "DROP INDEX \(index["name"] as String)") }
        try add()
        for index in indexes { try db.execute(sql: index["sql"] as String) }
    }

    /// `listed` has the rows in the order of the file, `staged` those that can be added, in the order of `ticket`.
    private static let staging = """
        DROP TABLE IF EXISTS temp.listed;
        DROP TABLE IF EXISTS temp.staged;
        CREATE TEMP TABLE listed (\(columns));
        CREATE TEMP TABLE staged (number INTEGER PRIMARY KEY, \(columns));
        """

    private static let columns = """
        line INTEGER, id BLOB, user BLOB, tier TEXT, status TEXT, holder TEXT, reference TEXT, admits INTEGER,
        note TEXT, opens_ms INTEGER, closes_ms INTEGER, barcode TEXT
        """

    private static let isRenamed = """
        coalesce(staged.holder, ticket.holder) IS NOT ticket.holder
        OR coalesce(staged.reference, ticket.reference) IS NOT ticket.reference
        """

    private static let isChanged =
        (["tier", "holder", "reference", "admits", "note", "opens_ms", "closes_ms", "barcode"]
        .map { "coalesce(staged.\($0), ticket.\($0)) IS NOT ticket.\($0)" } + ["\(mergedStatus) IS NOT ticket.status"])
        .joined(separator: " OR ")

    private static func plan(of event: EventID, in db: Database) throws -> ImportPlan {
        try sort(in: db)
        let hasRepeated = try Int.fetchOne(
            db,
            sql:
                "SELECT 1 FROM temp.staged AS a JOIN temp.staged AS b ON b.number = a.number + 1 WHERE a.id = b.id LIMIT 1"
        )
        var repeated = 0
        var conflicts: [ImportConflict] = []
        if hasRepeated != nil {
            try db.execute(sql: "CREATE INDEX temp.listed_id ON listed (id)")
            repeated = try removeRepeatedRows(in: db)
            conflicts += try removeRows(sharing: "id", in: db) { .ticket(line: $0) }
        }
        conflicts += try removeBarcodeConflicts(of: event, in: db)
        if repeated + conflicts.count > 0 { try sort(in: db) }
        try db.execute(sql: "DROP TABLE temp.listed")
        try followReissues(of: event, in: db)
        let impossible = try removeImpossibleTimes(in: db)
        let counts = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS total, coalesce(sum(status = 'unpaid'), 0) AS unpaid,
                    coalesce(sum(status = 'revoked'), 0) AS withdrawn, count(barcode) AS with_barcode
                FROM temp.staged
                """
        )
        func count(_ condition: String) throws -> Int {
            let sql = "SELECT count(*) FROM temp.staged JOIN ticket ON ticket.id = staged.id WHERE \(condition)"
            return try Int.fetchOne(db, sql: sql) ?? 0
        }
        let known = try count("1")
        let changed = known == 0 ? 0 : try count(isChanged)
        return ImportPlan(
            new: (counts?["total"] ?? 0) - known,
            changed: changed,
            unchanged: known - changed,
            unpaid: counts?["unpaid"] ?? 0,
            withdrawn: counts?["withdrawn"] ?? 0,
            withBarcode: counts?["with_barcode"] ?? 0,
            repeated: repeated,
            conflicts: (conflicts + impossible).sorted { $0.line < $1.line }
        )
    }

    private static func sort(in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM temp.staged;
                INSERT INTO temp.staged SELECT NULL, * FROM temp.listed ORDER BY id, rowid;
                """
        )
    }

    /// Drops rows that say again what an earlier one says.
    private static func removeRepeatedRows(in db: Database) throws -> Int {
        let same = ["tier", "status", "holder", "reference", "admits", "note", "opens_ms", "closes_ms", "barcode"]
            .map { "later.\($0) IS earlier.\($0)" }.joined(separator: " AND ")
        try db.execute(
            sql: """
                DELETE FROM temp.listed WHERE rowid IN (
                    SELECT later.rowid FROM (SELECT id FROM temp.listed GROUP BY id HAVING count(*) > 1) AS twice
                    JOIN temp.listed AS earlier ON earlier.id = twice.id
                    JOIN temp.listed AS later ON later.id = twice.id AND later.rowid > earlier.rowid
                    WHERE \(same))
                """
        )
        return db.changesCount
    }

    /// Drops rows whose barcode another row has, or another ticket of the ledger.
    private static func removeBarcodeConflicts(of event: EventID, in db: Database) throws -> [ImportConflict] {
        guard try Int.fetchOne(db, sql: "SELECT 1 FROM temp.listed WHERE barcode NOT NULL LIMIT 1") != nil else {
            return []
        }
        try db.execute(sql: "CREATE INDEX temp.listed_barcode ON listed (barcode) WHERE barcode NOT NULL")
        let inLedger = """
            SELECT listed.rowid AS row, listed.line AS line, 0 AS other
            FROM temp.listed JOIN ticket ON ticket.event = ?1 AND ticket.barcode = listed.barcode
            WHERE ticket.id <> listed.id
            """
        return try removeRows(sharing: "barcode", in: db) { .barcode(line: $0) }
            + remove(inLedger, [event.blob], in: db) { _ in .barcodeInLedger }
    }

    /// Drops rows that share a key with an earlier one.
    private static func removeRows(
        sharing key: String,
        in db: Database,
        kind: (Int) -> ImportConflict.Kind
    ) throws -> [ImportConflict] {
        let later = """
            SELECT later.rowid AS row, later.line AS line, first.line AS other
            FROM (SELECT \(key), min(rowid) AS first_row FROM temp.listed WHERE \(key) NOT NULL
                GROUP BY \(key) HAVING count(*) > 1) AS twice
            JOIN temp.listed AS first ON first.rowid = twice.first_row
            JOIN temp.listed AS later ON later.\(key) = twice.\(key) AND later.rowid > twice.first_row
            """
        return try remove(later, in: db, kind: kind)
    }

    private static func remove(
        _ rows: String,
        _ arguments: StatementArguments = [],
        in db: Database,
        kind: (Int) -> ImportConflict.Kind
    ) throws -> [ImportConflict] {
        try Row.fetchAll(db, sql: rows, arguments: arguments).map { row in
            try db.execute(sql: "DELETE FROM temp.listed WHERE rowid = ?", arguments: [row["row"] as Int64])
            return ImportConflict(line: row["line"], kind: kind(row["other"]))
        }
    }
}
