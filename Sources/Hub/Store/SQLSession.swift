// A transaction of the hub's database.

/// Runs statements within one transaction. Parameters are `$1`, `$2` … in the order of their first use.
protocol SQLSession {
    /// - Parameters:
    ///   - statement: One statement of the SQL that SQLite 3.40 and PostgreSQL 15 have in common.
    ///   - arguments: One per parameter.
    /// - Returns: The rows of the result.
    /// - Throws: ``HubError``.
    func rows(_ statement: String, _ arguments: [SQLValue]) throws -> [SQLRow]
}

extension SQLSession {
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
        try run("UPDATE meta SET rev = rev")
    }

    func run(_ statement: String, _ arguments: [SQLValue] = []) throws {
        _ = try rows(statement, arguments)
    }
}
