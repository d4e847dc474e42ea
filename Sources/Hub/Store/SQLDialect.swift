// The words in which SQLite and PostgreSQL differ.

/// Names of column types, and what stands behind a table.
struct SQLDialect: Hashable, Sendable {
    /// 64 bits with a sign.
    let integer: String
    /// Any bytes.
    let bytes: String
    /// What makes the types binding.
    let tableEnd: String

    static let sqlite = SQLDialect(integer: "INTEGER", bytes: "BLOB", tableEnd: "STRICT")
    static let postgreSQL = SQLDialect(integer: "BIGINT", bytes: "BYTEA", tableEnd: "")
}
