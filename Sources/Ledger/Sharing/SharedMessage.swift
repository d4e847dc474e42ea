// A message to the gates as ledgers tell it.

import GRDB
public import TicketSigning

/// A short text for those who work at the gates of an event; it never changes.
public struct SharedMessage: Hashable, Sendable, Codable {
    /// Tells it from others.
    public let id: MessageID
    /// Of which event.
    public let event: EventID
    /// For one gate; `nil` for all of the event.
    public let gate: String?
    /// What it says; 1 to ``GateMessage/longest`` characters.
    public let text: String
    /// Who wrote it.
    public let actor: String
    /// By the writer's wall clock, milliseconds since 1970.
    public let at: Int64
    /// When it is of no use any more.
    public let until: Int64
    /// By whose ledger.
    public let box: BoxID

    init(_ row: Row) throws {
        id = try row.identifier("id")
        event = try row.identifier("event")
        gate = row["gate"]
        text = row["text"]
        actor = row["actor"]
        at = row["at_ms"]
        until = row["until_ms"]
        box = try row.identifier("box")
    }

    init(_ message: GateMessage, by box: BoxID) {
        id = message.id
        event = message.event
        gate = message.gate?.text
        text = message.text
        actor = message.actor
        at = message.at.milliseconds
        until = message.until.milliseconds
        self.box = box
    }

    /// - Returns: `false` where it is there already, or its event is not, or the event was purged here.
    func take(in db: Database) throws -> Bool {
        let known = try db.cachedStatement(
            sql: "SELECT 1 FROM event WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM purge WHERE event = ?1)")
        guard try Int.fetchOne(known, arguments: [event.blob]) != nil else { return false }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO message (id, event, gate, text, actor, at_ms, until_ms, box)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [id.blob, event.blob, gate, text, actor, at, until, box.blob]
        )
        guard db.changesCount > 0 else { return false }
        try db.execute(
            sql: "UPDATE message SET rev = ? WHERE id = ?", arguments: [try ListRevision.next(in: db), id.blob]
        )
        return true
    }
}
