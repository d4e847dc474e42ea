// A message to the gates as other ledgers know it.

import GRDB
public import TicketSigning

/// A short text for people who work at the gates of an event; it never changes.
public struct SharedMessage: Hashable, Sendable, Codable {
    /// The message's identifier.
    public let id: MessageID
    /// The event.
    public let event: EventID
    /// The gate; `nil` for all gates of the event.
    public let gate: String?
    /// The text; 1 to ``GateMessage/longest`` characters.
    public let text: String
    /// Who wrote it.
    public let actor: String
    /// The time by the writer's wall clock, in milliseconds since 1970.
    @Bounded<MomentBounds> public private(set) var at: Int64
    /// When it expires.
    @Bounded<MomentBounds> public private(set) var until: Int64
    /// The box whose ledger it was written in.
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

    /// Adds the message.
    ///
    /// - Parameters:
    ///   - signature: Its author's signature, which was verified; `nil` for a message of this box.
    ///   - db: A database in a write transaction.
    /// - Returns: `false` if it already exists, if its event does not exist, or if the event was purged here.
    /// - Throws: `DatabaseError`.
    func merge(signature: RecordBytes? = nil, in db: Database) throws -> Bool {
        let known = try db.cachedStatement(
            sql: "SELECT 1 FROM event WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM purge WHERE event = ?1)")
        guard try Int.fetchOne(known, arguments: [event.blob]) != nil else { return false }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO message (id, event, gate, text, actor, at_ms, until_ms, box, signature)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [id.blob, event.blob, gate, text, actor, at, until, box.blob, signature?.asSignature]
        )
        guard db.changesCount > 0 else { return false }
        try db.execute(
            sql: "UPDATE message SET rev = ? WHERE id = ?", arguments: [try ListRevision.next(in: db), id.blob]
        )
        return true
    }
}
