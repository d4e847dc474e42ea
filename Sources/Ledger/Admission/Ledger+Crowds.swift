// Tickets that more than one person entered with.

import GRDB
public import TicketSigning

/// A movement with its place in the book, and with what is known of the ticket.
public struct OrderedMovement: Hashable, Sendable {
    /// Which box's, and the how-manieth of its scans.
    public let box: BoxID
    /// The how-manieth of the box's scans.
    public let seq: Int64
    /// The ticket that was shown.
    public let ticket: TicketID
    /// Who went in or out.
    public let movement: Movement
    /// On whose knowledge; `nil` where staff decided.
    public let decided: DecisionSource?
    /// Whether staff read that the ticket was used up, and let somebody in all the same.
    public let isDeliberate: Bool
    /// Who let somebody in by hand, and why; `nil` where a code was scanned.
    public let by: Attribution?
}

/// Everybody who went in or out of one zone with one ticket, or with those that stand for it.
public struct TicketMovements: Hashable, Sendable {
    /// The first ticket, which the others stand for.
    public let root: TicketID
    /// Of which event.
    public let event: EventID
    /// What lies behind the gates.
    public let zone: ZoneName
    /// In the order of (hlc, box, seq); the undone left out.
    public let movements: [OrderedMovement]
    /// The rows of the tickets that were shown, as far as the list has them.
    public let listed: [TicketID: IssuedTicket]
}

extension Ledger {
    /// The tickets that more than one person entered a zone with, whether they may or not.
    ///
    /// - Parameter event: `nil` for all events.
    /// - Returns: In the order of their first tickets and zones.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Reads every admission once.
    public func crowds(of event: EventID? = nil) async throws -> [TicketMovements] {
        try await read { db in
            let sql = """
                SELECT root, event, zone FROM crowd WHERE ?1 IS NULL OR event = ?1 ORDER BY root, event, zone
                """
            return try Row.fetchAll(db, sql: sql, arguments: [event?.blob]).map { row in
                try TicketMovements(
                    root: row.identifier("root"), event: row.identifier("event"), zone: row["zone"], in: db
                )
            }
        }
    }
}

extension Ledger {
    /// The boxes of which other boxes have said that there are scans which are not here yet.
    ///
    /// - Returns: What people call them, in alphabetical order.
    /// - Throws: ``LedgerError``.
    public func boxesBehind() async throws -> [String] {
        try await read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM box WHERE (SELECT max(scans) FROM peer_holding WHERE peer_holding.box = box.id)
                        > (SELECT coalesce(max(seq), 0) FROM scan WHERE scan.box = box.id) ORDER BY name
                    """
            )
        }
    }
}

extension TicketMovements {
    fileprivate init(root: TicketID, event: EventID, zone: String, in db: Database) throws {
        // A cross join is taken in this order (sqlite.org/optoverview.html section 7.3): without it, SQLite reads all scans
        // for each crowd.
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE line (id) AS (
                    SELECT ?1 UNION SELECT ticket.id FROM line JOIN ticket ON ticket.replaces = line.id
                )
                SELECT movement.*, box.name AS box_name
                FROM line CROSS JOIN movement ON movement.ticket = line.id
                JOIN box ON box.id = movement.box
                WHERE movement.event = ?2 AND movement.zone = ?3 ORDER BY hlc, movement.box, seq
                """
        )
        let rows = try Row.fetchAll(statement, arguments: [root.blob, event.blob, zone])
        movements = try rows.compactMap { row in
            let line = try MovementRecord(row)
            return line.movement.map {
                OrderedMovement(
                    box: line.number.box, seq: line.number.seq, ticket: line.ticket, movement: $0,
                    decided: (row["decided"] as String?).flatMap(DecisionSource.init),
                    isDeliberate: line.kind == .override && line.reason == "already-used",
                    by: line.by
                )
            }
        }
        self.root = root
        self.event = event
        self.zone = ZoneName(zone) ?? .main
        let tickets = try Set(movements.map(\.ticket)).compactMap { try IssuedTicket.withID($0, in: db) }
        listed = Dictionary(uniqueKeysWithValues: tickets.map { ($0.ticket.id, $0) })
    }
}
