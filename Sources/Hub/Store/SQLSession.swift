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
    func lock() throws {
        try run("UPDATE meta SET rev = rev")
    }

    /// Waits as ``lock()``, before something about a box's rights is changed.
    func lockBoxes() throws {
        try run("UPDATE meta SET boxes = boxes + 1")
    }

    func run(_ statement: String, _ arguments: [SQLValue] = []) throws {
        _ = try rows(statement, arguments)
    }
}
