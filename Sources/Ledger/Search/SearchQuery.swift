// Which tickets have words that begin as given ones do.

import GRDB
import TicketSigning

/// A search in the index of words, in a transaction that reads.
///
/// The index would collect all tickets of every word that begins as asked before it gives the first: a tenth of a second
/// where a million tickets have one, as with `guest` in addresses or the beginning of order numbers. So it is asked in
/// a way that costs little for each word, and what it was not asked is looked for in the tickets themselves.
struct SearchQuery {
    private let db: Database
    private let tokenizer: any FTS5Tokenizer
    private let words: [String]
    private let mostSpellings: Int
    private let mostCollected: Int
    private let mostLookedAt: Int

    /// - Parameters:
    ///   - text: Words or their beginnings, as people type them.
    ///   - db: The ledger.
    ///   - mostSpellings: Up to how many words that begin as one does are asked for in full: those give tickets one by one.
    ///   - mostCollected: Up to how many tickets the index may collect by the beginning of a word, which takes 3 ms for as
    ///     many as the default. A word that more have is had by one of 50 in a million, so few are looked at in vain.
    ///   - mostLookedAt: How many tickets are looked at before another way is taken, which takes 10 ms for the default.
    /// - Throws: `DatabaseError`.
    init(
        _ text: String,
        in db: Database,
        mostSpellings: Int = 64,
        mostCollected: Int = 20_000,
        mostLookedAt: Int = 1000
    ) throws {
        self.db = db
        self.mostLookedAt = mostLookedAt
        self.mostSpellings = mostSpellings
        self.mostCollected = mostCollected
        // As in the schema.
        tokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
        words = try Self.words(of: text, by: tokenizer)
    }

    /// Letters and digits, in lower case and without accents.
    private static func words(of text: String, by tokenizer: any FTS5Tokenizer) throws -> [String] {
        try tokenizer.tokenize(document: SearchIndex.plain(text)).map(\.token)
    }

    /// - Parameter limit: The most that come back, 1 or more.
    /// - Returns: By holder; none for a text without words.
    /// - Throws: `DatabaseError`.
    func tickets(limit: Int) throws -> [IssuedTicket] {
        try found(limit: limit).sorted { ($0.holder ?? "", $0.ticket.id) < ($1.holder ?? "", $1.ticket.id) }
    }

    private func found(limit: Int) throws -> [IssuedTicket] {
        guard let first = words.first else { return [] }
        if words.count == 1 { return try look(through: tickets(with: first), limit: limit).found }
        let queries = try words.map(query)
        let asked = queries.compactMap(\.self)
        guard let frequent = zip(words, queries).first(where: { $0.1 == nil })?.0 else {
            return try look(through: tickets(matching: asked), limit: limit).found
        }
        if !asked.isEmpty, let found = try lookHereAndThere(asked, limit: limit) { return found }
        let those = try look(through: tickets(with: frequent), limit: limit, most: mostLookedAt)
        if those.isAll { return those.found }
        return try look(through: tickets(matching: words.map { "\"\($0)\"*" }), limit: limit).found
    }

    /// Those that fit queries of the index and have all words; `nil` when too many were looked at in vain.
    ///
    /// Lists are sorted by something, and those that fit may stand together: a few of each part of the list are looked
    /// at, not many at its start.
    private func lookHereAndThere(_ queries: [String], limit: Int) throws -> [IssuedTicket]? {
        let parts: Int64 = 10
        let last = try Int64.fetchOne(db, sql: "SELECT coalesce(max(number), 0) FROM finding") ?? 0
        var found: [IssuedTicket] = []
        var isAll = true
        for part in 0..<parts where found.count < limit {
            let numbers = last * part / parts + 1..<last * (part + 1) / parts + 1
            let rows = try tickets(matching: queries, numbered: numbers)
            let those = try look(through: rows, limit: limit - found.count, most: mostLookedAt / Int(parts))
            found += those.found
            isAll = isAll && those.isAll
        }
        return isAll || found.count == limit ? found : nil
    }

    /// Those that have all words, and whether they are as many as asked for, or all there are: not when more than `most`
    /// were looked at.
    private func look(
        through rows: RowCursor,
        limit: Int,
        most: Int = .max
    ) throws -> (found: [IssuedTicket], isAll: Bool) {
        var found: [IssuedTicket] = []
        var count = 0
        while found.count < limit, let row = try rows.next() {
            count += 1
            guard count <= most else { return (found, false) }
            let ticket = try IssuedTicket(row)
            if try isMeant(ticket) { found.append(ticket) }
        }
        return (found, true)
    }

    /// Tickets with a word that begins so.
    private func tickets(with beginning: String) throws -> RowCursor {
        let numbers = "SELECT DISTINCT doc AS number FROM ticket_word WHERE \(Self.isBegun)"
        return try tickets(numbered: numbers, arguments: range(of: beginning))
    }

    /// Tickets that fit all queries of the index.
    private func tickets(
        matching queries: [String],
        numbered range: Range<Int64> = 0..<Int64.max
    ) throws -> RowCursor {
        let numbers = "SELECT rowid AS number FROM ticket_words WHERE ticket_words MATCH ? AND rowid >= ? AND rowid < ?"
        let query = queries.joined(separator: " AND ")
        return try tickets(numbered: numbers, arguments: [query, range.lowerBound, range.upperBound])
    }

    private func tickets(numbered numbers: String, arguments: StatementArguments) throws -> RowCursor {
        try Row.fetchCursor(
            db,
            sql: """
                SELECT ticket.* FROM (\(numbers)) AS found
                CROSS JOIN finding ON finding.number = found.number
                CROSS JOIN ticket ON ticket.id = finding.ticket
                """,
            arguments: arguments
        )
    }

    /// What to ask the index for a word; `nil` where too much begins so.
    private func query(_ word: String) throws -> String? {
        var spellings: [String] = []
        var next = word
        let sql = "SELECT term FROM ticket_word WHERE \(Self.isBegun) LIMIT 1"
        let statement = try db.cachedStatement(sql: sql)
        while spellings.count <= mostSpellings {
            let arguments: StatementArguments = [next, word + Self.last]
            guard let spelling = try String.fetchOne(statement, arguments: arguments) else {
                let words = spellings.isEmpty ? [word] : spellings
                return "(" + words.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
            }
            spellings.append(spelling)
            // Nothing in a word comes before this character.
            next = spelling + "\u{1}"
        }
        let count = "SELECT count(*) FROM (SELECT 1 FROM ticket_word WHERE \(Self.isBegun) LIMIT ?)"
        let collected = try Int.fetchOne(db, sql: count, arguments: range(of: word) + [mostCollected]) ?? 0
        return collected < mostCollected ? "\"\(word)\"*" : nil
    }

    private func isMeant(_ ticket: IssuedTicket) throws -> Bool {
        guard words.count > 1 else { return true }
        let present = try Self.words(of: "\(ticket.holder ?? "") \(ticket.reference ?? "")", by: tokenizer)
        return words.allSatisfy { word in present.contains { $0.utf8.starts(with: word.utf8) } }
    }

    private static let isBegun = "term >= ? AND term <= ?"
    private static let last = "\u{10FFFF}"

    private func range(of word: String) -> StatementArguments { [word, word + Self.last] }
}
