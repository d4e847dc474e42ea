// Reads tiers, gates and zones from the tables.

import GRDB
import TicketSigning

extension Tier {
    /// The columns of the table `tier` that ``init(_:)`` reads, under names that a joined table does not have.
    static let columns = """
        tier.name AS tier_name, tier.note AS tier_note, tier.opens_ms AS tier_opens_ms,
        tier.closes_ms AS tier_closes_ms, tier.admits AS tier_admits, tier.reentry AS tier_reentry,
        (SELECT group_concat(gate) FROM tier_gate
         WHERE tier_gate.event = tier.event AND tier_gate.tier = tier.name) AS tier_gates
        """

    /// Reads a tier from ``columns``; `nil` if there is none.
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
                SELECT event.*, gate.direction, gate.zone, zone.capacity, zone.when_full, zone.restricted
                FROM event LEFT JOIN gate ON gate.event = event.id AND gate.name = ?2
                LEFT JOIN zone ON zone.event = event.id AND zone.name = gate.zone
                WHERE event.id = ?1
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [gate.event.blob, gate.name.text]) else {
            throw LedgerError.refused("The event at this door is not in the ledger; restart with one that is.")
        }
        let doorway = GateSettings(
            name: gate.name,
            direction: (row["direction"] as String?).flatMap(GateDirection.init) ?? .entry,
            zone: (row["zone"] as String?).flatMap(ZoneName.init) ?? .main,
            tiers: try GateSettings.tiers(of: gate.name, at: gate.event, in: db)
        )
        let zone = Zone(
            name: doorway.zone,
            capacity: row["capacity"],
            whenFull: (row["when_full"] as String?).flatMap(FullPolicy.init) ?? .refuse,
            isRestricted: row["restricted"] ?? false
        )
        let isCounted = zone.capacity != nil && doorway.direction == .entry
        let inside = isCounted ? try Zone.inside(zone.name, of: gate.event, in: db) : nil
        let share = isCounted ? try PlaceShare.places(in: zone.name, of: gate.event, in: db) : nil
        self.init(
            event: try Event(row), gate: doorway, zone: zone, inside: inside, share: share.map { PlacesLeft(count: $0) }
        )
    }
}

extension GateSettings {
    /// Every tier at every entry gate of the event ?1, as SQL: whether the tier lists gates, this one among them, and
    /// whether the gate lists tiers, this one among them; and whether the zone is restricted.
    static let entrances = """
        SELECT tier.name AS tier, gate.name AS gate, gate.zone, restricted,
            EXISTS (SELECT 1 FROM tier_gate AS list WHERE list.event = ?1 AND list.tier = tier.name) AS has_gates,
            EXISTS (SELECT 1 FROM tier_gate AS list
                WHERE list.event = ?1 AND list.tier = tier.name AND list.gate = gate.name) AS by_tier,
            EXISTS (SELECT 1 FROM gate_tier AS list WHERE list.event = ?1 AND list.gate = gate.name) AS has_tiers,
            EXISTS (SELECT 1 FROM gate_tier AS list
                WHERE list.event = ?1 AND list.gate = gate.name AND list.tier = tier.name) AS by_gate
        FROM tier JOIN gate ON gate.event = ?1 AND gate.direction = 'entry'
        JOIN zone ON zone.event = ?1 AND zone.name = gate.zone
        WHERE tier.event = ?1
        """

    /// Returns the only tiers that a gate admits; `nil` for all.
    static func tiers(of gate: GateName, at event: EventID, in db: Database) throws -> [String]? {
        let statement = try db.cachedStatement(sql: "SELECT tier FROM gate_tier WHERE event = ? AND gate = ?")
        let tiers = try String.fetchAll(statement, arguments: [event.blob, gate.text])
        return tiers.isEmpty ? nil : tiers
    }
}

extension Zone {
    /// Returns how many people are inside.
    static func inside(_ zone: ZoneName, of event: EventID, in db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT people FROM inside WHERE event = ? AND zone = ?")
        return try Int.fetchOne(statement, arguments: [event.blob, zone.text]) ?? 0
    }
}
