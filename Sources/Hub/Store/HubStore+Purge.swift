// Deletes guests' names.

import HubProtocol
public import TicketSigning

extension HubSchema {
    /// The events whose tickets and messages were deleted, with the time by the hub's wall clock.
    static func purges(_ dialect: SQLDialect) -> [String] {
        [
            """
            CREATE TABLE IF NOT EXISTS purge (
                event \(dialect.bytes) PRIMARY KEY,
                at_ms \(dialect.integer) NOT NULL
            ) \(dialect.tableEnd)
            """
        ]
    }
}

extension HubStore {
    /// The condition for what ``purge(_:now:)`` deletes; its parameter is the event.
    fileprivate static let personal = "event = $1 AND kind IN ('ticket', 'message')"
    /// The kinds of records that it deletes.
    static let personalKinds: Set<SQLValue> = [.text("ticket"), .text("message")]

    /// Returns how many records ``purge(_:now:)`` would delete.
    ///
    /// - Parameter event: The event.
    /// - Returns: The number of versions of tickets, and of messages.
    /// - Throws: ``HubError``.
    func personalRecords(of event: EventID) async throws -> Int64 {
        try await database.read { session in
            try session.row("SELECT count(*) FROM record WHERE \(Self.personal)", [event.sql])?.integer(0) ?? 0
        }
    }

    /// Deletes an event's tickets and messages for good: they are not taken again from anybody. Lines of logs stay.
    ///
    /// Each hub on this database forgets what it has in memory, since a new epoch begins.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: The number of records that were deleted.
    /// - Throws: ``HubError``; if only the file could not be rewritten, the records are deleted all the same.
    func purge(_ event: EventID, now: Int64) async throws -> Int64 {
        let count = try await database.write { session in
            try session.lock()
            let count = try session.row("SELECT count(*) FROM record WHERE \(Self.personal)", [event.sql])
            try session.purge(event.sql, now: now)
            try session.startEpoch()
            return try count?.integer(0) ?? 0
        }
        do { try await database.compact() } catch let error as HubError {
            throw HubError.refused(
                "The hub's names are deleted, but its database could not be rewritten, so some may be left in its "
                    + "files; purge again. \(error)")
        }
        return count
    }
}

extension SQLSession {
    /// Deletes an event's tickets and messages, and takes none again.
    ///
    /// - Parameters:
    ///   - event: The event's identifier.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    /// - Throws: ``HubError``.
    func purge(_ event: SQLValue, now: Int64) throws {
        try run("INSERT INTO purge (event, at_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING", [event, .integer(now)])
        try run("DELETE FROM record WHERE \(HubStore.personal)", [event])
    }

    /// Returns the events whose names were deleted.
    func purgedEvents() throws -> Set<EventID> {
        try Set(rows("SELECT event FROM purge", []).map { try $0.identifier(0) })
    }
}

extension HubService {
    /// Returns how many records ``purge(_:)`` would delete.
    ///
    /// - Parameter event: The event.
    /// - Returns: The number of versions of tickets, and of messages.
    /// - Throws: ``HubError``.
    public func personalRecords(of event: EventID) async throws -> Int64 {
        try await store.personalRecords(of: event)
    }

    /// Deletes an event's tickets and messages for good.
    ///
    /// - Parameter event: The event.
    /// - Returns: The number of records that were deleted.
    /// - Throws: ``HubError``.
    public func purge(_ event: EventID) async throws -> Int64 { try await store.purge(event, now: now()) }
}
