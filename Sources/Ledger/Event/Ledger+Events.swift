// Events, their tiers and gates in the ledger.

import GRDB
public import TicketSigning

extension Ledger {
    /// Adds an event.
    ///
    /// - Parameters:
    ///   - event: The event; its short name must be free.
    ///   - gates: The names of the gates, each 1 to 32 ASCII letters, digits or `-`.
    ///   - key: The key that signs for it; both are added, or neither.
    ///   - root: The organiser's root key, which signs the key's facts.
    /// - Throws: ``LedgerError/refused(_:)`` with the reason; other ``LedgerError``.
    public func add(
        _ event: Event,
        gates: [GateName],
        key: KeyRecord? = nil,
        signedBy root: RootKey? = nil
    ) async throws {
        let settings = EventSettings(event: event, gates: gates.map { GateSettings(name: $0) })
        try await add(settings, key: key, signedBy: root)
    }

    /// Adds an event with its zones, gates, tiers and design, all or nothing.
    ///
    /// - Parameters:
    ///   - settings: The event, whose short name must be free, and what is set for it.
    ///   - key: The key that signs for it.
    ///   - root: The organiser's root key, which signs the key's facts.
    /// - Throws: ``LedgerError/refused(_:)`` with the reason; other ``LedgerError``.
    public func add(
        _ settings: EventSettings, key: KeyRecord? = nil, signedBy root: RootKey? = nil
    ) async throws {
        let event = settings.event
        guard Event.isSlug(event.slug) else {
            throw LedgerError.refused(
                "'\(event.slug)' is not a valid short name; use 1 to 32 lower-case letters, digits and hyphens."
            )
        }
        try event.requireSense()
        try settings.design.requireSense(for: event)
        try await write { db in
            try Authority.requireWriting(.event, in: event.id, db)
            if try Event.named(event.slug, in: db) != nil {
                throw LedgerError.refused("An event '\(event.slug)' already exists; choose another --slug.")
            }
            try event.insert(in: db)
            for zone in settings.zones { try zone.save(of: event.id, in: db) }
            for gate in settings.gates { try gate.save(of: event.id, in: db) }
            for tier in settings.tiers { try tier.save(of: event.id, in: db) }
            if settings.design != TicketDesign() { try settings.design.save(of: event.id, in: db) }
            try key?.insert(signedBy: root, in: db)
            try event.markChanged(in: db)
        }
    }

    /// Changes an event, its zones, gates and tiers, all or nothing; the changes apply from the next scan on.
    ///
    /// - Parameters:
    ///   - event: The event's new state; it is found by its identifier and keeps its short name.
    ///   - zones: The zones to add or change.
    ///   - gates: The gates to add or change; a zone that does not exist yet is created.
    ///   - tiers: The tiers to add or change.
    /// - Throws: ``LedgerError/refused(_:)`` with the reason; other ``LedgerError``.
    public func update(
        _ event: Event,
        zones: [Zone] = [],
        gates: [GateSettings] = [],
        tiers: [Tier] = []
    ) async throws {
        try event.requireSense()
        try await write { db in
            try Authority.requireWriting(.event, in: event.id, db)
            try event.update(in: db)
            for zone in zones { try zone.save(of: event.id, in: db) }
            for gate in gates { try gate.save(of: event.id, in: db) }
            for tier in tiers { try tier.save(of: event.id, in: db) }
            try event.markChanged(in: db)
        }
    }

    /// Changes the rules of an event as they are at this moment, and the zones that it has; all or nothing.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - body: Changes the event and its zones; nothing is done if it returns `nil`.
    /// - Returns: The event afterwards, and what `body` returned; `nil` if there is no such event.
    /// - Throws: ``LedgerError/refused(_:)`` with the reason; other ``LedgerError``; rethrows errors of `body`.
    public func update<Value: Sendable>(
        _ id: EventID, _ body: @escaping @Sendable (inout Event, inout [Zone]) throws -> Value?
    ) async throws -> (event: Event, value: Value?)? {
        try await write { db in
            guard let before = try Event.withID(id, in: db) else { return nil }
            try Authority.requireWriting(.event, in: id, db)
            var (event, zones) = (before, try Zone.all(of: id, in: db))
            let known = zones
            guard let value = try body(&event, &zones) else { return (before, nil) }
            guard event != before || zones != known else { return (before, value) }
            try event.requireSense()
            try event.update(in: db)
            for zone in zones { try zone.save(of: id, in: db) }
            try event.markChanged(in: db)
            return (event, value)
        }
    }

    /// Closes an event, so that none of its tickets enters, or opens it again.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - moment: When it is closed; `nil` to open it.
    /// - Returns: The event, if anything was done: not if it is closed or open already, or if there is no such event.
    /// - Throws: ``LedgerError``.
    public func close(_ id: EventID, at moment: Timestamp?) async throws -> Event? {
        let outcome: (event: Event, value: Bool?)? = try await update(id) { event, _ in
            guard (event.closed == nil) != (moment == nil) else { return nil }
            event.closed = moment
            return true
        }
        return outcome?.value == nil ? nil : outcome?.event
    }

    /// Returns all events, ordered by the time they open.
    ///
    /// - Returns: The events; may be empty.
    /// - Throws: ``LedgerError``.
    public func events() async throws -> [Event] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM event ORDER BY opens_ms IS NULL, opens_ms, slug").map(Event.init)
        }
    }

    /// Returns the event with a short name.
    ///
    /// - Parameter slug: The short name given when the event was added.
    /// - Returns: The event; `nil` if there is none.
    /// - Throws: ``LedgerError``.
    public func event(named slug: String) async throws -> Event? {
        try await read { db in try Event.named(slug, in: db) }
    }

    /// Returns the gates of an event, in alphabetical order.
    ///
    /// - Parameter event: The event.
    /// - Returns: Their names.
    /// - Throws: ``LedgerError``.
    public func gates(of event: EventID) async throws -> [GateName] {
        try await read { db in
            let sql = "SELECT name FROM gate WHERE event = ? ORDER BY name"
            return try String.fetchAll(db, sql: sql, arguments: [event.blob]).compactMap(GateName.init)
        }
    }

    /// Returns the gates of an event with their settings, in alphabetical order.
    ///
    /// - Parameter event: The event.
    /// - Returns: Their settings.
    /// - Throws: ``LedgerError``.
    public func gateSettings(of event: EventID) async throws -> [GateSettings] {
        try await read { db in
            let sql = "SELECT name, direction, zone FROM gate WHERE event = ? ORDER BY name"
            return try Row.fetchAll(db, sql: sql, arguments: [event.blob]).compactMap {
                try GateSettings($0, of: event, in: db)
            }
        }
    }

    /// Returns the zones of an event, in alphabetical order.
    ///
    /// - Parameter event: The event.
    /// - Returns: At least the zones behind its gates.
    /// - Throws: ``LedgerError``.
    public func zones(of event: EventID) async throws -> [Zone] {
        try await read { db in try Zone.all(of: event, in: db) }
    }

    /// Returns the tiers that enter a zone other than `main` although neither they nor its gate list each other.
    ///
    /// - Parameter event: The event.
    /// - Returns: Zones with gates that let people in, each with its tiers in alphabetical order; may be empty.
    /// - Throws: ``LedgerError``.
    public func zonesOpenByDefault(of event: EventID) async throws -> [ZoneName: [String]] {
        try await read { db in
            let sql = """
                SELECT DISTINCT zone, tier FROM (\(GateSettings.entrances))
                WHERE NOT has_gates AND NOT has_tiers AND NOT restricted AND zone <> ?2 ORDER BY zone, tier
                """
            let rows = try Row.fetchAll(db, sql: sql, arguments: [event.blob, ZoneName.main.text])
            return rows.reduce(into: [:]) { zones, row in
                if let zone = ZoneName(row["zone"]) { zones[zone, default: []].append(row["tier"]) }
            }
        }
    }

    /// Returns the tiers of an event, in alphabetical order.
    ///
    /// - Parameter event: The event.
    /// - Returns: The tiers that were set up, and those that tickets name.
    /// - Throws: ``LedgerError``.
    public func tiers(of event: EventID) async throws -> [Tier] {
        try await read { db in
            let sql = "SELECT \(Tier.columns) FROM tier WHERE event = ? ORDER BY name"
            return try Row.fetchAll(db, sql: sql, arguments: [event.blob]).compactMap(Tier.init)
        }
    }
}

extension Event {
    init(_ row: Row) throws {
        self.init(
            id: try row.identifier("id"),
            slug: row["slug"],
            name: row["name"],
            opens: row.timestamp("opens_ms"),
            closes: row.timestamp("closes_ms"),
            unlisted: (row["unlisted"] as String?).flatMap(UnlistedPolicy.init) ?? .refuse,
            oldKeys: (row["old_keys"] as String?).flatMap(OldKeyPolicy.init) ?? .refuse,
            exits: (row["exits"] as String?).flatMap(ExitPolicy.init) ?? .open,
            admits: row["admits"],
            reentry: (row["reentry"] as String?).flatMap(Reentry.init) ?? .none,
            note: row["note"],
            dayStarts: row.timestamp("day_ms"),
            undoTime: .milliseconds(row["undo_ms"] as Int64),
            closed: row.timestamp("closed_ms")
        )
    }

    static func named(_ slug: String, in db: Database) throws -> Event? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM event WHERE slug = ? ORDER BY id")
        return try Row.fetchOne(statement, arguments: [slug]).map(Event.init)
    }

    static func withID(_ id: EventID, in db: Database) throws -> Event? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM event WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.blob]).map(Event.init)
    }
}
