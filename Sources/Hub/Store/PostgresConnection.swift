// One connection to a PostgreSQL server.

internal import CPostgreSQL

/// Runs transactions one after the other on a queue of its own, since libpq's calls block.
///
/// A connection is made with the first transaction, and again after it was lost. A transaction that was under way then
/// is run again: either it had not happened, or what is done in it finds that it was done.
actor PostgresConnection {
    private let queue: ConnectionQueue
    private let place: String
    private var session: PostgresSession?

    /// How often a transaction is tried.
    private static let tries = 3

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameter place: A connection string or URI.
    init(place: String) {
        self.place = place
        queue = ConnectionQueue(label: "hub-postgresql")
    }

    /// - Parameters:
    ///   - begin: The statement that begins it.
    ///   - body: All or nothing of it happens.
    /// - Returns: What `body` returns.
    /// - Throws: ``HubError``, or what `body` throws.
    func transaction<Value: Sendable>(
        _ begin: String,
        _ body: @Sendable (any SQLSession) throws -> Value
    ) throws -> Value {
        var left = Self.tries
        while true {
            left -= 1
            do {
                let session = try session ?? PostgresSession(place: place)
                self.session = session
                return try session.transaction(begin, body)
            } catch let error as PostgresFailure {
                if error.isConnectionLost { session = nil }
                guard error.mayBeRetried, left > 0 else { throw error.told(of: place.withoutPassword) }
            }
        }
    }
}

extension String {
    /// A connection string as errors and `config show` may quote it.
    package var withoutPassword: String {
        replacing(#/(:\/\/[^:@\/]*):.*@/#) { "\($0.output.1):…@" }
            .replacing(#/password\s*=\s*('[^']*'|[^\s&]+)/#, with: "password=…")
    }
}
