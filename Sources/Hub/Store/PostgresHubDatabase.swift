// The hub's database on a PostgreSQL server.

import Synchronization

/// A server that several hubs may share; connections run on separate threads.
///
/// All connections are to the primary server (`target_session_attrs=read-write`): a replica shows commits late, and
/// not in commit order (jepsen.io/analyses/amazon-rds-for-postgresql-17.4).
struct PostgresHubDatabase: HubDatabase {
    let dialect = SQLDialect.postgreSQL
    /// All writes use one connection, since the database serialises them anyway.
    private let writer: PostgresConnection
    private let readers: [PostgresConnection]
    private let turn: Turn

    /// Selects the next reader.
    private final class Turn: Sendable {
        let count = Atomic(0)
    }

    /// - Parameters:
    ///   - place: A connection string or URI as libpq reads it, such as `postgresql://hub@db1,db2/doorcheck`.
    ///   - readers: Connections for reading, 1 or more.
    init(place: String, readers: Int = 3) {
        writer = PostgresConnection(place: place)
        self.readers = (0..<max(1, readers)).map { _ in PostgresConnection(place: place) }
        turn = Turn()
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await writer.transaction("BEGIN ISOLATION LEVEL READ COMMITTED", body)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        let next = turn.count.wrappingAdd(1, ordering: .relaxed).newValue
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        return try await readers[next % readers.count].transaction(begin, body)
    }
}
