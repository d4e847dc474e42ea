// Messages to the gates in the ledger.

import GRDB
public import TicketSigning

extension Ledger {
    /// Adds a message; other boxes get it with their next sync.
    ///
    /// - Parameter message: A message for gates of an event that the ledger has.
    /// - Throws: ``LedgerError/refused(_:)`` if the gate or the event does not exist; other ``LedgerError``.
    public func add(_ message: GateMessage) async throws {
        try await write { db in
            guard let own = try Box.own(in: db), try Event.withID(message.event, in: db) != nil else {
                throw LedgerError.refused("The event does not exist, so the message was not sent.")
            }
            try Authority.requireWriting(.message, in: message.event, db)
            try message.event.requireUnpurged("so no message can be sent to its gates", in: db)
            if let gate = message.gate {
                let sql = "SELECT 1 FROM gate WHERE event = ? AND name = ?"
                guard try Int.fetchOne(db, sql: sql, arguments: [message.event.blob, gate.text]) != nil else {
                    throw LedgerError.refused("The event has no gate '\(gate)', so the message was not sent.")
                }
            }
            _ = try SharedMessage(message, by: own.id).merge(in: db)
        }
    }

    /// Returns the messages of an event, the newest first.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - gate: The gate; returns only messages for it or for all gates that are neither dismissed here nor expired.
    ///     `nil` returns all messages.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: At most 100 messages, none of a revoked box.
    /// - Throws: ``LedgerError``.
    public func messages(
        of event: EventID,
        at gate: GateName? = nil,
        on instant: Timestamp
    ) async throws -> [GateMessage] {
        try await read { db in
            let sql = """
                SELECT * FROM message
                WHERE event = ?1 AND box NOT IN (SELECT box FROM member WHERE revoked) AND (?2 IS NULL
                    OR (coalesce(gate, ?2) = ?2 AND dismissed_ms IS NULL AND until_ms > ?3))
                ORDER BY at_ms DESC, id LIMIT 100
                """
            let arguments: StatementArguments = [event.blob, gate?.text, instant.milliseconds]
            return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { row in
                try GateMessage(
                    id: row.identifier("id"), event: row.identifier("event"),
                    gate: (row["gate"] as String?).flatMap { GateName($0) }, text: row["text"], actor: row["actor"],
                    at: Timestamp(milliseconds: row["at_ms"]), until: Timestamp(milliseconds: row["until_ms"])
                )
            }
        }
    }

    /// Dismisses a message at this box; other boxes go on showing it.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - actor: Who dismissed it.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: `false` if there is no such message, or it was already dismissed.
    /// - Throws: ``LedgerError``.
    public func dismiss(_ message: MessageID, by actor: String, on instant: Timestamp) async throws -> Bool {
        let actor = try Attribution(actor: actor, why: nil).actor
        return try await write { db in
            try db.execute(
                sql: """
                    UPDATE message SET dismissed_ms = ?, dismissed_by = ? WHERE id = ? AND dismissed_ms IS NULL
                    """,
                arguments: [instant.milliseconds, actor, message.blob]
            )
            return db.changesCount > 0
        }
    }
}
