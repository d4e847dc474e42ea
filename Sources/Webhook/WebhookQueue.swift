// The undelivered verdicts, on disk.

internal import GRDB
internal import Glibc

/// Deliveries in a small SQLite file, in order; they survive a kill and a power cut.
///
/// - SeeAlso: docs/adr/0015-webhook.md
public struct WebhookQueue: Sendable {
    /// The maximum number of deliveries, some 50 MB; beyond it the oldest are dropped.
    public static let longest = 100_000

    /// The prefix of every ID in this file.
    private let sender: String
    private let file: DatabaseQueue
    private let longest: Int

    /// Opens the file, or creates it with mode 0600.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - longest: The maximum number of deliveries.
    /// - Throws: ``WebhookQueueError``.
    public init(path: String, longest: Int = longest) throws(WebhookQueueError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed(path: path, reason: String(cString: strerror(errno))) }
        close(descriptor)
        var configuration = Configuration()
        configuration.journalMode = .wal
        // A delivery taken from the board is on disk before anything else is done with it.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        do {
            file = try DatabaseQueue(path: path, configuration: configuration)
            sender = try file.write { try Self.sender(in: $0) }
        } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
            throw .damaged(path: path)
        } catch {
            throw .failed(path: path, reason: Self.words(error))
        }
        self.longest = longest
    }

    /// Adds a delivery, and returns once it is on disk.
    ///
    /// - Parameter body: The body to send.
    /// - Returns: The number of old deliveries that were dropped to make room.
    /// - Throws: ``WebhookQueueError``.
    @discardableResult
    public func append(_ body: String) async throws -> Int {
        try await changing { database in
            try database.execute(sql: "INSERT INTO delivery (body) VALUES (?)", arguments: [body])
            let oldest = database.lastInsertedRowID - Int64(longest)
            try database.execute(sql: "DELETE FROM delivery WHERE number <= ?", arguments: [oldest])
            return database.changesCount
        }
    }

    /// Returns the oldest delivery; nil if the queue is empty.
    ///
    /// - Throws: ``WebhookQueueError``.
    public func first() async throws -> Delivery? {
        try await changing { database in
            try Row.fetchOne(database, sql: "SELECT number, body FROM delivery ORDER BY number LIMIT 1").map { row in
                let number: Int64 = row["number"]
                return Delivery(number: number, id: "\(sender)-\(number)", body: row["body"])
            }
        }
    }

    /// Returns the number of deliveries.
    ///
    /// - Throws: ``WebhookQueueError``.
    public func count() async throws -> Int {
        try await changing { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM delivery") ?? 0 }
    }

    /// Removes a completed delivery.
    ///
    /// - Throws: ``WebhookQueueError``, in which case the delivery is sent again.
    public func remove(_ delivery: Delivery) async throws {
        try await changing {
            try $0.execute(sql: "DELETE FROM delivery WHERE number = ?", arguments: [delivery.number])
        }
    }

    private func changing<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await file.write(change)
        } catch let error as DatabaseError {
            throw WebhookQueueError.failed(path: file.path, reason: Self.words(error))
        }
    }

    private static func words(_ error: any Error) -> String {
        (error as? DatabaseError)?.message ?? "\(error)"
    }

    /// Returns the file's sender. Numbers are never reused, and a newly created file gets another sender, so an ID is
    /// unique.
    private static func sender(in database: Database) throws -> String {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS delivery (
                    number INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL
                ) STRICT;
                CREATE TABLE IF NOT EXISTS sender (id TEXT NOT NULL) STRICT;
                INSERT INTO sender SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT * FROM sender);
                """
        )
        return try String.fetchOne(database, sql: "SELECT id FROM sender") ?? ""
    }
}
