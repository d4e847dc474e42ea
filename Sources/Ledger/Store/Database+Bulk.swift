// Many rows at once.

import GRDB

extension Database {
    /// Makes the indexes of a table after its rows where most rows are new: sorting a million keys once takes little
    /// more than half of the time of finding each key's place.
    ///
    /// - Parameters:
    ///   - table: With indexes of their own names.
    ///   - list: Where the rows come from, not all of them new.
    ///   - add: Adds them.
    /// - Throws: `DatabaseError`, and what `add` throws.
    func addingInBulk(to table: String, from list: String, _ add: () throws -> Void) throws {
        let listed = try Int.fetchOne(self, sql: "SELECT count(*) FROM \(list)") ?? 0
        let present = try Int.fetchOne(
            self, sql: "SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT ?)", arguments: [listed])
        let sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql NOT NULL"
        let indexes = present ?? 0 < listed / 2 ? try Row.fetchAll(self, sql: sql, arguments: [table]) : []
        for index in indexes { try execute(sql: "DROP INDEX \(index["name"] as String)") }
        try add()
        for index in indexes { try execute(sql: index["sql"] as String) }
    }
}
