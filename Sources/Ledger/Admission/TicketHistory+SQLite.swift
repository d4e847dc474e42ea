// The look-ups behind a ticket's history.

import GRDB
import TicketSigning

/// A ticket's history, and the number of its next slot on this box.
struct TicketHistoryReader {
    let history: TicketHistory
    let nextSlot: Int

    init(of ticket: Ticket, at gate: Gate, box: BoxID, in db: Database) throws {
        let door = try GateState(at: gate, in: db)
        let (listed, tier) = try IssuedTicket.withTier(ticket.id, in: db)
        let (line, root) = try listed?.line(in: db) ?? ([ticket.id], nil)
        let lines = try MovementRecord.all(of: ticket.id, standingFor: root, in: db)
        let behind = lines.filter { $0.zone == door.zone.name }
        history = TicketHistory(
            listed: listed,
            root: root,
            event: ticket.event == gate.event ? door.event : try Event.withID(ticket.event, in: db),
            newestEpoch: listed == nil ? try KeyRecord.newestEpoch(of: ticket.event, in: db) : nil,
            tier: tier,
            door: door,
            movements: MovementRecord.standing(lines.filter { line.contains($0.ticket) }).compactMap(\.movement),
            happenings: behind.map(\.entry),
            siblingEntries: behind.filter { !line.contains($0.ticket) }.map(\.entry)
        )
        nextSlot = (lines.filter { $0.ticket == ticket.id && $0.number.box == box }.map(\.slot).max() ?? 0) + 1
    }
}

extension IssuedTicket {
    /// Returns this ticket and those that it replaces, and the first of them; that one is `nil` if there are no
    /// others.
    func line(in db: Database) throws -> ([TicketID], root: TicketID?) {
        guard replaces != nil || status == .replaced else { return ([ticket.id], nil) }
        let statement = try db.cachedStatement(
            sql: """
                WITH RECURSIVE line (id, depth) AS (
                    SELECT ?1, 0 UNION SELECT replaces, depth + 1 FROM ticket JOIN line USING (id)
                    WHERE replaces IS NOT NULL AND depth < 100
                )
                SELECT id FROM line ORDER BY depth
                """
        )
        let line: [TicketID] = try Row.fetchAll(statement, arguments: [ticket.id.blob]).map { try $0.identifier("id") }
        return (line, line.last)
    }

    static func withID(_ id: TicketID, in db: Database) throws -> IssuedTicket? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM ticket WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.blob]).map(IssuedTicket.init)
    }

    /// Returns a ticket and its tier, in one look-up.
    static func withTier(_ id: TicketID, in db: Database) throws -> (IssuedTicket?, Tier?) {
        let statement = try db.cachedStatement(
            sql: """
                SELECT ticket.*, tier.name AS tier_name, tier.note AS tier_note, tier.opens_ms AS tier_opens_ms,
                    tier.closes_ms AS tier_closes_ms, tier.admits AS tier_admits, tier.reentry AS tier_reentry,
                    (SELECT group_concat(gate) FROM tier_gate
                     WHERE tier_gate.event = ticket.event AND tier_gate.tier = ticket.tier) AS tier_gates
                FROM ticket LEFT JOIN tier ON tier.event = ticket.event AND tier.name = ticket.tier
                WHERE ticket.id = ?
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [id.blob]) else { return (nil, nil) }
        return (try IssuedTicket(row), Tier(row))
    }
}

extension Tier {
    /// Reads a tier from the columns `tier_…`; `nil` if there is none.
    init?(_ row: Row) {
        guard let name = row["tier_name"] as String? else { return nil }
        self.init(
            name: name,
            policy: EntryPolicy(
                opens: row.timestamp("tier_opens_ms"),
                closes: row.timestamp("tier_closes_ms"),
                admits: row["tier_admits"],
                reentry: (row["tier_reentry"] as String?).flatMap(Reentry.init),
                gates: (row["tier_gates"] as String?)?.split(separator: ",").compactMap { GateName(String($0)) }
                    .sorted(),
                note: row["tier_note"]
            )
        )
    }
}

extension GateState {
    /// Reads a gate's state. A gate that the event does not have lets people into the main zone.
    init(at gate: Gate, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT event.*, gate.direction, gate.zone, zone.capacity, zone.when_full
                FROM event LEFT JOIN gate ON gate.event = event.id AND gate.name = ?2
                LEFT JOIN zone ON zone.event = event.id AND zone.name = gate.zone
                WHERE event.id = ?1
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [gate.event.blob, gate.name.text]) else {
            throw LedgerError.refused("The event at this door is not in the ledger; restart with an event that is.")
        }
        let doorway = GateSettings(
            name: gate.name,
            direction: (row["direction"] as String?).flatMap(GateDirection.init) ?? .entry,
            zone: (row["zone"] as String?).flatMap(ZoneName.init) ?? .main
        )
        let zone = Zone(
            name: doorway.zone,
            capacity: row["capacity"],
            whenFull: (row["when_full"] as String?).flatMap(FullPolicy.init) ?? .refuse
        )
        let isCounted = zone.capacity != nil && doorway.direction == .entry
        let inside = isCounted ? try Zone.inside(zone.name, of: gate.event, in: db) : nil
        self.init(event: try Event(row), gate: doorway, zone: zone, inside: inside)
    }
}

extension Zone {
    /// Returns how many people are inside.
    static func inside(_ zone: ZoneName, of event: EventID, in db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT people FROM inside WHERE event = ? AND zone = ?")
        return try Int.fetchOne(statement, arguments: [event.blob, zone.text]) ?? 0
    }
}
