// The hub's database.

/// SQLite or PostgreSQL. ``HubStore`` implements the operations, the same for both.
///
/// A transaction may be repeated if its outcome is unknown, so `body` must have no other side effects.
protocol HubDatabase: Sendable {
    /// The differences between the SQL of the two.
    var dialect: SQLDialect { get }

    /// Runs statements that change data, and returns once the changes are on disk.
    ///
    /// - Parameter body: The statements, which take effect entirely or not at all.
    /// - Returns: What `body` returns.
    /// - Throws: ``HubError``, or what `body` throws.
    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value

    /// Runs statements on a consistent snapshot of the database.
    ///
    /// - Parameter body: The statements, which change nothing.
    /// - Returns: What `body` returns.
    /// - Throws: ``HubError``, or what `body` throws.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value

    /// Runs statements on a consistent snapshot of the database while the calling thread waits, over a connection of
    /// its own: within a transaction of another database.
    ///
    /// - Parameter body: The statements, which change nothing.
    /// - Throws: ``HubError``, or what `body` throws.
    func readAtOnce(_ body: (any SQLSession) throws -> Void) throws

    /// Rewrites the files, so that nothing of what was deleted is left in them. Others wait meanwhile.
    ///
    /// - Throws: ``HubError``.
    func compact() async throws
}
