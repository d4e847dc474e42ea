// The differences between the SQL of SQLite and PostgreSQL.

/// Names of column types, and the end of a table definition.
struct SQLDialect: Hashable, Sendable {
    /// The type for signed 64-bit integers.
    let integer: String
    /// The type for binary data.
    let bytes: String
    /// The table option that makes column types strict.
    let tableEnd: String
    /// The query for the size of the database in bytes.
    let databaseSize: String
    /// The statement that lets the present transaction do nothing for as long as it likes; `nil` if it may anyway.
    let pausing: String?
    /// The name of the database system.
    let name: String

    static let sqlite = SQLDialect(
        integer: "INTEGER", bytes: "BLOB", tableEnd: "STRICT",
        databaseSize: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", pausing: nil,
        name: "sqlite")
    static let postgreSQL = SQLDialect(
        integer: "BIGINT", bytes: "BYTEA", tableEnd: "",
        databaseSize: "SELECT pg_database_size(current_database())",
        pausing: "SET LOCAL idle_in_transaction_session_timeout = 0", name: "postgresql")
}
