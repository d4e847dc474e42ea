// The ticket list, or a part of it, row by row.

import GRDB
public import TicketSigning

/// Which tickets of the list are meant; what is `nil` or empty leaves nothing out.
public struct TicketFilter: Hashable, Sendable {
    /// Of which event.
    public var event: EventID?
    /// Kind of ticket.
    public var tier: String?
    /// Their status; when empty, all but those that were replaced.
    public var statuses: Set<TicketStatus> = []
    /// Whether somebody has entered with them, or with one that they stand for.
    public var isEntered: Bool?
    /// Somebody has entered with them by this gate.
    public var gate: GateName?
    /// The import that put them on the list.
    public var imported: Int?

    /// All tickets but those that were replaced.
    public init() {}
}

/// A ticket of the list with what became of it.
public struct ListedTicket: Hashable, Sendable {
    /// The row.
    public let ticket: IssuedTicket
    /// The event's short name.
    public let event: String
    /// How many people it lets in.
    public let admits: Int
    /// Admissions that count, with those of the tickets that it stands for.
    public let entries: Int
    /// The first of them, by the wall clock of the box.
    public let firstEntry: Timestamp?
    /// The import that put it on the list here.
    public let imported: Int?
    /// Whether another platform's barcode lets it in.
    public let hasBarcode: Bool
}

extension Ledger {
    /// Hands on the tickets of the list by their holders' names. Blocks its thread.
    ///
    /// Tickets whose import was undone are left out.
    ///
    /// - Parameters:
    ///   - filter: Which ones.
    ///   - body: Gets one after the other.
    /// - Throws: ``LedgerError``, and what `body` throws.
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

extension TicketFilter {
    /// A ticket of the outer query, with those that it stands for.
    private static let family = """
        WITH RECURSIVE family (id) AS (
            SELECT ticket.id UNION SELECT older.replaces FROM family JOIN ticket AS older ON older.id = family.id
            WHERE older.replaces NOT NULL
        )
        """

    /// Something over the admissions of a ticket; few tickets stand for another, and only those are followed.
    private static func ofAdmissions(_ what: String, where condition: String = "true") -> String {
        """
        CASE WHEN ticket.replaces IS NULL
            THEN (SELECT \(what) FROM admission WHERE admission.ticket = ticket.id AND \(condition))
            ELSE (\(family) SELECT \(what) FROM family CROSS JOIN admission ON admission.ticket = family.id
                WHERE \(condition))
        END
        """
    }

    fileprivate var sql: String {
        """
        SELECT ticket.*, event.slug, coalesce(ticket.admits, tier.admits, event.admits) AS people,
            \(Self.ofAdmissions("count(*)")) AS entries, \(Self.ofAdmissions("min(at_ms)")) AS first_ms
        FROM ticket JOIN event ON event.id = ticket.event
        LEFT JOIN tier ON tier.event = ticket.event AND tier.name = ticket.tier
        WHERE NOT ticket.removed AND (\(conditions.isEmpty ? "true" : conditions.map(\.sql).joined(separator: " AND ")))
        ORDER BY ticket.holder IS NULL, ticket.holder COLLATE NOCASE, ticket.id
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
            conditions.append(("(\(Self.ofAdmissions("count(*)"))) \(isEntered ? ">" : "=") 0", nil))
        }
        if let gate {
            // Both branches name the gate.
            let text = gate.text
            conditions.append(("(\(Self.ofAdmissions("count(*)", where: "admission.gate = '\(text)'"))) > 0", nil))
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
