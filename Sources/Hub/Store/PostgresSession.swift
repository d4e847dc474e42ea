// Statements over one libpq connection.

internal import CPostgreSQL
import Glibc

/// An open connection, closed with its last reference and used by one thread at a time.
///
/// All values are sent in binary format: a number as 8 bytes, a blob unchanged.
final class PostgresSession: SQLSession {
    private let connection: OpaquePointer

    /// The time limits for connecting and for statements.
    private static let settings = [
        ("connect_timeout", "5"), ("target_session_attrs", "read-write"), ("application_name", "doorcheck-hub"),
        ("client_encoding", "UTF8"), ("options", "-c statement_timeout=15000 -c synchronous_commit=on"),
        ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"),
    ]

    /// How long a transaction may do nothing before the server ends it and the connection, in milliseconds. It may hold
    /// the lock that every hub on the database waits for, while its own hub is halted or has gone with its machine.
    private static let longestPause = 1000

    /// - Parameter place: A connection string or URI.
    /// - Throws: ``PostgresFailure``.
    init(place: String) throws(PostgresFailure) {
        // Later keywords win, so `place` can override them; `dbname` is expanded if it is a connection string or URI.
        let pairs = Self.settings + [("dbname", place)]
        let names = CStrings(pairs.map(\.0))
        let values = CStrings(pairs.map(\.1))
        guard let connection = PQconnectdbParams(names.pointers, values.pointers, 1) else {
            throw PostgresFailure(code: "", isConnectionLost: true)
        }
        self.connection = connection
        guard PQstatus(connection) == CONNECTION_OK else {
            throw PostgresFailure(code: "", isConnectionLost: true, reason: reason)
        }
        // By default, notices would be written to standard error.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
        // Not among the settings: `options` of a place would replace it.
        do { try run("SET idle_in_transaction_session_timeout = \(Self.longestPause)") } catch {
            throw error as? PostgresFailure ?? PostgresFailure(code: "", isConnectionLost: true)
        }
    }

    deinit {
        PQfinish(connection)
    }

    func transaction<Value>(_ begin: String, _ body: (any SQLSession) throws -> Value) throws -> Value {
        try run(begin)
        do {
            let value = try body(self)
            try run("COMMIT")
            return value
        } catch {
            if PQstatus(connection) == CONNECTION_OK { try? run("ROLLBACK") }
            throw error
        }
    }

    func rows(_ statement: String, _ arguments: [SQLValue]) throws -> [SQLRow] {
        let packed = arguments.map(\.packed)
        let result = packed.withPointers { pointers in
            PQexecParams(
                connection, statement, Int32(packed.count), packed.map(\.type), pointers,
                packed.map { Int32($0.bytes?.count ?? 0) }, packed.map { _ in 1 }, 1
            )
        }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK: return Self.rows(of: result)
        case PGRES_COMMAND_OK: return []
        default:
            let code = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
            let isLost = PQstatus(connection) != CONNECTION_OK || code.hasPrefix("08")
            throw PostgresFailure(code: code, isConnectionLost: isLost, reason: isLost ? reason : "")
        }
    }

    /// What libpq says of the connection.
    private var reason: String {
        let text = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func rows(of result: OpaquePointer?) -> [SQLRow] {
        let columns = 0..<PQnfields(result)
        return (0..<PQntuples(result)).map { row in
            SQLRow(values: columns.map { value(of: result, row, $0) })
        }
    }

    private static func value(of result: OpaquePointer?, _ row: Int32, _ column: Int32) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return .null }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
        return switch PQftype(result, column) {
        case PostgresType.bigint, PostgresType.integer:
            .integer(bytes.reduce(Int64(0)) { ($0 << 8) | Int64($1) }.signExtended(from: bytes.count))
        case PostgresType.text: .text(String(decoding: bytes, as: UTF8.self))
        default: .bytes(Array(bytes))
        }
    }
}

/// Object identifiers of the types that the hub uses (`pg_type.dat`), which never change.
private enum PostgresType {
    static let bytea: Oid = 17
    static let bigint: Oid = 20
    static let integer: Oid = 23
    static let text: Oid = 25
}

extension Int64 {
    /// Returns the number in the lower bytes, sign-extended.
    fileprivate func signExtended(from count: Int) -> Int64 {
        let shift = 64 - 8 * count
        return (self << shift) >> shift
    }
}

/// A parameter in wire format.
private struct PackedValue {
    let type: Oid
    let bytes: [UInt8]?
}

extension SQLValue {
    fileprivate var packed: PackedValue {
        switch self {
        case .null: PackedValue(type: 0, bytes: nil)
        case .integer(let value):
            PackedValue(type: PostgresType.bigint, bytes: withUnsafeBytes(of: value.bigEndian) { Array($0) })
        case .text(let value): PackedValue(type: PostgresType.text, bytes: Array(value.utf8))
        case .bytes(let value): PackedValue(type: PostgresType.bytea, bytes: value)
        }
    }
}

extension [PackedValue] {
    /// Calls `body` with each value's address, which is valid only during the call.
    fileprivate func withPointers<Value>(_ body: ([UnsafePointer<CChar>?]) -> Value) -> Value {
        // One buffer for all; an empty value still needs an address, since a null pointer means NULL.
        let all = reduce(into: [UInt8]()) { $0 += ($1.bytes ?? []) + [0] }
        return all.withUnsafeBytes { buffer in
            var offset = 0
            var pointers: [UnsafePointer<CChar>?] = []
            for value in self {
                let start = buffer.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
                pointers.append(value.bytes == nil ? nil : start)
                offset += (value.bytes?.count ?? 0) + 1
            }
            return body(pointers)
        }
    }
}

/// An array of C strings, terminated by a null pointer.
private final class CStrings {
    let pointers: [UnsafePointer<CChar>?]

    init(_ texts: [String]) {
        pointers = texts.map { UnsafePointer(strdup($0)) } + [nil]
    }

    deinit {
        for pointer in pointers { free(UnsafeMutableRawPointer(mutating: pointer)) }
    }
}
