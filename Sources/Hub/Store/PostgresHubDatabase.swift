// The hub's database on a PostgreSQL server.

import Synchronization

/// A server that several hubs may share; connections run on separate threads.
///
/// All connections are to the primary server (`target_session_attrs=read-write`): a replica shows commits late, and
/// not in commit order (jepsen.io/analyses/amazon-rds-for-postgresql-17.4).
struct PostgresHubDatabase: HubDatabase {
    let dialect = SQLDialect.postgreSQL
    /// All writes use one connection, since the database serialises them anyway. Their statements are many and short.
    private let writer: PostgresConnection
    private let readers: [PostgresConnection]
    private let load: Load

    /// The number of transactions that each reader has to do.
    private final class Load: Sendable {
        private let counts: Mutex<[Int]>

        init(readers: Int) {
            counts = Mutex([Int](repeating: 0, count: readers))
        }

        /// Returns the reader with the least to do, so that a short transaction does not wait behind a long one while
        /// another reader is idle.
        func begin() -> Int {
            counts.withLock { counts in
                let reader = counts.indices.min { counts[$0] < counts[$1] } ?? 0
                counts[reader] += 1
                return reader
            }
        }

        func end(_ reader: Int) {
            counts.withLock { $0[reader] -= 1 }
        }
    }

    private let place: String
    private static let beginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    /// - Parameters:
    ///   - place: A connection string or URI as libpq reads it, such as `postgresql://hub@db1,db2/doorcheck`.
    ///   - readers: Connections for reading, 1 or more.
    init(place: String, readers: Int = 3) {
        self.place = place
        writer = PostgresConnection(place: place, planning: .once)
        self.readers = (0..<max(1, readers)).map { _ in PostgresConnection(place: place, planning: .eachTime) }
        load = Load(readers: self.readers.count)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await writer.transaction("BEGIN ISOLATION LEVEL READ COMMITTED", body)
    }

    func compact() async throws {
        try await writer.run(["SET statement_timeout = 0", "VACUUM (FULL) record", "RESET statement_timeout"])
    }

    func readAtOnce(_ body: (any SQLSession) throws -> Void) throws {
        do {
            try PostgresSession(place: place, planning: .eachTime).transaction(Self.beginReading) { session in
                // The other database may be slow to take what is read.
                if let pausing = dialect.pausing { try session.run(pausing) }
                try body(session)
            }
        } catch let failure as PostgresFailure {
            throw failure.told(of: place.withoutPassword)
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        let reader = load.begin()
        defer { load.end(reader) }
        return try await readers[reader].transaction(Self.beginReading, body)
    }
}
