// Statements over one libpq connection.

internal import CPostgreSQL
import Glibc

/// An open connection, closed with its last reference and used by one thread at a time.
///
/// All values are sent in binary format: a number as 8 bytes, a blob unchanged. The server parses each statement once.
/// Statements whose results nobody needs are sent with the next one whose result somebody needs: where the server
/// shares its cores with others, each answer that is waited for costs more than what the server does for it.
///
/// - SeeAlso: postgresql.org/docs/15/libpq-pipeline-mode.html
final class PostgresSession: SQLSession {
    private let connection: OpaquePointer
    /// The names of the statements that the server has parsed.
    private var names: [PreparedKey: String] = [:]
    /// How many statements were ever given a name.
    private var nameCount = 0
    /// What was sent and not answered yet, in order.
    private var pending: [Sent] = []
    /// Why the present transaction cannot be committed; the server itself would only answer that it rolled back.
    private var fault: PostgresFailure?

    /// The same text with parameters of other types is another statement.
    private struct PreparedKey: Hashable {
        let statement: String
        let types: [Oid]
    }

    /// What the server answers one by one.
    private enum Sent {
        /// A statement to parse.
        case preparation(PreparedKey)
        /// A statement to run, without its rows.
        case command
        /// A statement to run whose rows are asked for.
        case query
    }

    /// The most statements that the server keeps; those with lists of any length would become too many.
    private static let nameLimit = 300
    /// The most statements that wait for an answer.
    private static let pendingLimit = 500

    /// The time limits for connecting and for statements.
    private static let settings = [
        ("connect_timeout", "5"), ("target_session_attrs", "read-write"), ("application_name", "doorcheck-hub"),
        ("client_encoding", "UTF8"), ("options", "-c statement_timeout=15000 -c synchronous_commit=on"),
        ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"),
    ]

    /// How long a transaction may do nothing before the server ends it and the connection, in milliseconds. It may hold
    /// the lock that every hub on the database waits for, while its own hub is halted or has gone with its machine.
    private static let longestPause = 1000

    /// How the server plans statements.
    enum Planning {
        /// Once. A plan from when a table was empty must do for a full one: it uses indices.
        case once
        /// Each time, with the arguments and what is in the tables then.
        case eachTime

        fileprivate var setting: String {
            switch self {
            case .once: "enable_seqscan = off"
            case .eachTime: "plan_cache_mode = force_custom_plan"
            }
        }
    }

    /// - Parameters:
    ///   - place: A connection string or URI.
    ///   - planning: How the server plans statements.
    /// - Throws: ``PostgresFailure``.
    init(place: String, planning: Planning) throws(PostgresFailure) {
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
        PQenterPipelineMode(connection)
        // Not among the settings: `options` of a place would replace them.
        do {
            try run("SET idle_in_transaction_session_timeout = \(Self.longestPause)")
            // Statements are short, but one that must read a whole table counts as expensive when that is avoided.
            try run("SET jit = off")
            _ = try rows("SET \(planning.setting)", [])
        } catch {
            throw error as? PostgresFailure ?? PostgresFailure(code: "", isConnectionLost: true)
        }
    }

    deinit {
        PQfinish(connection)
    }

    func transaction<Value>(_ begin: String, _ body: (any SQLSession) throws -> Value) throws -> Value {
        fault = nil
        do {
            try run(begin)
            let value = try body(self)
            if let fault { throw fault }
            _ = try rows("COMMIT", [])
            return value
        } catch {
            // Where what was sent has failed, so has the transaction.
            _ = try? answers()
            if PQstatus(connection) == CONNECTION_OK { _ = try? rows("ROLLBACK", []) }
            throw error
        }
    }

    func run(_ statement: String, each arguments: [[SQLValue]]) throws {
        for arguments in arguments {
            try send(statement, arguments, as: .command)
            if pending.count >= Self.pendingLimit { _ = try answers() }
        }
    }

    func rows(_ statement: String, each arguments: [[SQLValue]]) throws -> [[SQLRow]] {
        try arguments.chunks(of: Self.pendingLimit).flatMap { part in
            for arguments in part { try send(statement, arguments, as: .query) }
            return try answers()
        }
    }

    // MARK: Sending

    /// Sends a statement, of which the answer is read later.
    private func send(_ statement: String, _ arguments: [SQLValue], as kind: Sent) throws {
        let packed = arguments.map(\.packed)
        let name = try prepare(PreparedKey(statement: statement, types: packed.map(\.type)))
        let isSent = packed.withPointers { pointers in
            PQsendQueryPrepared(
                connection, name, Int32(packed.count), pointers, packed.map { Int32($0.bytes?.count ?? 0) },
                packed.map { _ in 1 }, 1)
        }
        guard isSent == 1 else { throw failure(code: "") }
        pending.append(kind)
    }

    /// Returns the name of a statement, which the server parses before it runs it.
    private func prepare(_ key: PreparedKey) throws -> String {
        if let name = names[key] { return name }
        if names.count >= Self.nameLimit { try forgetNames() }
        nameCount += 1
        let name = "s\(nameCount)"
        guard PQsendPrepare(connection, name, key.statement, Int32(key.types.count), key.types) == 1 else {
            throw failure(code: "")
        }
        pending.append(.preparation(key))
        names[key] = name
        return name
    }

    private func forgetNames() throws {
        names = [:]
        guard PQsendQueryParams(connection, "DEALLOCATE ALL", 0, nil, nil, nil, nil, 1) == 1 else {
            throw failure(code: "")
        }
        pending.append(.command)
    }

    // MARK: Answers

    /// Waits for the answers to all that was sent.
    ///
    /// - Returns: The rows of each query.
    /// - Throws: The ``PostgresFailure`` of the first statement that failed; the server has skipped those after it.
    private func answers() throws -> [[SQLRow]] {
        guard !pending.isEmpty else { return [] }
        guard PQpipelineSync(connection) == 1 else { throw failure(code: "") }
        let sent = pending
        pending = []
        var (found, first): ([[SQLRow]], PostgresFailure?) = ([], nil)
        for sent in sent {
            do throws(PostgresFailure) {
                let rows = try answer()
                if case .query = sent { found.append(rows) }
            } catch {
                guard !error.isConnectionLost else { throw error }
                if case .preparation(let key) = sent { names[key] = nil }
                first = first ?? error
            }
        }
        // The end of what was sent together.
        PQclear(PQgetResult(connection))
        if let first {
            fault = first
            throw first
        }
        return found
    }

    /// Returns the rows of one answer.
    private func answer() throws(PostgresFailure) -> [SQLRow] {
        guard let result = PQgetResult(connection) else { throw failure(code: "", isLost: true) }
        defer {
            PQclear(result)
            while let next = PQgetResult(connection) { PQclear(next) }
        }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK: return Self.rows(of: result)
        case PGRES_COMMAND_OK: return []
        default:
            // What is FATAL ends the connection, before libpq notices.
            let isLost = ["FATAL", "PANIC"].contains(Self.field("V", of: result))
            throw failure(code: Self.field("C", of: result), isLost: isLost)
        }
    }

    /// Returns a field of an error, by its code (postgresql.org/docs/15/protocol-error-fields.html).
    private static func field(_ code: Unicode.Scalar, of result: OpaquePointer) -> String {
        PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) } ?? ""
    }

    private func failure(code: String, isLost: Bool = false) -> PostgresFailure {
        let isLost = isLost || PQstatus(connection) != CONNECTION_OK || code.hasPrefix("08")
        return PostgresFailure(code: code, isConnectionLost: isLost, reason: isLost ? reason : "")
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
