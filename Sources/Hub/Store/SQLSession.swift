// A transaction of the hub's database.

/// Runs statements within one transaction. Parameters are `$1`, `$2` … in the order of their first use.
protocol SQLSession {
    /// Runs a statement several times, one after the other.
    ///
    /// - Parameters:
    ///   - statement: One statement of the SQL that SQLite 3.40 and PostgreSQL 15 have in common.
    ///   - arguments: For each time one per parameter, of the same types each time.
    /// - Returns: The rows of each time.
    /// - Throws: ``HubError``, also of what ``run(_:each:)`` has sent before.
    func rows(_ statement: String, each arguments: [[SQLValue]]) throws -> [[SQLRow]]

    /// Runs a statement several times, one after the other, without its rows. The database may run it only with the
    /// next statement that returns rows, or at the end of the transaction.
    ///
    /// - Parameters:
    ///   - statement: One statement, as ``rows(_:each:)`` takes it.
    ///   - arguments: For each time one per parameter.
    /// - Throws: ``HubError``; if this does not, the transaction throws it later.
    func run(_ statement: String, each arguments: [[SQLValue]]) throws
}

extension SQLSession {
    func rows(_ statement: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
        try rows(statement, each: [arguments]).first ?? []
    }

    func run(_ statement: String, _ arguments: [SQLValue] = []) throws {
        try run(statement, each: [arguments])
    }

    func row(_ statement: String, _ arguments: [SQLValue] = []) throws -> SQLRow? {
        try rows(statement, arguments).first
    }

    /// Waits for the other transactions that write, and makes them wait for this one.
    ///
    /// - Parameters:
    ///   - revisions: The number of revisions that this transaction needs.
    ///   - changes: 1 before something about a box's rights is changed, otherwise 0.
    /// - Returns: The state with the revisions and the change.
    /// - Throws: ``HubError/moved`` if the hub uses another database now; other ``HubError``.
    @discardableResult
    func lock(revisions: Int64 = 0, changes: Int64 = 0) throws -> HubState {
        try HubState(
            row(
                "UPDATE meta SET rev = rev + $1, boxes = boxes + $2 RETURNING \(HubState.columns)",
                [.integer(revisions), .integer(changes)]))
    }

    /// Waits as ``lock(revisions:changes:)``, before something about a box's rights is changed.
    func lockBoxes() throws { try lock(changes: 1) }

    /// Waits as ``lock(revisions:changes:)``, also in a database that a hub does not use yet or any more.
    func waitForOthers() throws {
        _ = try row("UPDATE meta SET rev = rev RETURNING rev")
    }
}
