// Where the hub keeps what boxes share.

/// SQLite or PostgreSQL. What is done in it is ``HubStore``'s, the same for both.
///
/// A transaction may be run again where its end is not known, so `body` has no effects of its own.
protocol HubDatabase: Sendable {
    /// The words in which the two differ.
    var dialect: SQLDialect { get }

    /// Runs statements that change something; on disk when this returns.
    ///
    /// - Parameter body: All or nothing of it happens.
    /// - Returns: What `body` returns.
    /// - Throws: ``HubError``, or what `body` throws.
    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value

    /// Runs statements that see one state of the database.
    ///
    /// - Parameter body: Changes nothing.
    /// - Returns: What `body` returns.
    /// - Throws: ``HubError``, or what `body` throws.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value
}
