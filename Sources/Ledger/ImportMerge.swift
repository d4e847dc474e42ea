// Where a list and the ledger become one.

import GRDB
import TicketSigning

/// Puts rows of a list into the ledger; to be used in a write transaction.
struct ImportMerge {
    private let db: Database
    private let event: EventID
    private let epoch: UInt32

    /// - Parameters:
    ///   - db: In a write transaction.
    ///   - event: Which event the rows are for.
    ///   - epoch: Of the key that signs codes for new tickets.
    init(_ db: Database, event: EventID, epoch: UInt32) {
        self.db = db
        self.event = event
        self.epoch = epoch
    }

    /// Changes the tickets that are there, and adds the others.
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
        let index = FindingIndex(db)
        try db.execute(
            sql: """
                CREATE TEMP TABLE renamed AS
                SELECT ticket.id FROM \(sorted) AS staged CROSS JOIN ticket ON ticket.id = staged.id
                WHERE coalesce(staged.holder, ticket.holder) IS NOT ticket.holder
                    OR coalesce(staged.reference, ticket.reference) IS NOT ticket.reference
                """
        )
        try index.remove(ticketsIn: "temp.renamed")
        try changeKnownTickets(in: sorted)
        try db.addingInBulk(to: "ticket", from: sorted) { try addNewTickets(of: sorted) }
        try index.add(ticketsIn: "temp.renamed")
        try index.addNewTickets(of: listed, sorted: sorted)
        try db.execute(sql: "DROP TABLE temp.renamed")
    }

    private func changeKnownTickets(in sorted: String) throws {
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
                FROM \(sorted) AS staged WHERE staged.id = ticket.id AND (\(Self.isChanged))
                """
        )
    }

    /// In the order of identifiers, as the table keeps them. Revisions follow that order; gaps between them mean nothing.
    private func addNewTickets(of sorted: String) throws {
        try db.execute(
            sql: """
                INSERT INTO ticket
                    (id, event, user, epoch, tier, status, holder, reference, admits, note, opens_ms, closes_ms,
                    barcode, rev)
                SELECT id, ?1, user, ?2, tier, coalesce(status, 'valid'), holder, reference, admits, note, opens_ms, closes_ms,
                    barcode, ?3 + place
                FROM \(sorted) AS staged WHERE NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.id = staged.id)
                ORDER BY place
                """,
            arguments: [event.blob, epoch, try IssuedTicket.lastRevision(in: db)]
        )
    }

    /// Whether a row of `staged` says something that `ticket` does not.
    static let isChanged =
        (["tier", "holder", "reference", "admits", "note", "opens_ms", "closes_ms", "barcode"]
        .map { "coalesce(staged.\($0), ticket.\($0)) IS NOT ticket.\($0)" } + ["\(mergedStatus) IS NOT ticket.status"])
        .joined(separator: " OR ")

    /// A ticket goes on from unpaid to valid to withdrawn, and never back by a list; a withdrawal that staff took back
    /// does not come again.
    static let mergedStatus = """
        CASE
            WHEN ticket.status IN ('revoked', 'replaced') THEN ticket.status
            WHEN staged.status IN ('revoked', 'blocked')
                THEN CASE WHEN \(isTakenBack) THEN ticket.status ELSE staged.status END
            WHEN ticket.status = 'unpaid' THEN coalesce(staged.status, ticket.status)
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
}
