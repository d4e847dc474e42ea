// Lists from elsewhere: first beside the ledger, compared with it, then into it.

import GRDB
public import TicketSigning

extension Ledger {
    /// Compares a list with the ledger, without changing it.
    ///
    /// The list is put into a temporary table, on disk where it is long; ``addStagedTickets(of:epoch:)`` takes it from
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
                    try db.execute(sql: "CREATE INDEX temp.staged_id ON staged (id)")
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
        // Inserts go in the order of identifiers; the words' index wants a cache of its own.
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA cache_size = -65536") }
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
            try db.execute(
                sql: """
                    INSERT INTO ticket
                        (id, event, user, epoch, tier, status, holder, reference, admits, note, opens_ms, closes_ms,
                        barcode, rev)
                    SELECT id, ?1, user, ?2, tier, status, holder, reference, admits, note, opens_ms, closes_ms,
                        barcode, ?3 + row_number() OVER (ORDER BY id)
                    FROM temp.staged WHERE NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.id = staged.id)
                    ORDER BY id
                    """,
                arguments: [event.blob, epoch, try IssuedTicket.lastRevision(in: db)]
            )
            try index.add(ticketsIn: "temp.renamed")
            try index.addNewTickets()
            try db.execute(sql: "DROP TABLE temp.staged; DROP TABLE temp.renamed")
        }
    }

    private static let staging = """
        DROP TABLE IF EXISTS temp.staged;
        CREATE TEMP TABLE staged (
            line INTEGER, id BLOB, user BLOB, tier TEXT, status TEXT, holder TEXT, reference TEXT, admits INTEGER,
            note TEXT, opens_ms INTEGER, closes_ms INTEGER, barcode TEXT
        );
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
        let repeated = try removeRepeatedRows(in: db)
        let conflicts = try removeConflicts(of: event, in: db)
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

    /// Drops rows that say again what an earlier one says.
    private static func removeRepeatedRows(in db: Database) throws -> Int {
        let same = ["tier", "status", "holder", "reference", "admits", "note", "opens_ms", "closes_ms", "barcode"]
            .map { "later.\($0) IS earlier.\($0)" }.joined(separator: " AND ")
        try db.execute(
            sql: """
                DELETE FROM temp.staged WHERE rowid IN (
                    SELECT later.rowid FROM (SELECT id FROM temp.staged GROUP BY id HAVING count(*) > 1) AS twice
                    JOIN temp.staged AS earlier ON earlier.id = twice.id
                    JOIN temp.staged AS later ON later.id = twice.id AND later.rowid > earlier.rowid
                    WHERE \(same))
                """
        )
        return db.changesCount
    }

    /// Drops rows that contradict an earlier one, or a ticket of the ledger.
    private static func removeConflicts(of event: EventID, in db: Database) throws -> [ImportConflict] {
        var conflicts: [ImportConflict] = []
        func remove(_ sql: String, _ arguments: StatementArguments = [], kind: (Int) -> ImportConflict.Kind) throws {
            let rows = try Row.fetchAll(db, sql: sql, arguments: arguments)
            for row in rows {
                conflicts.append(ImportConflict(line: row["line"], kind: kind(row["other"])))
                try db.execute(sql: "DELETE FROM temp.staged WHERE rowid = ?", arguments: [row["rowid"] as Int64])
            }
        }
        func within(_ key: String) -> String {
            """
            SELECT staged.rowid AS rowid, staged.line AS line, first.line AS other
            FROM (SELECT \(key), min(rowid) AS first_row FROM temp.staged WHERE \(key) NOT NULL
                GROUP BY \(key) HAVING count(*) > 1) AS twice
            JOIN temp.staged AS first ON first.rowid = twice.first_row
            JOIN temp.staged AS staged ON staged.\(key) = twice.\(key) AND staged.rowid > twice.first_row
            """
        }
        try remove(within("id")) { .ticket(line: $0) }
        if try Int.fetchOne(db, sql: "SELECT 1 FROM temp.staged WHERE barcode NOT NULL LIMIT 1") != nil {
            try db.execute(sql: "CREATE INDEX temp.staged_barcode ON staged (barcode) WHERE barcode NOT NULL")
            try remove(within("barcode")) { .barcode(line: $0) }
            let inLedger = """
                SELECT staged.rowid AS rowid, staged.line AS line, 0 AS other
                FROM temp.staged JOIN ticket ON ticket.event = ?1 AND ticket.barcode = staged.barcode
                WHERE ticket.id <> staged.id
                """
            try remove(inLedger, [event.blob]) { _ in .barcodeInLedger }
        }
        return conflicts.sorted { $0.line < $1.line }
    }
}
