// Merges a list into the ledger.

import GRDB
import TicketSigning

/// Merges rows of a list into the ledger; use it in a write transaction.
struct ImportMerge {
    private let db: Database
    private let event: EventID
    private let epoch: UInt32
    private let origin: ImportOrigin

    /// - Parameters:
    ///   - db: A database in a write transaction.
    ///   - event: The event that the rows are for.
    ///   - epoch: The epoch of the key that signs codes for new tickets.
    ///   - origin: The import that they belong to.
    init(_ db: Database, event: EventID, epoch: UInt32, origin: ImportOrigin) {
        self.db = db
        self.event = event
        self.epoch = epoch
        self.origin = origin
    }

    /// Updates existing tickets and adds the others.
    ///
    /// - Parameters:
    ///   - listed: A table with the rows and their `number`, in the order of the numbers.
    ///   - sorted: A table with the same rows and numbers, and their `place` in the order of tickets.
    /// - Throws: `DatabaseError`.
    func add(listed: String, sorted: String) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO tier (event, name) SELECT DISTINCT ?, tier FROM \(sorted) WHERE tier NOT NULL",
            arguments: [event.blob]
        )
        let index = SearchIndex(db)
        try db.execute(
            sql: """
                CREATE TEMP TABLE renamed AS
                SELECT ticket.id FROM \(sorted) AS staged CROSS JOIN ticket ON ticket.id = staged.id
                WHERE \(origin.value("holder")) IS NOT ticket.holder
                    OR \(origin.value("reference")) IS NOT ticket.reference;
                CREATE TEMP TABLE refolded AS
                SELECT ticket.id FROM \(sorted) AS staged CROSS JOIN ticket ON ticket.id = staged.id
                WHERE \(origin.isOverwritten) AND \(ImportOrigin.isFolded) AND (\(origin.isChanged));
                """
        )
        try index.remove(ticketsIn: "temp.renamed")
        try keepWhatChanges(in: sorted)
        try changeKnownTickets(in: sorted)
        // The trigger `replacement_may_match` asks whether a new ticket was replaced before it came.
        try db.addingInBulk(to: "ticket", from: sorted, keeping: ["ticket_by_replaced"]) {
            try addNewTickets(of: sorted)
        }
        try index.add(ticketsIn: "temp.renamed")
        try index.addNewTickets(of: listed, sorted: sorted)
        for row in try Row.fetchAll(db, sql: "SELECT id FROM temp.refolded") {
            try StatusReducer.recompute(row.identifier("id"), in: db)
        }
        try db.execute(sql: "DROP TABLE temp.renamed; DROP TABLE temp.refolded")
        try applyEarlierChanges(in: sorted)
    }

    /// Lets changes have their effect that came before their tickets, as of a list that somebody else has imported.
    private func applyEarlierChanges(in sorted: String) throws {
        let early = """
            SELECT DISTINCT staged.id FROM \(sorted) AS staged
            CROSS JOIN ticket_change ON ticket_change.ticket = staged.id
            JOIN ticket ON ticket.id = staged.id AND first_status IS NULL
            """
        let tickets = try Row.fetchAll(db, sql: early).map { try $0.identifier("id") as TicketID }
        guard !tickets.isEmpty else { return }
        let keep = try db.cachedStatement(sql: "UPDATE ticket SET first_status = status WHERE id = ?")
        for ticket in tickets { try keep.execute(arguments: [ticket.blob]) }
        try LineCounting.judgeChanges(toTicketsIn: sorted, in: db)
        try StatusReducer.recompute(Set(tickets), in: db)
    }

    /// Keeps tickets of other imports as they were before this one, to restore them if it is undone.
    private func keepWhatChanges(in sorted: String) throws {
        guard let number = origin.number else { return }
        let columns = "status, \(ImportOrigin.columns.joined(separator: ", "))"
        let values = (["status"] + ImportOrigin.columns).map { "ticket.\($0)" }.joined(separator: ", ")
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO import_before (import, ticket, \(columns))
                SELECT ?1, ticket.id, \(values)
                FROM \(sorted) AS staged CROSS JOIN ticket ON ticket.id = staged.id
                WHERE ticket.import IS NOT ?1 AND NOT ticket.removed AND (\(origin.isChanged))
                """,
            arguments: [number]
        )
    }

    private func changeKnownTickets(in sorted: String) throws {
        let values = ImportOrigin.columns.map { "\($0) = \(origin.value($0))" }.joined(separator: ",\n")
        try db.execute(
            sql: """
                UPDATE ticket SET
                    \(values),
                    status = \(origin.status),
                    status_why = CASE WHEN \(origin.status) IS ticket.status THEN ticket.status_why END,
                    first_status = CASE WHEN \(origin.isOverwritten) THEN \(ImportOrigin.listedStatus)
                        ELSE ticket.first_status END,
                    import = CASE WHEN ticket.removed THEN ?1 ELSE ticket.import END,
                    line = CASE WHEN ticket.removed THEN staged.line ELSE ticket.line END,
                    removed = 0
                FROM \(sorted) AS staged WHERE staged.id = ticket.id AND (\(origin.isChanged))
                """,
            arguments: [origin.number]
        )
        guard let number = origin.number else { return }
        try db.execute(
            sql: """
                UPDATE ticket SET listed = ?1 FROM \(sorted) AS staged
                WHERE staged.id = ticket.id AND ticket.listed IS NOT ?1
                """,
            arguments: [number]
        )
    }

    /// Adds tickets in the order of identifiers, as the table keeps them. Revisions follow that order; gaps between
    /// them mean nothing.
    private func addNewTickets(of sorted: String) throws {
        try db.execute(
            sql: """
                INSERT INTO ticket
                    (id, event, user, epoch, tier, status, holder, reference, admits, note, opens_ms, closes_ms,
                    barcode, rev, import, listed, line, uncoded)
                SELECT id, ?1, user, ?2, tier, coalesce(status, 'valid'), holder, reference, admits, note,
                    opens_ms, closes_ms,
                    barcode, ?3 + place, ?4, ?4, line, barcode IS NULL
                FROM \(sorted) AS staged WHERE NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.id = staged.id)
                ORDER BY place
                """,
            arguments: [event.blob, epoch, try IssuedTicket.lastRevision(in: db), origin.number]
        )
    }
}
