// Finds tickets with words that begin with given ones.

import GRDB
public import TicketSigning

/// A search in the index of words, in a read transaction.
///
/// For a prefix, the index collects all tickets of every matching word before it returns the first: a tenth of a
/// second if a million tickets match, as with `guest` in addresses or the beginning of order numbers. So the index
/// gets only cheap queries for each word, and the remaining words are checked in the tickets themselves.
struct SearchQuery {
    private let db: Database
    private let tokenizer: any FTS5Tokenizer
    private let words: [String]
    private let events: Set<EventID>?
    private let tier: String?
    private let status: TicketStatus?
    private let mostSpellings: Int
    private let mostCollected: Int
    private let mostLookedAt: Int

    /// - Parameters:
    ///   - text: Words or their beginnings, as people type them.
    ///   - db: The ledger.
    ///   - events: The events whose tickets are meant; `nil` for all.
    ///   - tier: The only tier whose tickets are returned, of those that have the words; `nil` for all.
    ///   - status: The only status of the tickets that are returned; `nil` for all.
    ///   - mostSpellings: The maximum number of full words with a given beginning to query, since full words return
    ///     tickets one by one.
    ///   - mostCollected: The maximum number of tickets that the index may collect for the beginning of a word; the
    ///     default takes 3 ms. In a list of a million, a more frequent word occurs in at least one of 50 tickets, so
    ///     few are examined in vain.
    ///   - mostLookedAt: The number of tickets to examine before trying another way; the default takes 10 ms.
    /// - Throws: `DatabaseError`.
    init(
        _ text: String,
        in db: Database,
        of events: Set<EventID>? = nil,
        tier: String? = nil,
        status: TicketStatus? = nil,
        mostSpellings: Int = 64,
        mostCollected: Int = 20_000,
        mostLookedAt: Int = 1000
    ) throws {
        self.db = db
        (self.events, self.tier, self.status) = (events, tier, status)
        self.mostLookedAt = mostLookedAt
        self.mostSpellings = mostSpellings
        self.mostCollected = mostCollected
        // The same tokenizer as in the schema.
        tokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
        words = try Self.words(of: text, by: tokenizer)
    }

    /// Splits a text into words of letters and digits, in lower case and without accents.
    private static func words(of text: String, by tokenizer: any FTS5Tokenizer) throws -> [String] {
        try tokenizer.tokenize(document: SearchIndex.plain(text)).map(\.token)
    }

    /// - Parameter limit: The maximum number of tickets with the words, 1 or more.
    /// - Returns: Those of the tier and the status, ordered by holder; none for a text without words.
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

    /// Returns tickets that match queries of the index and have all words; `nil` if too many were examined in vain.
    ///
    /// Lists are sorted by something, so the matches may be adjacent: a few tickets of each part of the list are
    /// examined, not many at its start.
    private func lookHereAndThere(_ queries: [String], limit: Int) throws -> [IssuedTicket]? {
        let parts: Int64 = 10
        let last = try Int64.fetchOne(db, sql: "SELECT coalesce(max(number), 0) FROM finding") ?? 0
        var found: [IssuedTicket] = []
        var (matching, isAll) = (0, true)
        for part in 0..<parts where matching < limit {
            let numbers = last * part / parts + 1..<last * (part + 1) / parts + 1
            let rows = try tickets(matching: queries, numbered: numbers)
            let those = try look(through: rows, limit: limit - matching, most: mostLookedAt / Int(parts))
            found += those.found
            matching += those.matching
            isAll = isAll && those.isAll
        }
        return isAll || matching == limit ? found : nil
    }

    /// What was found in a part of the list.
    private struct Looked {
        /// The tickets of the tier and the status.
        var found: [IssuedTicket] = []
        /// How many have all words.
        var matching = 0
        /// Whether these reach the limit or are all there are; not so if too many were examined.
        var isAll = true
    }

    /// Looks for tickets that have all words, until there are `limit` of them or more than `most` were examined.
    ///
    /// Only columns that decide are read of tickets that are not returned.
    private func look(through rows: RowCursor, limit: Int, most: Int = .max) throws -> Looked {
        var looked = Looked()
        var count = 0
        while looked.matching < limit, let row = try rows.next() {
            count += 1
            guard count <= most else {
                looked.isAll = false
                break
            }
            guard try isMeant(row) else { continue }
            looked.matching += 1
            if isSelected(row) { looked.found.append(try IssuedTicket(row)) }
        }
        return looked
    }

    private func isSelected(_ row: Row) -> Bool {
        (tier == nil || row["tier"] as String? == tier) && (status == nil || TicketStatus(row) == status)
    }

    /// Returns the tickets with a word that begins like this.
    private func tickets(with beginning: String) throws -> RowCursor {
        let numbers = "SELECT DISTINCT doc AS number FROM ticket_word WHERE \(Self.isBegun)"
        return try tickets(numbered: numbers, arguments: range(of: beginning))
    }

    /// Returns the tickets that match all queries of the index.
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

    /// Returns the index query for a word; `nil` if its beginning matches too much.
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
            // No character of a word sorts before this one.
            next = spelling + "\u{1}"
        }
        let count = "SELECT count(*) FROM (SELECT 1 FROM ticket_word WHERE \(Self.isBegun) LIMIT ?)"
        let collected = try Int.fetchOne(db, sql: count, arguments: range(of: word) + [mostCollected]) ?? 0
        return collected < mostCollected ? "\"\(word)\"*" : nil
    }

    private func isMeant(_ row: Row) throws -> Bool {
        if let events, !events.contains(try row.identifier("event")) { return false }
        guard words.count > 1 else { return true }
        let (holder, reference) = (row["holder"] as String?, row["reference"] as String?)
        let present = try Self.words(of: "\(holder ?? "") \(reference ?? "")", by: tokenizer)
        return words.allSatisfy { word in present.contains { $0.utf8.starts(with: word.utf8) } }
    }

    private static let isBegun = "term >= ? AND term <= ?"
    private static let last = "\u{10FFFF}"

    private func range(of word: String) -> StatementArguments { [word, word + Self.last] }
}

extension Ledger {
    /// Returns the tickets that have a ``TicketNumber``, and those whose holder or reference has words that begin with
    /// the words of a text.
    ///
    /// The search ignores case and accents; the words may come in any order.
    ///
    /// - Parameters:
    ///   - text: A ticket's number, or words or their beginnings; without a letter or digit, nothing is found.
    ///   - events: The events whose tickets are meant; `nil` for all.
    ///   - tier: The only tier whose tickets are returned; `nil` for all.
    ///   - status: The only status of the tickets that are returned; `nil` for all.
    ///   - limit: The maximum number of tickets with the number or the words that are compared with the tier and the
    ///     status, 1 or more.
    /// - Returns: The tickets with the number, then the others, ordered by holder.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Look-ups in an index of words, independent of the list's length unless most of the matching
    ///   tickets are other events'.
    public func tickets(
        matching text: String, of events: Set<EventID>? = nil, tier: String? = nil, status: TicketStatus? = nil,
        limit: Int
    ) async throws -> [IssuedTicket] {
        try await read { db in
            let numbered = try (TicketNumber(text)?.tickets(of: events, limit: limit, in: db) ?? [])
                .filter { (tier == nil || $0.tier == tier) && (status == nil || $0.status == status) }
            let named = try SearchQuery(text, in: db, of: events, tier: tier, status: status).tickets(limit: limit)
            guard !numbered.isEmpty else { return named }
            let seen = Set(numbered.map(\.ticket.id))
            return Array((numbered + named.filter { !seen.contains($0.ticket.id) }).prefix(limit))
        }
    }
}
