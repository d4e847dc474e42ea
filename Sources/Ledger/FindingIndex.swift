// The words by which tickets are found.

import GRDB
import TicketSigning

/// Keeps the index of words true; to be used in the transaction that writes the tickets.
struct FindingIndex {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Takes one new ticket in.
    func add(_ ticket: TicketID) throws {
        try db.cachedStatement(sql: "INSERT INTO finding (ticket) VALUES (?)").execute(arguments: [ticket.blob])
        let words = "INSERT INTO ticket_words (rowid, words) SELECT ?, \(Self.words) FROM ticket WHERE id = ?"
        try db.cachedStatement(sql: words).execute(arguments: [db.lastInsertedRowID, ticket.blob])
    }

    /// Takes in every ticket that the index does not have.
    func addNewTickets() throws {
        let last = try Int64.fetchOne(db, sql: "SELECT coalesce(max(number), 0) FROM finding") ?? 0
        let isEmpty = last == 0 ? "" : "WHERE id NOT IN (SELECT ticket FROM finding)"
        try db.execute(sql: "INSERT INTO finding (ticket) SELECT id FROM ticket \(isEmpty) ORDER BY id")
        try db.execute(
            sql: """
                INSERT INTO ticket_words (rowid, words) SELECT number, \(Self.words)
                FROM finding JOIN ticket ON ticket.id = finding.ticket WHERE number > ? ORDER BY number
                """,
            arguments: [last]
        )
    }

    /// Forgets the words of tickets whose names are about to change; `table` has a column `id`.
    func remove(ticketsIn table: String) throws {
        try db.execute(
            sql: "INSERT INTO ticket_words (ticket_words, rowid, words) SELECT 'delete', \(selection(table))")
    }

    /// Takes the words of tickets in whose names have changed; `table` has a column `id`.
    func add(ticketsIn table: String) throws {
        try db.execute(sql: "INSERT INTO ticket_words (rowid, words) SELECT \(selection(table))")
    }

    /// Makes the whole index anew, so that nothing of what it held before is left in it.
    func rebuild() throws {
        try db.execute(sql: "INSERT INTO ticket_words (ticket_words) VALUES ('delete-all'); DELETE FROM finding")
        try addNewTickets()
    }

    /// A text's words as the index takes them apart: letters and digits, with the marks that belong to them.
    static func words(of text: String) -> [String] {
        let plain = plainLetters.reduce(text) { plain, pair in
            plain.split(separator: pair.key, omittingEmptySubsequences: false).joined(separator: pair.value)
        }
        let words = plain.unicodeScalars.split { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .nonspacingMark, .privateUse:
                false
            default: true
            }
        }
        return words.map { String(String.UnicodeScalarView($0)) }
    }

    private func selection(_ table: String) -> String {
        """
        number, \(Self.words) FROM \(table) AS chosen
        JOIN finding ON finding.ticket = chosen.id JOIN ticket ON ticket.id = chosen.id ORDER BY number
        """
    }

    /// Letters that Unicode does not take apart into a plain one and a mark, and what people type for them.
    private static let plainLetters: KeyValuePairs = [
        "ß": "ss", "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "æ": "ae", "Æ": "ae", "œ": "oe",
        "Œ": "oe", "ı": "i",
    ]

    /// What the index holds of a row of `ticket`. Most rows are ASCII, as long in bytes as in characters, and have
    /// nothing to replace.
    private static let words = """
        CASE WHEN length(coalesce(holder, '')) = length(CAST(coalesce(holder, '') AS BLOB))
            AND length(coalesce(reference, '')) = length(CAST(coalesce(reference, '') AS BLOB))
        THEN \(text) ELSE \(plainText) END
        """
    private static let text = "coalesce(holder, '') || ' ' || coalesce(reference, '')"
    private static let plainText = plainLetters.reduce(text) { "replace(\($0), '\($1.key)', '\($1.value)')" }
}
