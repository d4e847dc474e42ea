// Which values win when a list and the ledger differ.

import GRDB
import TicketSigning

/// The import that tickets belong to, and which of the ledger's own values it replaces.
///
/// A ticket's row keeps the values that a list leaves out, unless the list corrects an earlier import of the same
/// file, or the ticket was removed from the list.
struct ImportOrigin {
    /// The number in `list_import`; `nil` if no import is recorded.
    let number: Int?
    /// Whether the same file was imported before.
    let isCorrection: Bool

    init(number: Int?, isCorrection: Bool) {
        self.number = number
        self.isCorrection = isCorrection
    }

    /// - Parameter earlier: The import of the same file; one that `ticket issue` made is not corrected, only matched.
    init(_ earlier: ListImport?) {
        self.init(number: earlier?.number, isCorrection: earlier?.kind == .imported)
    }

    /// Records that a file is being imported, and removes from the list the tickets that it no longer gives.
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

    /// SQL for a row of `ticket`: whether all values from the list replace all of its own.
    var isOverwritten: String {
        guard isCorrection, let number else { return "coalesce(ticket.removed, 0)" }
        return "coalesce(ticket.removed OR ticket.import = \(number) AND ticket.listed = \(number), 0)"
    }

    /// SQL for a row of `staged` and one of `ticket`: the new value of a column.
    func value(_ column: String) -> String {
        """
        CASE WHEN \(isOverwritten) THEN staged.\(column) ELSE coalesce(staged.\(column), ticket.\(column)) END
        """
    }

    /// The columns that a list may fill.
    static let columns = ["tier", "holder", "reference", "admits", "note", "opens_ms", "closes_ms", "barcode"]

    /// The status that the list alone gives a ticket.
    static let listedStatus = "coalesce(staged.status, 'valid')"

    /// SQL for the new status. A list moves a ticket only forward, from unpaid to valid to withdrawn; a withdrawal
    /// that staff reversed does not come back. A corrected ticket starts again from the list, then with all that
    /// staff did.
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

    /// SQL for whether a ticket's status depends on more than the list.
    static let isFolded = """
        (coalesce(ticket.replaces, ticket.overlong) NOT NULL
            OR EXISTS (SELECT 1 FROM ticket_change WHERE ticket_change.ticket = ticket.id))
        """

    /// SQL for whether a row of `staged` differs from the row of `ticket`.
    var isChanged: String {
        let columns = Self.columns.map { "\(value($0)) IS NOT ticket.\($0)" }
        let first = "\(isOverwritten) AND coalesce(ticket.first_status, ticket.status) IS NOT \(Self.listedStatus)"
        return (["coalesce(ticket.removed, 0)", "\(status) IS NOT ticket.status", first] + columns)
            .joined(separator: " OR ")
    }

    /// SQL for whether staff restored the ticket, or one that it replaces, from a status set by a list. Staff actions
    /// are recorded, so the status came from a list if the last staff action had left another one.
    private static let isTakenBack = """
        EXISTS (
            WITH RECURSIVE older (id) AS (
                SELECT staged.id
                UNION SELECT newer.replaces FROM older JOIN ticket AS newer ON newer.id = older.id
                WHERE newer.replaces NOT NULL
            )
            SELECT 1 FROM older JOIN ticket_change AS back ON back.ticket = older.id
            WHERE back.counts AND back.action = 'restore' AND back.was = staged.status AND back.was IS NOT (
                SELECT earlier.status FROM ticket_change AS earlier
                WHERE earlier.ticket = back.ticket AND earlier.rev < back.rev AND earlier.counts
                ORDER BY earlier.rev DESC LIMIT 1
            )
        )
        """
}
