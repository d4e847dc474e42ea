// Events, their tiers and gates in the ledger.

import GRDB
public import TicketSigning

extension Ledger {
    /// Adds an event.
    ///
    /// - Parameters:
    ///   - event: Its short name must be free.
    ///   - gates: Names of the doors, 1 to 32 ASCII letters, digits or `-` each.
    /// - Throws: ``LedgerError/refused(_:)`` with the reason; other ``LedgerError``.
    public func add(_ event: Event, gates: [GateName]) async throws {
        guard Event.isSlug(event.slug) else {
            throw LedgerError.refused(
                "'\(event.slug)' cannot be an event's short name; use 1 to 32 lower-case letters, digits and hyphens."
            )
        }
        if let opens = event.opens, let closes = event.closes, closes <= opens {
            throw LedgerError.refused("The event closes before it opens; give --closes a later time than --opens.")
        }
        try await write { db in
            if try Event.named(event.slug, in: db) != nil {
                throw LedgerError.refused("There is already an event '\(event.slug)'; choose another --slug.")
            }
            try event.insert(in: db)
            for gate in gates {
                try db.execute(
                    sql: "INSERT OR IGNORE INTO gate (event, name) VALUES (?, ?)",
                    arguments: [event.id.blob, gate.text]
                )
            }
        }
    }

    /// All events, by the time they open.
    ///
    /// - Returns: Possibly none.
    /// - Throws: ``LedgerError``.
    public func events() async throws -> [Event] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM event ORDER BY opens_ms IS NULL, opens_ms, slug").map(Event.init)
        }
    }

    /// The event with a short name.
    ///
    /// - Parameter slug: As given when it was added.
    /// - Returns: `nil` if there is none.
    /// - Throws: ``LedgerError``.
    public func event(named slug: String) async throws -> Event? {
        try await read { db in try Event.named(slug, in: db) }
    }

    /// The doors of an event, in alphabetical order.
    ///
    /// - Parameter event: Of which event.
    /// - Returns: Their names.
    /// - Throws: ``LedgerError``.
    public func gates(of event: EventID) async throws -> [GateName] {
        try await read { db in
            let sql = "SELECT name FROM gate WHERE event = ? ORDER BY name"
            return try String.fetchAll(db, sql: sql, arguments: [event.blob]).compactMap(GateName.init)
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
            unlisted: (row["unlisted"] as String?).flatMap(UnlistedPolicy.init) ?? .refuse
        )
    }

    static func named(_ slug: String, in db: Database) throws -> Event? {
        try Row.fetchOne(db, sql: "SELECT * FROM event WHERE slug = ?", arguments: [slug]).map(Event.init)
    }

    static func withID(_ id: EventID, in db: Database) throws -> Event? {
        let statement = try db.cachedStatement(sql: "SELECT * FROM event WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id.blob]).map(Event.init)
    }

    func insert(in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO event (id, slug, name, opens_ms, closes_ms, unlisted) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [id.blob, slug, name, opens?.milliseconds, closes?.milliseconds, unlisted.rawValue]
        )
    }
}
