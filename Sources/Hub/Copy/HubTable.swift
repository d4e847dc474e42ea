// The hub's tables as lists of columns.

/// A table of the hub's database, as its definition in ``HubSchema`` says.
struct HubTable: Hashable, Sendable {
    let name: String
    let columns: [String]
    /// The columns of the primary key.
    let key: [String]

    /// The rows that are read and written at a time.
    static let batch = 500

    /// Returns all tables.
    static func all(_ dialect: SQLDialect) -> [HubTable] { HubSchema.statements(dialect).compactMap(HubTable.init) }

    /// - Parameter statement: A statement of ``HubSchema``, which defines one column per line.
    ///   The result is `nil` for one that creates no table.
    init?(_ statement: String) {
        let lines = statement.split(separator: "\n").map { line in
            line.split { $0.isWhitespace || "(),".contains($0) }.map(String.init)
        }
        guard let name = lines.first?.last, statement.hasPrefix("CREATE TABLE"), lines.count > 2 else { return nil }
        self.name = name
        let definitions = lines[1..<lines.count - 1].filter { $0.first != "PRIMARY" }
        columns = definitions.compactMap(\.first)
        let keyLine = lines.last { $0.first == "PRIMARY" }
        key = keyLine.map { Array($0.dropFirst(2)) } ?? definitions.filter { $0.contains("PRIMARY") }.map { $0[0] }
    }

    /// Copies all rows.
    ///
    /// - Parameters:
    ///   - source: A transaction that reads.
    ///   - target: A transaction of another database, which has no rows in this table.
    ///   - events: Events whose guests' names are left out, so that not even free pages have them.
    /// - Throws: ``HubError``.
    func copy(from source: any SQLSession, to target: any SQLSession, without events: [SQLValue]) throws {
        let (kind, event) = (columns.firstIndex(of: "kind"), columns.firstIndex(of: "event"))
        try read(in: source) { rows in
            guard name == "record", let kind, let event, !events.isEmpty else { return try insert(rows, in: target) }
            let kept = rows.filter { row in
                !events.contains(row.values[event]) || !HubStore.personalKinds.contains(row.values[kind])
            }
            try insert(kept, in: target)
        }
    }

    /// Reads all rows, at most ``batch`` at a time.
    ///
    /// - Parameters:
    ///   - session: A transaction.
    ///   - body: Takes rows in the order of the primary key.
    /// - Throws: ``HubError``, or what `body` throws.
    func read(in session: any SQLSession, _ body: ([SQLRow]) throws -> Void) throws {
        var last: SQLRow?
        while case let rows = try rows(after: last, in: session), !rows.isEmpty {
            try body(rows)
            last = rows.last
        }
    }

    /// Returns rows in the order of the primary key.
    ///
    /// - Parameters:
    ///   - row: The row before the first; `nil` for none.
    ///   - session: A transaction.
    /// - Returns: At most ``batch`` rows.
    /// - Throws: ``HubError``.
    func rows(after row: SQLRow?, in session: any SQLSession) throws -> [SQLRow] {
        let key = key.joined(separator: ", ")
        let last = row.map { row in self.key.compactMap { columns.firstIndex(of: $0) }.map { row.values[$0] } } ?? []
        let condition = last.isEmpty ? "" : "WHERE (\(key)) > (\(Self.places(last.count))) "
        return try session.rows("\(selection) \(condition)ORDER BY \(key) LIMIT \(Self.batch)", last)
    }

    /// Returns rows in the order of their revisions.
    ///
    /// - Parameters:
    ///   - revision: The revision before the first.
    ///   - session: A transaction.
    /// - Returns: At most ``batch`` rows.
    /// - Throws: ``HubError``.
    func rows(afterRevision revision: Int64, in session: any SQLSession) throws -> [SQLRow] {
        try session.rows("\(selection) WHERE rev > $1 ORDER BY rev LIMIT \(Self.batch)", [.integer(revision)])
    }

    /// Inserts rows; those with the same primary key are replaced.
    ///
    /// - Parameters:
    ///   - rows: At most ``batch`` rows.
    ///   - session: A transaction.
    /// - Throws: ``HubError``.
    func insert(_ rows: [SQLRow], in session: any SQLSession) throws {
        let changes = columns.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }
        try session.run(
            """
            INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(Self.places(columns.count)))
            ON CONFLICT (\(key.joined(separator: ", "))) DO
            \(changes.isEmpty ? "NOTHING" : "UPDATE SET \(changes.joined(separator: ", "))")
            """,
            each: rows.map(\.values))
    }

    /// The beginning of a query for whole rows.
    private var selection: String { "SELECT \(columns.joined(separator: ", ")) FROM \(name)" }

    /// Returns the names of parameters.
    private static func places(_ count: Int) -> String {
        (1...count).map { "$\($0)" }.joined(separator: ", ")
    }
}
