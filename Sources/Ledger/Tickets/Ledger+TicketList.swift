// The ticket list, or a part of it, row by row.

import GRDB
public import TicketSigning

/// A filter for tickets of the list; a value that is `nil` or empty excludes nothing.
public struct TicketFilter: Hashable, Sendable {
    /// The event.
    public var event: EventID?
    /// The tier.
    public var tier: String?
    /// The statuses to include; if empty, all but `replaced`.
    public var statuses: Set<TicketStatus> = []
    /// Whether somebody has entered with them, or with one that they replace.
    public var isEntered: Bool?
    /// A gate through which somebody has entered with them.
    public var gate: GateName?
    /// The import that put them on the list.
    public var imported: Int?

    /// Creates a filter for all tickets but replaced ones.
    public init() {}
}

/// A ticket of the list with its admissions.
public struct ListedTicket: Hashable, Sendable {
    /// The row.
    public let ticket: IssuedTicket
    /// The event's short name.
    public let event: String
    /// How many people it admits.
    public let admits: Int
    /// The number of admissions that count, including those of the tickets that it replaces.
    public let entries: Int
    /// The first of them, by the box's wall clock.
    public let firstEntry: Timestamp?
    /// The import that put it on the list here.
    public let imported: Int?
    /// Whether another platform's barcode admits it.
    public let hasBarcode: Bool
}

extension Ledger {
    /// Passes the tickets of the list to a closure, ordered by holder. Blocks its thread.
    ///
    /// Tickets whose import was undone are left out.
    ///
    /// - Parameters:
    ///   - filter: Selects the tickets.
    ///   - body: Receives one ticket after another.
    /// - Throws: ``LedgerError``, and any error thrown by `body`.
    /// - Complexity: Memory does not grow with the list: SQLite sorts on disk.
    public func forEachTicket(matching filter: TicketFilter, _ body: (ListedTicket) throws -> Void) throws {
        try queue.read { db in
            try LedgerError.mapping(path: path) {
                let rows = try Row.fetchCursor(db, sql: filter.sql, arguments: filter.arguments)
                while let row = try rows.next() { try body(ListedTicket(row)) }
            }
        }
    }
}

extension Ledger {
    /// Returns a part of the list, first the tickets whose row was added or corrected last. What staff do with a ticket
    /// does not move it.
    ///
    /// Tickets whose import was undone are left out.
    ///
    /// - Parameters:
    ///   - filter: Selects the tickets.
    ///   - place: Where the part before ended; `nil` for the beginning.
    ///   - limit: The maximum number of tickets, 1 or more.
    ///   - most: The maximum number of tickets to examine, 1 or more; then the part may have fewer than `limit`, or
    ///     none, and another one comes after it. `nil` for all.
    /// - Returns: The tickets, and where the part ends; `nil` if it is the last.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Follows an index, so it does not grow with the list if most tickets are selected.
    public func tickets(
        matching filter: TicketFilter, after place: Int64? = nil, limit: Int, lookingAt most: Int? = nil
    ) async throws -> (tickets: [ListedTicket], next: Int64?) {
        try await read { db in
            let first = try Int64.fetchOne(db, sql: "SELECT min(rev) FROM ticket") ?? 0
            let last = try Int64.fetchOne(db, sql: "SELECT max(rev) FROM ticket") ?? 0
            let start = min(place ?? .max, last + 1)
            let end = try most.map { try Self.end(of: $0, before: start, in: db) ?? first } ?? first
            // A cursor reads columns from SQLite, and finds them by name in a table; rows in an array do neither.
            let rows = try Row.fetchCursor(
                db.cachedStatement(
                    sql: "\(filter.rows) AND ticket.rev < ? AND ticket.rev >= ? ORDER BY ticket.rev DESC LIMIT ?"),
                arguments: filter.arguments + [start, end, limit + 1])
            var (tickets, revision): ([ListedTicket], Int64?) = ([], nil)
            while let row = try rows.next() {
                guard tickets.count < limit else { return (tickets, revision) }
                tickets.append(try ListedTicket(row))
                revision = row["rev"]
            }
            return (tickets, end > first ? end : nil)
        }
    }

    /// Returns the revision of the last of some tickets before another one; `nil` if there are fewer.
    ///
    /// Tickets that were corrected leave gaps between revisions, so these are no measure of the work.
    private static func end(of count: Int, before start: Int64, in db: Database) throws -> Int64? {
        let sql = "SELECT rev FROM ticket WHERE rev < ? ORDER BY rev DESC LIMIT 1 OFFSET ?"
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [start, count - 1])
    }

    /// Returns a part of the list in the order of ``forEachTicket(matching:_:)``, by holder.
    ///
    /// - Parameters:
    ///   - filter: Selects the tickets.
    ///   - last: The last ticket of the part before; `nil` for the beginning.
    ///   - limit: The maximum number of tickets, 1 or more.
    /// - Returns: The tickets, and whether there are more; none if the ledger does not have the last ticket.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Sorts all tickets that are selected, so it is for events with a few thousand.
    public func ticketsByHolder(
        matching filter: TicketFilter, after last: TicketID? = nil, limit: Int
    ) async throws -> (tickets: [ListedTicket], hasMore: Bool) {
        try await read { db in
            var (condition, arguments): (String, StatementArguments) = ("", filter.arguments)
            if let last {
                // Texts that are missing compare as empty ones, because a comparison with NULL is never true.
                condition = """
                     AND (ticket.holder IS NULL, coalesce(ticket.holder, '') COLLATE NOCASE, ticket.id) > (
                        SELECT last.holder IS NULL, coalesce(last.holder, ''), last.id FROM ticket AS last
                        WHERE last.id = ?
                    )
                    """
                arguments += [last.blob]
            }
            let sql = "\(filter.rows)\(condition) \(TicketFilter.order) LIMIT ?"
            let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments + [limit + 1])
            var tickets: [ListedTicket] = []
            while let row = try rows.next() {
                guard tickets.count < limit else { return (tickets, true) }
                tickets.append(try ListedTicket(row))
            }
            return (tickets, false)
        }
    }

    /// Returns tickets of the list with their admissions.
    ///
    /// - Parameter ids: The tickets.
    /// - Returns: Those that are on the list, in the order of `ids`.
    /// - Throws: ``LedgerError``.
    public func listedTickets(_ ids: [TicketID]) async throws -> [ListedTicket] {
        var filter = TicketFilter()
        filter.statuses = Set(TicketStatus.allCases)
        let (sql, arguments) = ("\(filter.rows) AND ticket.id = ?", filter.arguments)
        return try await read { db in
            let statement = try db.cachedStatement(sql: sql)
            return try ids.compactMap { id in
                // A row of a cursor is gone with it.
                let rows = try Row.fetchCursor(statement, arguments: arguments + [id.blob])
                return try withExtendedLifetime(rows) { try rows.next().map(ListedTicket.init) }
            }
        }
    }
}

extension TicketFilter {
    /// A ticket of the outer query, with those that it replaces.
    private static let family = """
        WITH RECURSIVE family (id) AS (
            SELECT ticket.id UNION SELECT older.replaces FROM family JOIN ticket AS older ON older.id = family.id
            WHERE older.replaces NOT NULL
        )
        """

    /// Returns SQL for an aggregate over the admissions of a ticket; few tickets replace another, and only those are
    /// followed.
    private static func ofAdmissions(_ what: String) -> String {
        """
        CASE WHEN ticket.replaces IS NULL
            THEN (SELECT \(what) FROM admission WHERE admission.ticket = ticket.id)
            ELSE (\(family) SELECT \(what) FROM family CROSS JOIN admission ON admission.ticket = family.id)
        END
        """
    }

    /// Returns SQL for whether a ticket has an admission; the first one is enough.
    static func hasAdmission(where condition: String = "true") -> String {
        """
        CASE WHEN ticket.replaces IS NULL
            THEN EXISTS (SELECT 1 FROM admission WHERE admission.ticket = ticket.id AND \(condition))
            ELSE EXISTS (\(family) SELECT 1 FROM family CROSS JOIN admission ON admission.ticket = family.id
                WHERE \(condition))
        END
        """
    }

    /// By holder; tickets without one come last.
    fileprivate static let order = "ORDER BY ticket.holder IS NULL, ticket.holder COLLATE NOCASE, ticket.id"

    fileprivate var sql: String {
        """
        \(rows)
        \(Self.order)
        """
    }

    fileprivate var rows: String {
        """
        SELECT ticket.*, event.slug, coalesce(ticket.admits, tier.admits, event.admits) AS people,
            \(Self.ofAdmissions("count(*)")) AS entries, \(Self.ofAdmissions("min(at_ms)")) AS first_ms
        FROM ticket JOIN event ON event.id = ticket.event
        LEFT JOIN tier ON tier.event = ticket.event AND tier.name = ticket.tier
        WHERE NOT ticket.removed AND (\(conditions.isEmpty ? "true" : conditions.map(\.sql).joined(separator: " AND ")))
        """
    }

    fileprivate var arguments: StatementArguments {
        StatementArguments(conditions.compactMap(\.argument))
    }

    private var conditions: [(sql: String, argument: (any DatabaseValueConvertible)?)] {
        var conditions: [(sql: String, argument: (any DatabaseValueConvertible)?)] = []
        if let event { conditions.append(("ticket.event = ?", event.blob)) }
        if let tier { conditions.append(("ticket.tier = ?", tier)) }
        let names = statuses.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        conditions.append((statuses.isEmpty ? "ticket.status <> 'replaced'" : "ticket.status IN (\(names))", nil))
        if let isEntered {
            conditions.append(("\(isEntered ? "" : "NOT ")(\(Self.hasAdmission()))", nil))
        }
        if let gate {
            // Both branches contain the gate's name.
            let text = gate.text
            conditions.append(("(\(Self.hasAdmission(where: "admission.gate = '\(text)'")))", nil))
        }
        if let imported { conditions.append(("ticket.import = ?", imported)) }
        return conditions
    }
}

extension ListedTicket {
    fileprivate init(_ row: Row) throws {
        self.init(
            ticket: try IssuedTicket(row),
            event: row["slug"],
            admits: row["people"],
            entries: row["entries"],
            firstEntry: row.timestamp("first_ms"),
            imported: row["import"],
            hasBarcode: (row["barcode"] as String?) != nil
        )
    }
}
