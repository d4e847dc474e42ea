// The files that the list came from, and undoing one of their imports.

import FoundationEssentials
import GRDB
public import TicketSigning

extension Ledger {
    /// Returns the files that were imported or issued here, the oldest first.
    ///
    /// - Parameter event: The event; `nil` for all events.
    /// - Returns: The imports, including undone ones.
    /// - Throws: ``LedgerError``.
    public func imports(of event: EventID? = nil) async throws -> [ListImport] {
        try await read { db in
            let sql = "SELECT * FROM list_import WHERE ?1 IS NULL OR event = ?1 ORDER BY number"
            return try Row.fetchAll(db, sql: sql, arguments: [event?.blob]).map(ListImport.init)
        }
    }

    /// Counts the tickets of the files that were imported or issued here.
    ///
    /// - Parameter event: The event; `nil` for all events.
    /// - Returns: What is on the list, by the numbers of ``imports(of:)``; files without a ticket on the list are
    ///   missing.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Goes through all tickets.
    public func importCounts(of event: EventID? = nil) async throws -> [Int: ImportCount] {
        try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT import, count(*) AS tickets, max(\(TicketFilter.hasAdmission())) AS is_entered FROM ticket
                    WHERE import NOT NULL AND NOT removed AND status <> 'replaced' AND (?1 IS NULL OR event = ?1)
                    GROUP BY import
                    """,
                arguments: [event?.blob])
            let counts = rows.map { row in
                (row["import"] as Int, ImportCount(tickets: row["tickets"], isEntered: row["is_entered"]))
            }
            return Dictionary(counts, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Returns the tickets that a file gave before, by the lines of the file.
    ///
    /// - Parameters:
    ///   - file: A file, identified by its digest.
    ///   - event: The event of the list.
    /// - Returns: The import, and the ticket that each line gave; `nil` for a file that is new here, or whose import
    ///   was undone.
    /// - Throws: ``LedgerError``.
    public func earlierImport(
        of file: ListFile,
        into event: EventID
    ) async throws -> (import: ListImport, lines: [Int: TicketID])? {
        try await read { db in
            guard let earlier = try ListImport.of(file, into: event, in: db) else { return nil }
            let sql = "SELECT line, id FROM ticket WHERE event = ? AND import = ? AND NOT removed AND line NOT NULL"
            let rows = try Row.fetchAll(db, sql: sql, arguments: [event.blob, earlier.number])
            let lines = try rows.map { ($0["line"] as Int, try $0.identifier("id") as TicketID) }
            return (earlier, Dictionary(lines, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// Returns the tickets behind the identifiers that a corrected file would give them now.
    ///
    /// - Returns: The aliases; usually empty.
    /// - Throws: ``LedgerError``.
    public func ticketAliases() async throws -> [TicketID: TicketID] {
        try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT id, ticket FROM ticket_alias")
            return try Dictionary(
                rows.map { (try $0.identifier("id"), try $0.identifier("ticket")) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Undoes an import: the tickets that it put on the list are refused from now on, here and, with the next sync,
    /// everywhere; those that it changed get their earlier values back. Payments stay.
    ///
    /// Tickets that are also in a later list stay on the list. A later import of the same tickets brings them back.
    ///
    /// - Parameters:
    ///   - number: The number, as returned by ``imports(of:)``.
    ///   - actor: Who undoes it.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: What was done; nothing is done if a guest has entered with one of the tickets.
    /// - Throws: ``LedgerError``; nothing was changed then.
    /// - Complexity: One write transaction.
    public func undoImport(_ number: Int, by actor: String, on instant: Timestamp) async throws -> ImportUndo {
        guard lock?.beginImport() ?? true else {
            throw LedgerError.refused("A list is being imported into this ledger; try again when the import is done.")
        }
        defer { lock?.endImport() }
        let result = try await writeStamped(on: instant) { db in
            try ListImport.numbered(number, in: db)?.undo(by: actor, on: instant, in: db) ?? .unknown
        }
        if case .undone = result { try await stampLists(on: instant) }
        return result
    }
}

extension ListImport {
    fileprivate init(_ row: Row) throws {
        self.init(
            number: row["number"],
            event: try row.identifier("event"),
            kind: (row["kind"] as String?).flatMap(Kind.init) ?? .imported,
            file: row["file"],
            actor: row["actor"],
            at: Timestamp(milliseconds: row["at_ms"]),
            undone: row.timestamp("undone_ms")
        )
    }

    fileprivate static func numbered(_ number: Int, in db: Database) throws -> ListImport? {
        let sql = "SELECT * FROM list_import WHERE number = ?"
        return try Row.fetchOne(db, sql: sql, arguments: [number]).map(ListImport.init)
    }

    /// Returns the import of the same file that is in effect, if there is one.
    static func of(_ file: ListFile, into event: EventID, in db: Database) throws -> ListImport? {
        let condition = "event = ? AND digest = ? AND undone_ms IS NULL"
        let sql = "SELECT * FROM list_import WHERE \(condition) ORDER BY number DESC LIMIT 1"
        return try Row.fetchOne(db, sql: sql, arguments: [event.blob, Data(file.digest)]).map(ListImport.init)
    }

    /// Records that a file is being imported.
    ///
    /// - Returns: The import's number, which is that of the earlier import if the same file was imported before.
    static func note(_ file: ListFile, _ kind: Kind, into event: EventID, in db: Database) throws -> Int {
        if let earlier = try of(file, into: event, in: db) {
            try db.execute(
                sql: "UPDATE list_import SET file = ?, actor = ?, at_ms = ? WHERE number = ?",
                arguments: [file.name, file.actor, file.instant.milliseconds, earlier.number]
            )
            return earlier.number
        }
        try db.execute(
            sql: "INSERT INTO list_import (event, kind, file, digest, actor, at_ms) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                event.blob, kind.rawValue, file.name, Data(file.digest), file.actor, file.instant.milliseconds,
            ]
        )
        return Int(db.lastInsertedRowID)
    }

    fileprivate func undo(by actor: String, on instant: Timestamp, in db: Database) throws -> ImportUndo {
        if let undone { return .undoneBefore(undone) }
        try Authority.requireWriting(.ticket, in: event, changesOthers: true, db)
        let own =
            "SELECT id FROM ticket WHERE import = \(number) AND NOT removed AND coalesce(listed, import) <= import"
        let removal = try TicketRemoval(of: own, in: db)
        defer { try? removal.end() }
        let entered = try removal.entered()
        if let first = entered.first { return .entered(tickets: entered.tickets, first: first) }
        let kept = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM ticket WHERE import = ? AND NOT removed AND listed > import",
            arguments: [number])
        let removed = try removal.remove()
        let restored = try restore(by: actor, on: instant, in: db)
        try db.execute(
            sql: """
                UPDATE ticket SET listed = (
                    SELECT max(number) FROM list_import
                    WHERE list_import.event = ticket.event AND number < ?1 AND undone_ms IS NULL
                ) WHERE listed = ?1;
                DELETE FROM import_before WHERE import = ?1;
                UPDATE list_import SET undone_ms = ?2, undone_by = ?3 WHERE number = ?1;
                """,
            arguments: [number, number, number, instant.milliseconds, actor]
        )
        return .undone(removed: removed, restored: restored, kept: kept ?? 0)
    }

    /// Restores the earlier values of tickets that the import changed, unless a later list changed them as well.
    private func restore(by actor: String, on instant: Timestamp, in db: Database) throws -> Int {
        try db.execute(
            sql: """
                CREATE TEMP TABLE going_back AS
                SELECT import_before.*, import_before.ticket AS id FROM import_before
                    JOIN ticket ON ticket.id = import_before.ticket
                WHERE import_before.import = ? AND NOT ticket.removed AND NOT EXISTS (
                    SELECT 1 FROM import_before AS later
                    WHERE later.ticket = import_before.ticket AND later.import > import_before.import
                )
                """,
            arguments: [number]
        )
        defer { try? db.execute(sql: "DROP TABLE temp.going_back") }
        // If only the list set the ticket's status, with no later action, a new version restores the earlier status.
        let isGivenBack = "NOT \(ImportOrigin.isFolded) AND ticket.status IN ('revoked', 'blocked')"
        let index = SearchIndex(db)
        try index.remove(ticketsIn: "(SELECT id FROM temp.going_back)")
        try db.execute(
            sql: """
                UPDATE ticket SET tier = before.tier, holder = before.holder, reference = before.reference,
                    admits = before.admits, note = before.note, opens_ms = before.opens_ms,
                    closes_ms = before.closes_ms, barcode = before.barcode,
                    status = CASE WHEN \(isGivenBack) THEN before.status ELSE ticket.status END,
                    first_status = CASE WHEN \(isGivenBack) AND first_status NOT NULL THEN before.status
                        ELSE first_status END,
                    status_why = CASE WHEN \(isGivenBack) THEN NULL ELSE status_why END
                FROM temp.going_back AS before WHERE before.id = ticket.id
                """
        )
        let restored = db.changesCount
        try index.add(ticketsIn: "(SELECT id FROM temp.going_back)")
        try restoreStatuses(by: actor, on: instant, in: db)
        return restored
    }

    /// Reverses a withdrawal that the list brought and that was recorded as a change, by another change.
    private func restoreStatuses(by actor: String, on instant: Timestamp, in db: Database) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT ticket.id, before.status AS was, (
                    SELECT actor FROM ticket_change WHERE ticket_change.ticket = ticket.id AND counts
                    ORDER BY hlc DESC, box DESC, seq DESC LIMIT 1
                ) AS actor
                FROM temp.going_back AS before JOIN ticket ON ticket.id = before.id
                WHERE ticket.status <> before.status
                """
        )
        let attribution = try Attribution(actor: actor, why: "import \(number) undone")
        for row in rows {
            let id: TicketID = try row.identifier("id")
            try StatusReducer.recompute(id, in: db)
            guard row["actor"] as String? == TicketChange.importer, ["valid", "unpaid"].contains(row["was"] as String),
                let status = try IssuedTicket.withID(id, in: db)?.status, [.revoked, .blocked].contains(status),
                let before = TicketStatus(rawValue: row["was"])
            else { continue }
            try TicketChange.append(.restore, of: id, was: status, before, by: attribution, on: instant, in: db)
            try StatusReducer.recompute(id, in: db)
        }
    }
}
