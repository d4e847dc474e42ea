// Tickets that more than one person entered with.

import GRDB
public import TicketSigning

/// A movement with its position in the book and what is known about the ticket.
public struct OrderedMovement: Hashable, Sendable {
    /// The box that recorded it.
    public let box: BoxID
    /// Sequence number within the box.
    public let seq: Int64
    /// The scan's chain value, which is its own among all scans.
    public let chain: RecordBytes
    /// The ticket that was shown.
    public let ticket: TicketID
    /// The entry or exit.
    public let movement: Movement
    /// When it happened by the hub's clock; `nil` if the box did not know how far its own was from it.
    public let hubTime: Timestamp?
    /// Whose knowledge it was based on; `nil` if staff decided.
    public let decided: DecisionSource?
    /// Whether staff read that the ticket was used up, and admitted somebody anyway.
    public let isDeliberate: Bool
    /// Who admitted somebody by hand, and why; `nil` if a code was scanned.
    public let by: Attribution?

    /// When it happened, by the hub's clock if the box knew it, else by its own.
    public var time: Timestamp { hubTime ?? movement.entry.at }
}

/// Everyone who entered or left one zone with one ticket or its replacements.
public struct TicketMovements: Hashable, Sendable {
    /// The first ticket, which the others replace.
    public let root: TicketID
    /// The event.
    public let event: EventID
    /// The zone behind the gates.
    public let zone: ZoneName
    /// The movements in the order of (hlc, box, seq), without undone ones.
    public let movements: [OrderedMovement]
    /// The rows of the tickets that were shown, as far as they are on the list.
    public let listed: [TicketID: IssuedTicket]
    /// What is known of those that partners may sell, which are on no list.
    public let granted: [TicketID: GrantedTicket]
}

extension Ledger {
    /// Returns the tickets that more than one person entered a zone with, allowed or not.
    ///
    /// - Parameter event: The event; `nil` for all events.
    /// - Returns: The tickets' movements, ordered by first ticket and zone.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Reads every admission once.
    public func multipleEntries(of event: EventID? = nil) async throws -> [TicketMovements] {
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
    /// Returns the boxes that refused a code for a reason.
    ///
    /// - Parameters:
    ///   - reason: A reason of docs/verdicts.md.
    ///   - event: The event at whose gates.
    /// - Returns: The boxes' names for people, in alphabetical order.
    /// - Throws: ``LedgerError``.
    public func boxes(refusing reason: String, at event: EventID) async throws -> [String] {
        try await read { db in
            let sql = """
                SELECT DISTINCT name FROM scan JOIN named_box AS box ON box.id = scan.box
                WHERE event = ? AND reason = ? AND verdict = 'refuse' ORDER BY name
                """
            return try String.fetchAll(db, sql: sql, arguments: [event.blob, reason])
        }
    }

    /// Returns the boxes with scans that are reported by other boxes but missing here.
    ///
    /// - Returns: The boxes' names for people, in alphabetical order.
    /// - Throws: ``LedgerError``.
    public func boxesBehind() async throws -> [String] {
        try await read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM named_box AS box WHERE (SELECT max(seq) FROM peer_holding
                        WHERE peer_holding.box = box.id AND log = 'scan')
                        > (SELECT coalesce(max(seq), 0) FROM scan WHERE scan.box = box.id) ORDER BY name
                    """
            )
        }
    }
}

extension TicketMovements {
    fileprivate init(root: TicketID, event: EventID, zone: String, in db: Database) throws {
        // SQLite keeps the order of a cross join (sqlite.org/optoverview.html section 7.3). Otherwise it would read
        // all scans for each crowd.
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE line (id) AS (
                    SELECT ?1 UNION SELECT ticket.id FROM line JOIN ticket ON ticket.replaces = line.id
                )
                SELECT movement.*, box.name AS box_name
                FROM line CROSS JOIN movement ON movement.ticket = line.id
                JOIN named_box AS box ON box.id = movement.box
                WHERE movement.event = ?2 AND movement.zone = ?3 ORDER BY hlc, movement.box, seq, chain
                """
        )
        let rows = try Row.fetchAll(statement, arguments: [root.blob, event.blob, zone])
        movements = try rows.compactMap { row in
            let line = try MovementRecord(row)
            return line.movement.map {
                OrderedMovement(
                    box: line.number.box, seq: line.number.seq, chain: RecordBytes(line.number.chain),
                    ticket: line.ticket, movement: $0,
                    hubTime: (row["offset_ms"] as Int64?).map { line.entry.at.corrected(by: $0) },
                    decided: (row["decided"] as String?).flatMap(DecisionSource.init),
                    isDeliberate: line.kind == .override && line.reason == "already-used",
                    by: line.by
                )
            }
        }
        self.root = root
        self.event = event
        self.zone = ZoneName(zone) ?? .main
        let shown = Set(movements.map(\.ticket))
        granted = try Dictionary(
            uniqueKeysWithValues: shown.map { ($0, try GrantedTicket.withID($0, in: db)?.facts) }
        ).compactMapValues(\.self)
        let others = try shown.subtracting(granted.keys).compactMap { try IssuedTicket.withID($0, in: db) }
        listed = Dictionary(uniqueKeysWithValues: others.map { ($0.ticket.id, $0) })
    }
}
