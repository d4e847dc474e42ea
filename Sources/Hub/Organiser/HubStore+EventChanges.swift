// Who changed the rules of events on the organiser's page.

import TicketSigning

extension HubSchema {
    /// What was changed on the organiser's page about the rules of events, each with the name of the account.
    static func eventChanges(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableEnd)
        return [
            // id: random.
            """
            CREATE TABLE IF NOT EXISTS event_change (
                id    \(bytes) PRIMARY KEY,
                event \(bytes) NOT NULL,
                at_ms \(integer) NOT NULL,
                actor TEXT NOT NULL,
                what  TEXT NOT NULL
            ) \(end)
            """,
            "CREATE INDEX IF NOT EXISTS event_change_event ON event_change (event, at_ms)",
        ]
    }
}

/// Something that was changed about an event's rules.
struct EventChangeEntry: Codable, Hashable, Sendable {
    /// Milliseconds since 1970-01-01 00:00:00 UTC.
    let at: Int64
    /// The name of the account.
    let by: String
    /// What was changed, in a sentence.
    let what: String
}

extension HubStore {
    /// How many changes of an event are shown.
    private static let mostShown = 50

    /// Notes what was changed about an event's rules.
    ///
    /// - Throws: ``HubError``.
    func note(_ change: EventChangeEntry, of event: EventID) async throws {
        try await database.write { session in
            try session.run(
                "INSERT INTO event_change (id, event, at_ms, actor, what) VALUES ($1, $2, $3, $4, $5)",
                [EventID.random().sql, event.sql, .integer(change.at), .text(change.by), .text(change.what)])
        }
    }

    /// Returns what was changed about an event's rules on the organiser's page, the newest first; at most 50.
    ///
    /// - Throws: ``HubError``.
    func changes(of event: EventID) async throws -> [EventChangeEntry] {
        try await database.read { session in
            try session.rows(
                """
                SELECT at_ms, actor, what FROM event_change WHERE event = $1 ORDER BY at_ms DESC, id
                LIMIT \(Self.mostShown)
                """, [event.sql]
            ).map { EventChangeEntry(at: try $0.integer(0), by: try $0.text(1), what: try $0.text(2)) }
        }
    }
}
