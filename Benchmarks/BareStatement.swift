// A prepared statement of the sqlite3 C API, with minimal overhead in Swift.

import CSQLite

/// A prepared statement, reused on one thread.
final class BareStatement {
    private let statement: OpaquePointer

    /// - Parameters:
    ///   - sql: One SQL statement.
    ///   - connection: The database connection; must outlive the statement.
    /// - Throws: ``BenchmarkError/sqlite(action:code:)``.
    init(_ sql: String, on connection: OpaquePointer) throws {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw BenchmarkError.sqlite(action: "prepare a statement", code: code)
        }
        statement = prepared
    }

    deinit { sqlite3_finalize(statement) }

    /// A value for a parameter.
    enum Value {
        case blob([UInt8])
        case text(String)
        case integer(Int64)
        case null
    }

    /// Runs the statement, reads every column of every row like a caller that needs them, and resets it.
    ///
    /// - Parameters:
    ///   - values: The parameters, in order.
    ///   - body: Called once per row with the statement, for the sqlite3_column functions.
    /// - Throws: ``BenchmarkError/sqlite(action:code:)``.
    func run(_ values: [Value] = [], _ body: (OpaquePointer) -> Void = { _ in }) throws {
        defer { sqlite3_reset(statement) }
        for (index, value) in zip(Int32(1)..., values) { try bind(value, at: index) }
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            for column in 0..<sqlite3_column_count(statement) {
                _ = sqlite3_column_blob(statement, column)
                _ = sqlite3_column_bytes(statement, column)
            }
            body(statement)
            code = sqlite3_step(statement)
        }
        guard code == SQLITE_DONE else { throw BenchmarkError.sqlite(action: "run a statement", code: code) }
    }

    private func bind(_ value: Value, at index: Int32) throws {
        let code =
            switch value {
            case .blob(let bytes): bind_blob_copy(statement, index, bytes, Int32(bytes.count))
            case .text(let text): bind_text_copy(statement, index, text)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .null: sqlite3_bind_null(statement, index)
            }
        guard code == SQLITE_OK else { throw BenchmarkError.sqlite(action: "bind a value", code: code) }
    }
}
