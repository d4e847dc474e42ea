// How both databases find what boxes ask for, in a hub with much in it.

import Accounts
import Synchronization
import Testing
import TicketSigning

@testable import Hub
@testable import HubProtocol

/// Notes the statements that are run in a database.
private final class StatementNotes: HubDatabase {
    let database: any HubDatabase
    private let statements = Mutex<[(text: String, arguments: [SQLValue])]>([])

    init(_ database: any HubDatabase) { self.database = database }

    var dialect: SQLDialect { database.dialect }

    /// The statements since the last time.
    func take() -> [(text: String, arguments: [SQLValue])] {
        statements.withLock { statements in
            defer { statements = [] }
            return statements
        }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await database.write { try body(Session(session: $0, notes: self)) }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> Value) async throws -> Value {
        try await database.read { try body(Session(session: $0, notes: self)) }
    }

    func readAtOnce(_ body: (any SQLSession) throws -> Void) throws { try database.readAtOnce(body) }

    func compact() async throws { try await database.compact() }

    private struct Session: SQLSession {
        let session: any SQLSession
        let notes: StatementNotes

        func rows(_ statement: String, each arguments: [[SQLValue]]) throws -> [[SQLRow]] {
            note(statement, arguments)
            return try session.rows(statement, each: arguments)
        }

        func run(_ statement: String, each arguments: [[SQLValue]]) throws {
            note(statement, arguments)
            try session.run(statement, each: arguments)
        }

        private func note(_ statement: String, _ arguments: [[SQLValue]]) {
            notes.statements.withLock { $0.append(contentsOf: arguments.map { (statement, $0) }) }
        }
    }
}

@Suite(.postgreSQL)
struct QueryPlanTests {
    private let count = 20_000

    /// Returns the steps in which a database runs a statement.
    private func plan(_ statement: String, _ arguments: [SQLValue], in database: any HubDatabase) async throws -> String
    {
        let isSQLite = database.dialect == .sqlite
        return try await database.write { session in
            let rows = try session.rows((isSQLite ? "EXPLAIN QUERY PLAN " : "EXPLAIN ") + statement, arguments)
            return try rows.map { try $0.text(isSQLite ? 3 : 0) }.joined(separator: "\n")
        }
    }

    /// Fills the tables as a festival does: 1 record in 200 is no ticket, change or scan.
    private func fill(_ database: any HubDatabase) async throws {
        let isSQLite = database.dialect == .sqlite
        let (bytes, hash) =
            isSQLite
            ? ("randomblob(16)", "randomblob(32)") : ("decode(md5(n || '$'), 'hex')", "decode(md5(n || '#'), 'hex')")
        let numbers = "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))"
        let statements = [
            """
            INSERT INTO record (kind, id, seq, event, hlc, box, body, chain, audience, rev)
            SELECT CASE WHEN n % 200 = 0 THEN 'event' WHEN n % 2 = 0 THEN 'ticket' ELSE 'scan' END,
                \(bytes), 0, \(bytes), 1, \(bytes), \(bytes), \(hash), \(bytes), n FROM number
            """,
            """
            INSERT INTO have (kind, box, seq, chain, is_end, rev) SELECT 'scan', \(bytes), n, \(hash), 1, n FROM number
            """,
            """
            INSERT INTO claim (ticket, zone, ordinal, box, number, event, gate, kind, at_ms, hlc)
            SELECT \(bytes), 'main', 1, \(hash), n, \(bytes), 'north', 'entry', 1, 1 FROM number
            """,
            """
            INSERT INTO box (id, name, public_key, carries, enrolled_ms, revoked_ms, contact_ms, skew_ms, cursor, scans,
                membership) SELECT \(bytes), 'box ' || n, \(hash), 0, 1, 0, 1, 0, '', 0, '' FROM number
            """,
            "INSERT INTO box_event (box, event) SELECT \(bytes), \(hash) FROM number",
            """
            INSERT INTO session (hash, account, name, token, expires_ms)
            SELECT \(hash), 'account ' || n, 'account ' || n, \(bytes), n FROM number
            """,
        ]
        try await database.write { session in
            for statement in statements {
                let parts = statement.split(separator: "SELECT ", maxSplits: 1)
                try session.run("\(parts[0]) \(numbers) SELECT \(parts[1])")
            }
            try session.run("UPDATE meta SET rev = $1", [.integer(Int64(count))])
            try session.run("ANALYZE")
        }
    }

    @Test("What boxes ask for is found by an index, whatever else the hub holds", arguments: StoreKind.allCases)
    func plans(_ kind: StoreKind) async throws {
        try await kind.withStore { filled in
            let database = StatementNotes(filled.database)
            let store = try await HubStore(database)
            try await fill(database)
            _ = database.take()
            let (box, event) = (BoxID.random(), EventID.random())
            let rev = Int64(count)
            let rest: Set<RecordKind> = [.change, .ticket, .scan]
            _ = try await store.box(box)
            for kinds in [RecordKind.lists, rest, Set(RecordKind.allCases)] {
                _ = try await store.records(after: rev, of: kinds)
                _ = try await store.records(after: rev, of: kinds, within: [event, .random()])
            }
            _ = try await store.logState(since: FeedCursor(epoch: try await store.newest().epoch, rev: 1), for: box)
            _ = try await store.database.read { try $0.claims(of: .random(), in: "main") }
            try await store.deleteClaims(of: event, before: 2)
            _ = try await store.owner(of: SessionSecret(), now: 1)
            _ = try await store.open(SessionSecret(), for: AccountName("amina"), by: .token([1]), now: 1)
            let statements = database.take().filter { !$0.text.contains("FROM meta") }
            #expect(statements.count > 8)
            for (text, arguments) in statements {
                let plan = try await plan(text, arguments, in: database)
                    // This index has the revoked boxes only.
                    .replacing("SCAN box USING INDEX box_revoked", with: "")
                let tables = ["record", "have", "claim", "box", "box_event", "session"]
                for table in tables {
                    let isScanned = plan.contains(
                        try Regex(kind == .sqlite ? "SCAN \(table)\\b" : "Seq Scan on \(table)\\b"))
                    #expect(!isScanned, "\(text)\n\(plan)")
                }
                // Sorting what was found would mean that more was found than is asked for.
                let isSorted = plan.contains(kind == .sqlite ? "TEMP B-TREE FOR ORDER BY" : "Sort")
                #expect(!isSorted || !text.contains("LIMIT") || text.contains("UNION"), "\(text)\n\(plan)")
            }
        }
    }
}
