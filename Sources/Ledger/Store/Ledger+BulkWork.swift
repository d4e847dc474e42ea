// Long work in pieces, between which others write, and rows in bulk.

import GRDB

extension Ledger {
    /// The number of rows that one transaction of a long piece of work changes: some hundredths of a second.
    static let pieceCount = 1000

    /// Lets other processes write for as long as a transaction took. A door that waits for the lock keeps retrying, and
    /// on a busy machine the time between two attempts is longer than the shortest pause. This process needs no pause:
    /// its transactions take turns.
    func letOthersWrite(since start: ContinuousClock.Instant) async throws {
        guard lock?.isShared == true else { return try Task.checkCancellation() }
        try await Task.sleep(for: max(ContinuousClock.now - start, .milliseconds(3)))
    }
}

extension Database {
    /// Adds rows to a table and, if most of them are new, creates its indexes afterwards: sorting a million keys once
    /// takes little more than half the time of finding each key's place.
    ///
    /// - Parameters:
    ///   - table: A table with named indexes.
    ///   - list: The source of the rows, not all of which are new.
    ///   - kept: Indexes that are needed while the rows are added, because a trigger of the table looks something up in
    ///     them: without one, each row would read the whole table.
    ///   - add: Adds the rows.
    /// - Throws: `DatabaseError`, and any error thrown by `add`.
    func addingInBulk(
        to table: String, from list: String, keeping kept: Set<String> = [], _ add: () throws -> Void
    ) throws {
        let listed = try Int.fetchOne(self, sql: "SELECT count(*) FROM \(list)") ?? 0
        let present = try Int.fetchOne(
            self, sql: "SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT ?)", arguments: [listed])
        let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL"
        var indexes = present ?? 0 < listed / 2 ? try Row.fetchAll(self, sql: sql, arguments: [table]) : []
        indexes.removeAll { kept.contains($0["name"]) }
        for index in indexes { try execute(sql: "DROP INDEX \(index["name"] as String)") }
        try add()
        for index in indexes { try execute(sql: index["sql"] as String) }
    }
}
