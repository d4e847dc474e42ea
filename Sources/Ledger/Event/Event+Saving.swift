// Saves events, zones, gates and tiers to the tables.

import GRDB
import TicketSigning

extension Event {
    /// Rejects settings that no organiser can mean.
    func requireSense() throws {
        try requireOrder(opens, closes, of: "event")
        guard (1...1000).contains(admits) else {
            throw LedgerError.refused("A ticket admits 1 to 1000 people; give --admits a number in that range.")
        }
        try requirePlainLines(title: name, note: note)
        guard undoTime >= .zero else { throw LedgerError.refused("The time for undoing cannot be negative.") }
    }

    func insert(in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO event
                    (slug, name, opens_ms, closes_ms, unlisted, old_keys, exits, admits, reentry, note, day_ms,
                     undo_ms, closed_ms, id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: columns
        )
    }

    func update(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE event SET slug = ?, name = ?, opens_ms = ?, closes_ms = ?, unlisted = ?, old_keys = ?,
                    exits = ?, admits = ?, reentry = ?, note = ?, day_ms = ?, undo_ms = ?, closed_ms = ?
                WHERE id = ?
                """,
            arguments: columns
        )
    }

    /// Marks a new version of the event and everything that belongs to it; the timestamp is added at the next reading
    /// of a clock.
    func markChanged(in db: Database) throws {
        try db.execute(
            sql: "UPDATE event SET stamper = NULL, rev = ? WHERE id = ?",
            arguments: [try ListRevision.next(in: db), id.blob]
        )
    }

    private var columns: StatementArguments {
        [
            slug, name, opens?.milliseconds, closes?.milliseconds, unlisted.rawValue, oldKeys.rawValue, exits.rawValue,
            admits, reentry.rawValue, note, dayStarts?.milliseconds, Int64(undoTime / .milliseconds(1)),
            closed?.milliseconds, id.blob,
        ]
    }
}

extension Zone {
    /// Returns the zones of an event, in alphabetical order.
    static func all(of event: EventID, in db: Database) throws -> [Zone] {
        let sql = "SELECT name, capacity, when_full, restricted FROM zone WHERE event = ? ORDER BY name"
        return try Row.fetchAll(db, sql: sql, arguments: [event.blob]).compactMap(Zone.init)
    }

    init?(_ row: Row) {
        guard let name = ZoneName(row["name"]) else { return nil }
        self.init(
            name: name,
            capacity: row["capacity"],
            whenFull: (row["when_full"] as String?).flatMap(FullPolicy.init) ?? .refuse,
            isRestricted: row["restricted"]
        )
    }

    func save(of event: EventID, in db: Database) throws {
        guard CapacityBounds.range.contains(capacity ?? 1) else {
            throw LedgerError.refused("The capacity of a zone must be at least 1 and at most 1000000000.")
        }
        try db.execute(
            sql: """
                INSERT INTO zone (event, name, capacity, when_full, restricted) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET capacity = excluded.capacity, when_full = excluded.when_full,
                    restricted = excluded.restricted
                """,
            arguments: [event.blob, name.text, capacity, whenFull.rawValue, isRestricted]
        )
    }
}

extension GateSettings {
    init?(_ row: Row, of event: EventID, in db: Database) throws {
        guard let name = GateName(row["name"]), let direction = GateDirection(rawValue: row["direction"]),
            let zone = ZoneName(row["zone"])
        else { return nil }
        self.init(name: name, direction: direction, zone: zone, tiers: try Self.tiers(of: name, at: event, in: db))
    }

    func save(of event: EventID, in db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO zone (event, name, when_full) VALUES (?, ?, ?)",
            arguments: [event.blob, zone.text, FullPolicy.refuse.rawValue]
        )
        try db.execute(
            sql: """
                INSERT INTO gate (event, name, direction, zone) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET direction = excluded.direction, zone = excluded.zone
                """,
            arguments: [event.blob, name.text, direction.rawValue, zone.text]
        )
        let arguments: StatementArguments = [event.blob, name.text]
        try db.execute(sql: "DELETE FROM gate_tier WHERE event = ? AND gate = ?", arguments: arguments)
        for tier in tiers ?? [] {
            try db.execute(
                sql: "INSERT INTO gate_tier (event, gate, tier) VALUES (?, ?, ?)", arguments: arguments + [tier])
        }
    }
}

extension Tier {
    func save(of event: EventID, in db: Database) throws {
        try requireOrder(policy.opens, policy.closes, of: "tier")
        guard (1...1000).contains(policy.admits ?? 1) else {
            throw LedgerError.refused("A ticket admits 1 to 1000 people; give --admits a number in that range.")
        }
        try requirePlainLines(title: name, note: note)
        let gates = policy.gates ?? []
        let known = try String.fetchSet(db, sql: "SELECT name FROM gate WHERE event = ?", arguments: [event.blob])
        if let stranger = gates.first(where: { !known.contains($0.text) }) {
            let list = known.sorted().joined(separator: ", ")
            throw LedgerError.refused("There is no gate '\(stranger)'; the event has: \(list).")
        }
        try db.execute(
            sql: """
                INSERT INTO tier (event, name, note, opens_ms, closes_ms, admits, reentry) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET note = excluded.note, opens_ms = excluded.opens_ms,
                    closes_ms = excluded.closes_ms, admits = excluded.admits, reentry = excluded.reentry
                """,
            arguments: [
                event.blob, name, note, policy.opens?.milliseconds, policy.closes?.milliseconds, policy.admits,
                policy.reentry?.rawValue,
            ]
        )
        try db.execute(
            sql: "DELETE FROM tier_gate WHERE event = ? AND tier = ?",
            arguments: [event.blob, name]
        )
        for gate in gates {
            try db.execute(
                sql: "INSERT INTO tier_gate (event, tier, gate) VALUES (?, ?, ?)",
                arguments: [event.blob, name, gate.text]
            )
        }
    }
}

/// Rejects names and notes with control characters for a terminal, or that a page cannot show.
private func requirePlainLines(title: String, note: String?) throws {
    guard title.isPlainLine, note?.isPlainLine ?? true else {
        throw LedgerError.refused("Write names and notes in one line each, without control characters.")
    }
}

/// Rejects a closing time that is not after the opening time.
private func requireOrder(_ opens: Timestamp?, _ closes: Timestamp?, of what: String) throws {
    guard let opens, let closes, closes <= opens else { return }
    throw LedgerError.refused("The \(what) closes before it opens; give --closes a later time than --opens.")
}
