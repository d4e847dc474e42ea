// What a list says against what the ledger has.

import GRDB
import TicketSigning

/// Which import tickets come with, and what of the ledger's own gives way to it.
///
/// A ticket's row keeps what a list leaves out, but not where the list corrects what the same file said before, and not
/// where the ticket was taken off the list.
struct ImportOrigin {
    /// In `list_import`; `nil` where none is written down.
    let number: Int?
    /// Whether the same file was imported before.
    let isCorrection: Bool

    init(number: Int?, isCorrection: Bool) {
        self.number = number
        self.isCorrection = isCorrection
    }

    /// - Parameter earlier: The import of the same file; one that `ticket issue` made is not corrected, only found again.
    init(_ earlier: ListImport?) {
        self.init(number: earlier?.number, isCorrection: earlier?.kind == .imported)
    }

    /// Writes down that a file comes in, and takes off the list what it no longer gives.
    static func begin(_ file: ListFile?, into event: EventID, in db: Database) throws -> ImportOrigin {
        guard let file else { return ImportOrigin(nil) }
        try event.requireNames(in: db)
        let earlier = try ListImport.of(file, into: event, in: db)
        let number = try ListImport.note(file, .imported, into: event, in: db)
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO ticket_alias (id, ticket)
                SELECT own, id FROM temp.staged WHERE own NOT NULL AND own <> id
                """
        )
        let removal = try TicketRemoval(of: "SELECT id FROM temp.unclaimed", in: db)
        try removal.keepEntered()
        _ = try removal.remove()
        try removal.end()
        return ImportOrigin(number: number, isCorrection: ImportOrigin(earlier).isCorrection)
    }

    /// In SQL, of a row of `ticket`: whether all that a list says of it goes before all that it has.
    var isOverwritten: String {
        guard isCorrection, let number else { return "coalesce(ticket.removed, 0)" }
        return "coalesce(ticket.removed OR ticket.import = \(number) AND ticket.listed = \(number), 0)"
    }

    /// In SQL, of a row of `staged` and one of `ticket`: what a column is to be.
    func value(_ column: String) -> String {
        """
        CASE WHEN \(isOverwritten) THEN staged.\(column) ELSE coalesce(staged.\(column), ticket.\(column)) END
        """
    }

    /// Columns that a list may fill.
    static let columns = ["tier", "holder", "reference", "admits", "note", "opens_ms", "closes_ms", "barcode"]

    /// The status that the list alone gives a ticket.
    static let listedStatus = "coalesce(staged.status, 'valid')"

    /// A ticket goes on from unpaid to valid to withdrawn, and never back by a list; a withdrawal that staff took back
    /// does not come again. What is corrected begins again, with all that staff did.
    var status: String {
        """
        CASE
            WHEN \(isOverwritten) THEN CASE WHEN \(Self.isFolded) THEN ticket.status ELSE \(Self.listedStatus) END
            WHEN ticket.status IN ('revoked', 'replaced') THEN ticket.status
            WHEN staged.status IN ('revoked', 'blocked')
                THEN CASE WHEN \(Self.isTakenBack) THEN ticket.status ELSE staged.status END
            WHEN ticket.status = 'unpaid' THEN coalesce(staged.status, ticket.status)
            ELSE ticket.status
        END
        """
    }

    /// Whether a ticket's status follows from more than what a list said of it.
    static let isFolded = """
        (ticket.replaces NOT NULL OR EXISTS (SELECT 1 FROM ticket_change WHERE ticket_change.ticket = ticket.id))
        """

    /// Whether a row of `staged` says something that `ticket` does not.
    var isChanged: String {
        let columns = Self.columns.map { "\(value($0)) IS NOT ticket.\($0)" }
        let first = "\(isOverwritten) AND coalesce(ticket.first_status, ticket.status) IS NOT \(Self.listedStatus)"
        return (["coalesce(ticket.removed, 0)", "\(status) IS NOT ticket.status", first] + columns)
            .joined(separator: " OR ")
    }

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
