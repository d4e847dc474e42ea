// The differences between the SQL of SQLite and PostgreSQL.

/// Names of column types, and the end of a table definition.
struct SQLDialect: Hashable, Sendable {
    /// The type for signed 64-bit integers.
    let integer: String
    /// The type for binary data.
    let bytes: String
    /// The table option that makes column types strict.
    let tableEnd: String

    static let sqlite = SQLDialect(integer: "INTEGER", bytes: "BLOB", tableEnd: "STRICT")
    static let postgreSQL = SQLDialect(integer: "BIGINT", bytes: "BYTEA", tableEnd: "")
}
