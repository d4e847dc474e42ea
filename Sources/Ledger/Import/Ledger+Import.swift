// Imports lists from elsewhere: staged next to the ledger, compared with it, then merged.

import GRDB
public import TicketSigning

extension Ledger {
    /// Compares a list with the ledger, without changing it.
    ///
    /// The list is staged in temporary tables, on disk if it is long. ``addStagedTickets(of:epoch:from:)`` merges it
    /// from there; until then, or until this ledger is closed, no other import can start. Admission is not
    /// interrupted. Blocks its thread.
    ///
    /// A file that was imported before, and not undone, is corrected: each of its lines refers to the ticket that it
    /// gave then, whatever identifies it now.
    ///
    /// - Parameters:
    ///   - event: The event that the list is for.
    ///   - file: The origin of the list; `nil` if there is none.
    ///   - isWhole: Called after `feed`; returns whether every line was understood. If so, a ticket whose line gives
    ///     none now is removed from the list.
    ///   - feed: Passes each ticket of the list to its argument.
    /// - Returns: What adding the list would do; conflicting rows are left out.
    /// - Throws: ``LedgerError``, also for an event that was purged here, and any error thrown by `feed`.
    /// - Complexity: Memory does not grow with the list.
    public func stageTickets(
        of event: EventID,
        from file: ListFile? = nil,
        isWhole: () -> Bool = { false },
        _ feed: ((ImportedTicket) throws -> Void) throws -> Void
    ) throws -> ImportPlan {
        guard lock?.beginImport() ?? true else {
            throw LedgerError.refused("Another list is being imported into this ledger; try again later.")
        }
        return try queue.writeWithoutTransaction { db in
            try LedgerError.mapping(path: path) {
                do {
                    try event.requireNames(in: db)
                    try db.execute(sql: Self.staging)
                    try db.execute(sql: "BEGIN")
                    let earlier = try file.flatMap { try ListImport.of($0, into: event, in: db) }
                    var statement = try StagingStatement(db)
                    try feed { try statement.insert($0) }
                    let plan = try Self.plan(
                        of: event, correcting: earlier, isWhole: isWhole(), mayRepeat: statement.mayRepeat, in: db)
                    try db.execute(sql: "COMMIT")
                    return plan
                } catch {
                    if db.isInsideTransaction { try? db.execute(sql: "ROLLBACK") }
                    lock?.endImport()
                    throw error
                }
            }
        }
    }

    /// Merges the staged list into the ledger, all of it or nothing.
    ///
    /// Values that the list leaves out are kept. A ticket that was paid, blocked or withdrawn here stays so, whatever
    /// an older list says; a refund that is new in the list applies. While a door is open, a long list is merged in
    /// pieces so that no guest has to wait. If it is interrupted after the first piece, the next process to open the
    /// ledger finishes it.
    ///
    /// - Parameters:
    ///   - event: The event that the list is for.
    ///   - epoch: The epoch of the key that signs codes for new tickets.
    ///   - file: The file that the list was staged with; if `nil`, no import is recorded.
    /// - Throws: ``LedgerError``; then either no ticket was added or changed, or all of them soon will be.
    /// - Complexity: One write transaction; while a door is open, one for every 1,000 rows.
    public func addStagedTickets(of event: EventID, epoch: UInt32, from file: ListFile? = nil) async throws {
        defer { lock?.endImport() }
        try await read { try Authority.requireWriting(.ticket, in: event, changesOthers: true, $0) }
        let count = try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM temp.staged") ?? 0 }
        if lock?.isShared == true, count > Ledger.pieceCount {
            try await bringInStagedTickets(of: event, epoch: epoch, from: file)
        } else {
            try await write { db in
                let origin = try ImportOrigin.begin(file, into: event, in: db)
                try ImportMerge(db, event: event, epoch: epoch, origin: origin)
                    .add(listed: "temp.listed", sorted: "temp.staged")
            }
        }
        try await queue.writeWithoutTransaction { db in
            try db.execute(
                sql: "DROP TABLE temp.listed; DROP TABLE temp.staged; DROP TABLE temp.unclaimed; DROP TABLE temp.again")
        }
    }

    /// `listed` has the rows in the order of the file, `staged` those that can be added, in the order of `ticket`.
    /// `unclaimed` has the tickets that the same file gave before but gives no longer. `again` has rows that were
    /// dropped as duplicates of an earlier one.
    private static let staging = """
        DROP TABLE IF EXISTS temp.listed;
        DROP TABLE IF EXISTS temp.staged;
        DROP TABLE IF EXISTS temp.unclaimed;
        DROP TABLE IF EXISTS temp.again;
        CREATE TEMP TABLE listed (number INTEGER PRIMARY KEY, \(columns));
        CREATE TEMP TABLE staged (place INTEGER PRIMARY KEY, number INTEGER, \(columns));
        CREATE TEMP TABLE unclaimed (id BLOB PRIMARY KEY);
        CREATE TEMP TABLE again (number INTEGER PRIMARY KEY, line INTEGER);
        """

    /// The columns of `staged` and `listed`. `own` is the identifier that the line itself would give the ticket, if
    /// it has a different one.
    private static let columns = """
        line INTEGER, id BLOB, user BLOB, tier TEXT, status TEXT, holder TEXT, reference TEXT, admits INTEGER,
        note TEXT, opens_ms INTEGER, closes_ms INTEGER, barcode TEXT, own BLOB
        """

    private static func plan(
        of event: EventID,
        correcting earlier: ListImport?,
        isWhole: Bool,
        mayRepeat: Bool,
        in db: Database
    ) throws -> ImportPlan {
        var repeated = 0
        var conflicts: [ImportConflict] = []
        let correction = try ImportCorrection(of: event, earlier: earlier, in: db)
        if try correction.followAliases() || mayRepeat {
            try db.execute(sql: "CREATE INDEX temp.listed_id ON listed (id)")
            repeated = try removeRepeatedRows(in: db)
            conflicts += try removeRows(sharing: "id", in: db) { .ticket(line: $0) }
            try db.execute(sql: "CREATE INDEX temp.listed_barcode ON listed (barcode) WHERE barcode NOT NULL")
            conflicts += try removeRows(sharing: "barcode", in: db) { .barcode(line: $0) }
        }
        let given = try correction.followLines()
        conflicts += earlier == nil ? [] : try removeRows(sharing: "id", in: db) { .ticket(line: $0) }
        let issued = try given + recogniseTickets(of: event, in: db)
        conflicts += try removeBarcodesOfOthers(at: event, correcting: earlier, in: db)
        try sort(in: db)
        try followReissues(of: event, in: db)
        let origin = ImportOrigin(earlier)
        conflicts += try removeImpossibleTimes(origin, in: db)
        conflicts.sort { $0.line < $1.line }
        let removed = try correction.findUnclaimed(inAllLines: isWhole && conflicts.isEmpty)
        let counts = try StagedCounts(correcting: origin, in: db)
        return ImportPlan(
            new: counts.rows - counts.known, changed: counts.changed, unchanged: counts.known - counts.changed,
            unpaid: counts.unpaid, withdrawn: counts.withdrawn, withBarcode: counts.withBarcode, issued: issued,
            repeated: repeated, corrects: origin.isCorrection ? origin.number : nil, removed: removed.going,
            entered: removed.staying, conflicts: conflicts)
    }

    private static func sort(in db: Database) throws {
        try db.execute(sql: "INSERT INTO temp.staged SELECT NULL, * FROM temp.listed ORDER BY id")
    }

    /// Drops rows that duplicate an earlier one, in time that grows with their number.
    private static func removeRepeatedRows(in db: Database) throws -> Int {
        try db.execute(
            sql: """
                INSERT INTO temp.again SELECT number, line FROM (
                    SELECT number, line, row_number() OVER (
                        PARTITION BY id, tier, status, holder, reference, admits, note, opens_ms, closes_ms, barcode
                        ORDER BY number
                    ) AS nth
                    FROM temp.listed WHERE id IN (SELECT id FROM temp.listed GROUP BY id HAVING count(*) > 1)
                ) WHERE nth > 1;
                DELETE FROM temp.listed WHERE number IN (SELECT number FROM temp.again);
                """
        )
        return db.changesCount
    }

    /// Drops rows whose barcode belongs to another ticket in the ledger.
    private static func removeBarcodesOfOthers(
        at event: EventID,
        correcting earlier: ListImport?,
        in db: Database
    ) throws -> [ImportConflict] {
        let known = "SELECT 1 FROM ticket WHERE event = ? AND barcode NOT NULL LIMIT 1"
        guard try Int.fetchOne(db, sql: known, arguments: [event.blob]) != nil else { return [] }
        let rows = """
            SELECT listed.rowid AS row, listed.line AS line, 0 AS other
            FROM temp.listed CROSS JOIN ticket ON ticket.event = ?1 AND ticket.barcode = listed.barcode
            WHERE ticket.id <> listed.id AND NOT \(ImportOrigin(earlier).isOverwritten)
            """
        return try remove(rows, [event.blob], in: db) { _ in .barcodeInLedger }
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

/// The numbers of staged rows.
private struct StagedCounts {
    let rows: Int
    let unpaid: Int
    let withdrawn: Int
    let withBarcode: Int
    /// The number of rows whose tickets the ledger has.
    let known: Int
    /// The number of those that would change.
    let changed: Int

    init(correcting origin: ImportOrigin, in db: Database) throws {
        let counts = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS total, coalesce(sum(after = 'unpaid'), 0) AS unpaid,
                    coalesce(sum(after = 'revoked'), 0) AS withdrawn, count(barcode) AS with_barcode
                FROM (
                    SELECT staged.barcode, CASE WHEN ticket.id IS NULL THEN staged.status ELSE \(origin.status) END
                        AS after
                    FROM temp.staged LEFT JOIN ticket ON ticket.id = staged.id
                )
                """
        )
        let held = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS total, coalesce(sum(\(origin.isChanged)), 0) AS changed
                FROM temp.staged CROSS JOIN ticket ON ticket.id = staged.id
                """
        )
        rows = counts?["total"] ?? 0
        unpaid = counts?["unpaid"] ?? 0
        withdrawn = counts?["withdrawn"] ?? 0
        withBarcode = counts?["with_barcode"] ?? 0
        known = held?["total"] ?? 0
        changed = held?["changed"] ?? 0
    }
}
