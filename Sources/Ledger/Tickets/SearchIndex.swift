// The index of words by which tickets are found.

import GRDB
import TicketSigning

/// Keeps the index of words up to date; use it in the transaction that writes the tickets.
struct SearchIndex {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Adds one new ticket.
    func add(_ ticket: TicketID) throws {
        let number = try lastNumber() + 1
        let sql = "INSERT INTO finding (ticket, number) VALUES (?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [ticket.blob, number])
        let words = "INSERT INTO ticket_words (rowid, words) SELECT ?, \(Self.words) FROM ticket WHERE id = ?"
        try db.cachedStatement(sql: words).execute(arguments: [number, ticket.blob])
    }

    /// Adds the new tickets of a list.
    ///
    /// Words are added in the order of the list, in which order numbers and addresses ascend: this takes a third of
    /// the time that the order of identifiers takes.
    ///
    /// - Parameters:
    ///   - list: A table with columns `number`, `holder` and `reference`, in the order of their numbers.
    ///   - sorted: A table with the same numbers and with tickets as `id`, in the order of tickets.
    /// - Throws: `DatabaseError`.
    func addNewTickets(of list: String, sorted: String) throws {
        let last = try lastNumber()
        try db.addingInBulk(to: "finding", from: sorted) {
            try db.execute(
                sql: """
                    INSERT INTO finding (ticket, number) SELECT id, ?1 + number FROM \(sorted) AS listed
                    WHERE NOT EXISTS (SELECT 1 FROM finding WHERE finding.ticket = listed.id)
                    """,
                arguments: [last]
            )
        }
        try db.execute(
            sql: """
                INSERT INTO ticket_words (rowid, words) SELECT ?1 + number, \(Self.words) FROM \(list) AS listed
                WHERE EXISTS (SELECT 1 FROM finding WHERE finding.number = ?1 + listed.number)
                """,
            arguments: [last]
        )
    }

    /// Removes the words of tickets whose names are about to change; `table` has a column `id`.
    func remove(ticketsIn table: String) throws {
        try db.execute(
            sql: "INSERT INTO ticket_words (ticket_words, rowid, words) SELECT 'delete', \(selection(table))")
    }

    /// Adds the words of tickets whose names have changed; `table` has a column `id`.
    func add(ticketsIn table: String) throws {
        try db.execute(sql: "INSERT INTO ticket_words (rowid, words) SELECT \(selection(table))")
    }

    /// Rebuilds the whole index, so that nothing of its earlier content remains.
    func rebuild() throws {
        try db.execute(
            sql: """
                INSERT INTO ticket_words (ticket_words) VALUES ('delete-all');
                DELETE FROM finding;
                INSERT INTO finding (ticket, number) SELECT id, row_number() OVER (ORDER BY id) FROM ticket;
                INSERT INTO ticket_words (rowid, words)
                    SELECT number, \(Self.words) FROM finding JOIN ticket ON ticket.id = finding.ticket;
                """
        )
    }

    /// Returns a text with the letters that the index uses instead of some of the text's own.
    static func plain(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return plainLetters.reduce(text) { plain, pair in
            plain.split(separator: pair.key, omittingEmptySubsequences: false).joined(separator: pair.value)
        }
    }

    private func lastNumber() throws -> Int64 {
        let sql = "SELECT coalesce(max(number), 0) FROM finding"
        return try Int64.fetchOne(db.cachedStatement(sql: sql)) ?? 0
    }

    private func selection(_ table: String) -> String {
        """
        number, \(Self.words) FROM \(table) AS chosen
        JOIN finding ON finding.ticket = chosen.id JOIN ticket ON ticket.id = chosen.id ORDER BY number
        """
    }

    /// Letters that Unicode does not decompose into a plain one and a mark, and what people type for them.
    private static let plainLetters: KeyValuePairs = [
        "ß": "ss", "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "æ": "ae", "Æ": "ae", "œ": "oe",
        "Œ": "oe", "ı": "i",
    ]

    /// SQL for the indexed text of a row of `ticket`. Most rows are ASCII, with as many bytes as characters, and need
    /// no replacement.
    private static let words = """
        CASE WHEN length(coalesce(holder, '')) = length(CAST(coalesce(holder, '') AS BLOB))
            AND length(coalesce(reference, '')) = length(CAST(coalesce(reference, '') AS BLOB))
        THEN \(text) ELSE \(plainText) END
        """
    private static let text = "coalesce(holder, '') || ' ' || coalesce(reference, '')"
    private static let plainText = plainLetters.reduce(text) { "replace(\($0), '\($1.key)', '\($1.value)')" }
}
