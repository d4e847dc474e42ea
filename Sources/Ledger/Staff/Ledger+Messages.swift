// Messages to the gates in the ledger.

import GRDB
public import TicketSigning

extension Ledger {
    /// Writes a message down; other boxes get it with their next sync.
    ///
    /// - Parameter message: For gates of an event that the ledger has.
    /// - Throws: ``LedgerError/refused(_:)`` for a gate or an event that is not there; other ``LedgerError``.
    public func add(_ message: GateMessage) async throws {
        try await write { db in
            guard let own = try Box.own(in: db), try Event.withID(message.event, in: db) != nil else {
                throw LedgerError.refused("There is no such event, so the message was not sent.")
            }
            try message.event.requireUnpurged("and stay out, so no message is sent to its gates", in: db)
            if let gate = message.gate {
                let sql = "SELECT 1 FROM gate WHERE event = ? AND name = ?"
                guard try Int.fetchOne(db, sql: sql, arguments: [message.event.blob, gate.text]) != nil else {
                    throw LedgerError.refused("The event has no gate '\(gate)', so the message was not sent.")
                }
            }
            _ = try SharedMessage(message, by: own.id).take(in: db)
        }
    }

    /// The messages of an event, the newest first.
    ///
    /// - Parameters:
    ///   - event: Of which event.
    ///   - gate: Only those that this gate has to read: for it or for all, not dismissed here, and still of use.
    ///   - instant: Now, by this machine's wall clock.
    /// - Returns: At most 100.
    /// - Throws: ``LedgerError``.
    public func messages(
        of event: EventID,
        at gate: GateName? = nil,
        on instant: Timestamp
    ) async throws -> [GateMessage] {
        try await read { db in
            let sql = """
                SELECT * FROM message WHERE event = ?1 AND (?2 IS NULL
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

    /// Notes that those at this box have read a message; other boxes go on showing it.
    ///
    /// - Parameters:
    ///   - message: Which one.
    ///   - actor: Who dismissed it.
    ///   - instant: Now, by this machine's wall clock.
    /// - Returns: `false` where there is no such message, or it was dismissed before.
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
