// Values in the hub's tables.

/// A value that both SQLite and PostgreSQL support.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}

/// One row of a result.
struct SQLRow: Hashable, Sendable {
    let values: [SQLValue]

    func integer(_ column: Int) throws(HubError) -> Int64 {
        guard case .integer(let value)? = value(column) else { throw .damaged(column: column) }
        return value
    }

    func text(_ column: Int) throws(HubError) -> String {
        guard case .text(let value)? = value(column) else { throw .damaged(column: column) }
        return value
    }

    func bytes(_ column: Int) throws(HubError) -> [UInt8] {
        guard case .bytes(let value)? = value(column) else { throw .damaged(column: column) }
        return value
    }

    private func value(_ column: Int) -> SQLValue? {
        values.indices.contains(column) ? values[column] : nil
    }
}
