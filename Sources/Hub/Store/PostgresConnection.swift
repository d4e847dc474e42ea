// One connection to a PostgreSQL server.

import BlockingCalls
internal import CPostgreSQL

/// Runs transactions one after the other on a separate queue, because libpq's calls block.
///
/// The first transaction opens the connection, and the next one opens it again after a loss. An interrupted
/// transaction is repeated: either it was not committed, or its statements detect that it was.
actor PostgresConnection {
    private let queue: BlockingQueue
    private let place: String
    private let planning: PostgresSession.Planning
    private var session: PostgresSession?

    /// The maximum number of attempts per transaction.
    private static let tries = 3

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - place: A connection string or URI.
    ///   - planning: How the server plans statements.
    init(place: String, planning: PostgresSession.Planning) {
        (self.place, self.planning) = (place, planning)
        queue = BlockingQueue(label: "hub-postgresql")
    }

    /// Runs a transaction.
    ///
    /// - Parameters:
    ///   - begin: The statement that begins the transaction.
    ///   - body: The statements, which take effect entirely or not at all.
    /// - Returns: What `body` returns.
    /// - Throws: ``HubError``, or what `body` throws.
    func transaction<Value: Sendable>(
        _ begin: String,
        _ body: @Sendable (any SQLSession) throws -> Value
    ) throws -> Value {
        try retrying { try $0.transaction(begin, body) }
    }

    /// Runs statements that no transaction may contain.
    ///
    /// - Parameter statements: The statements; they may be run several times.
    /// - Throws: ``HubError``.
    func run(_ statements: [String]) throws {
        try retrying { session in
            for statement in statements { _ = try session.rows(statement, []) }
        }
    }

    private func retrying<Value>(_ body: (PostgresSession) throws -> Value) throws -> Value {
        var left = Self.tries
        while true {
            left -= 1
            do {
                let session = try session ?? PostgresSession(place: place, planning: planning)
                self.session = session
                return try body(session)
            } catch let error as PostgresFailure {
                if error.isConnectionLost { session = nil }
                guard error.mayBeRetried, left > 0 else { throw error.told(of: place.withoutPassword) }
            }
        }
    }
}

extension String {
    /// The connection string without its password, for errors and `config show`.
    package var withoutPassword: String {
        replacing(#/(:\/\/[^:@\/]*):.*@/#) { "\($0.output.1):…@" }
            .replacing(#/password\s*=\s*('[^']*'|[^\s&]+)/#, with: "password=…")
    }
}
