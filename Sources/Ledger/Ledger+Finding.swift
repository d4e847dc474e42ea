// Tickets by a name, an address or an order number.

import GRDB
import TicketSigning

extension Ledger {
    /// Tickets whose holder or reference has words that begin as the words of a text do.
    ///
    /// Upper and lower case are the same, and so are letters with and without accents; words may come in any order.
    ///
    /// - Parameters:
    ///   - text: Words or their beginnings; without a letter or digit, nothing is found.
    ///   - limit: The most that come back, 1 or more.
    /// - Returns: By holder.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Look-ups in an index of words, whatever the length of the list.
    public func tickets(matching text: String, limit: Int) async throws -> [IssuedTicket] {
        let words = FindingIndex.words(of: text)
        guard !words.isEmpty else { return [] }
        let (numbers, query) = Self.search(for: words)
        return try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT ticket.* FROM (\(numbers) LIMIT ?2) AS found
                    JOIN finding ON finding.number = found.number
                    JOIN ticket ON ticket.id = finding.ticket
                    ORDER BY ticket.holder, ticket.id
                    """,
                arguments: [query, limit]
            ).map(IssuedTicket.init)
        }
    }

    /// How to find the numbers of tickets that have all words, and the text to look for as `?1`.
    ///
    /// A query of the index collects all tickets of every word that begins so, before the first comes back. For one word
    /// its list of words is as good and ends at the limit; it wants the word as the index writes it, which is told by
    /// itself for ASCII alone.
    private static func search(for words: [String]) -> (numbers: String, query: String) {
        if words.count == 1, words[0].utf8.allSatisfy({ $0 < 0x80 }) {
            let numbers = """
                SELECT DISTINCT doc AS number FROM ticket_word
                WHERE term >= ?1 AND term <= ?1 || char(0x10FFFF)
                """
            return (numbers, words[0].lowercased())
        }
        let query = words.map { "\"\($0)\"*" }.joined(separator: " AND ")
        return ("SELECT rowid AS number FROM ticket_words WHERE ticket_words MATCH ?1", query)
    }
}
