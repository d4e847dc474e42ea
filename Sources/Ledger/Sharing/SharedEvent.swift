// An event as other ledgers know it, with everything that belongs to it in one version.

import GRDB
public import TicketSigning

/// An event with its zones, gates and tiers. It is sent and replaced as a whole, so that no gate arrives without its
/// zone. Times are milliseconds since 1970, UTC. Flat, because its properties are the members of the record's JSON.
public struct SharedEvent: Hashable, Sendable, Codable {
    /// When this version was made, and by which box.
    public internal(set) var stamp: HybridTimestamp
    /// The identifier, which is part of every ticket code of the event.
    public let id: EventID
    /// The short name.
    public let slug: String
    /// The name that guests and staff read.
    public let name: String
    /// The start of admission.
    @BoundedIfPresent<MomentBounds> public private(set) var opens: Int64?
    /// The end of admission.
    @BoundedIfPresent<MomentBounds> public private(set) var closes: Int64?
    /// What happens to a genuine ticket that is on no list.
    public let unlisted: String
    /// What happens to a code that an old key signed; `nil` if it is refused.
    public let oldKeys: String?
    /// Whether exit gates let out only people who are known to be inside; `nil` if they let out everybody.
    public let exits: String?
    /// How many people a ticket admits.
    @Bounded<AdmitsBounds> public private(set) var admits: Int
    /// Whether they may enter again.
    public let reentry: String
    /// What staff check.
    public let note: String?
    /// Any time at which a day begins.
    @BoundedIfPresent<MomentBounds> public private(set) var day: Int64?
    /// How many milliseconds an admission can be undone for.
    @Bounded<UndoBounds> public private(set) var undo: Int64
    /// When the organiser closed it.
    @BoundedIfPresent<MomentBounds> public internal(set) var closed: Int64?
    /// The zones, in the order of their names.
    public let zones: [SharedZone]
    /// The gates, in the order of their names.
    public let gates: [SharedGate]
    /// The tiers with terms of their own, in the order of their names.
    public let tiers: [SharedTier]

    private enum CodingKeys: String, CodingKey {
        case stamp, id, slug, name, opens, closes, unlisted
        case oldKeys = "old_keys"
        case exits, admits, reentry, note, day, undo, closed, zones, gates, tiers
    }

    /// The area behind gates.
    public struct SharedZone: Hashable, Sendable, Codable {
        let name: String
        @BoundedIfPresent<CapacityBounds> private(set) var capacity: Int?
        let full: String
        /// `true` if only tiers enter that list the gate, or that the gate lists; otherwise `nil`.
        let restricted: Bool?
    }

    /// A gate.
    public struct SharedGate: Hashable, Sendable, Codable {
        let name: String
        let direction: String
        let zone: String
        /// The only tiers that it admits, in alphabetical order, at least one; `nil` for all.
        let tiers: [String]?
    }

    /// A kind of ticket.
    public struct SharedTier: Hashable, Sendable, Codable {
        let name: String
        let note: String?
        @BoundedIfPresent<MomentBounds> private(set) var opens: Int64?
        @BoundedIfPresent<MomentBounds> private(set) var closes: Int64?
        @BoundedIfPresent<AdmitsBounds> private(set) var admits: Int?
        let reentry: String?
        let gates: [String]
    }
}

extension SharedEvent {
    init(_ row: Row, in db: Database) throws {
        let event: EventID = try row.identifier("id")
        func rows(_ sql: String) throws -> [Row] {
            try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [event.blob])
        }
        self.init(
            stamp: HybridTimestamp(hlc: row["hlc"], box: try row.identifier("stamper")),
            id: event,
            slug: row["slug"],
            name: row["name"],
            opens: row["opens_ms"],
            closes: row["closes_ms"],
            unlisted: row["unlisted"],
            oldKeys: (row["old_keys"] as String?).flatMap { $0 == OldKeyPolicy.refuse.rawValue ? nil : $0 },
            exits: (row["exits"] as String?).flatMap { $0 == ExitPolicy.open.rawValue ? nil : $0 },
            admits: row["admits"],
            reentry: row["reentry"],
            note: row["note"],
            day: row["day_ms"],
            undo: row["undo_ms"],
            closed: row["closed_ms"],
            zones: try rows("SELECT * FROM zone WHERE event = ? ORDER BY name").map {
                SharedZone(
                    name: $0["name"], capacity: $0["capacity"], full: $0["when_full"],
                    restricted: $0["restricted"] ? true : nil)
            },
            gates: try rows("SELECT * FROM gate WHERE event = ? ORDER BY name").map { row in
                let tiers = try GateName(row["name"]).flatMap { try GateSettings.tiers(of: $0, at: event, in: db) }
                return SharedGate(
                    name: row["name"], direction: row["direction"], zone: row["zone"], tiers: tiers?.sorted())
            },
            tiers: try rows(Self.tiersWithTerms).map {
                SharedTier(
                    name: $0["name"], note: $0["note"], opens: $0["opens_ms"], closes: $0["closes_ms"],
                    admits: $0["admits"], reentry: $0["reentry"],
                    gates: ($0["gates"] as String?)?.split(separator: ",").map(String.init).sorted() ?? []
                )
            }
        )
    }

    /// A tier without terms is created wherever a ticket names it, and carries no information.
    private static let tiersWithTerms = """
        SELECT * FROM (
            SELECT tier.*, (SELECT group_concat(gate) FROM tier_gate
                WHERE tier_gate.event = tier.event AND tier_gate.tier = tier.name) AS gates
            FROM tier WHERE event = ?
        )
        WHERE coalesce(note, opens_ms, closes_ms, admits, reentry, gates) IS NOT NULL ORDER BY name
        """

    /// Replaces any version that this ledger has with this one.
    ///
    /// - Parameters:
    ///   - signature: Its author's signature, which was verified.
    ///   - db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    func save(signature: RecordBytes?, in db: Database) throws {
        for table in ["tier_gate", "gate_tier", "gate", "zone"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE event = ?", arguments: [id.blob])
        }
        // Tickets name tiers, so the tiers stay, without their terms.
        let bare = "UPDATE tier SET note = NULL, opens_ms = NULL, closes_ms = NULL, admits = NULL, reentry = NULL"
        try db.execute(sql: "\(bare) WHERE event = ?", arguments: [id.blob])
        try saveEvent(signature, in: db)
        try saveParts(in: db)
    }

    private func saveEvent(_ signature: RecordBytes?, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO event (id, slug, name, opens_ms, closes_ms, unlisted, old_keys, exits, admits, reentry,
                    note, day_ms, undo_ms, closed_ms, hlc, stamper, signature, rev)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET slug = excluded.slug, name = excluded.name, opens_ms = excluded.opens_ms,
                    closes_ms = excluded.closes_ms, unlisted = excluded.unlisted, old_keys = excluded.old_keys,
                    exits = excluded.exits, admits = excluded.admits, reentry = excluded.reentry,
                    note = excluded.note, day_ms = excluded.day_ms, undo_ms = excluded.undo_ms,
                    closed_ms = excluded.closed_ms,
                    hlc = excluded.hlc, stamper = excluded.stamper, signature = excluded.signature, rev = excluded.rev
                """,
            arguments: [
                id.blob, slug, name, opens, closes, unlisted, oldKeys ?? OldKeyPolicy.refuse.rawValue,
                exits ?? ExitPolicy.open.rawValue, admits, reentry, note, day, undo, closed, stamp.hlc,
                stamp.box.blob, signature?.asSignature,
                try ListRevision.next(in: db),
            ]
        )
    }

    private func saveParts(in db: Database) throws {
        for zone in zones {
            try db.execute(
                sql: "INSERT INTO zone (event, name, capacity, when_full, restricted) VALUES (?, ?, ?, ?, ?)",
                arguments: [id.blob, zone.name, zone.capacity, zone.full, zone.restricted ?? false]
            )
        }
        for gate in gates {
            try db.execute(
                sql: "INSERT INTO gate (event, name, direction, zone) VALUES (?, ?, ?, ?)",
                arguments: [id.blob, gate.name, gate.direction, gate.zone]
            )
            for tier in gate.tiers ?? [] {
                try db.execute(
                    sql: "INSERT INTO gate_tier (event, gate, tier) VALUES (?, ?, ?)",
                    arguments: [id.blob, gate.name, tier]
                )
            }
        }
        for tier in tiers {
            try db.execute(
                sql: "INSERT OR REPLACE INTO tier (event, name, note, opens_ms, closes_ms, admits, reentry) "
                    + "VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [id.blob, tier.name, tier.note, tier.opens, tier.closes, tier.admits, tier.reentry]
            )
            for gate in tier.gates {
                try db.execute(
                    sql: "INSERT INTO tier_gate (event, tier, gate) VALUES (?, ?, ?)",
                    arguments: [id.blob, tier.name, gate]
                )
            }
        }
    }
}
