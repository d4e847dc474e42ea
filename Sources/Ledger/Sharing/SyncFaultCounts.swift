// How often what others have sent has no effect.

import GRDB
public import TicketSigning

/// The numbers of records without effect, by what is wrong with them and by what ``SyncFault/Kind-swift.enum`` says.
public struct SyncFaultCounts: Hashable, Sendable {
    private var counts: [SyncFault.Kind: [String: Int]] = [:]

    /// How many subjects of one kind are told apart; further ones are counted under `others`, so that nobody who
    /// invents boxes fills a ledger.
    private static let subjectLimit = 100
    private static let others = "others"

    /// Creates counts without records.
    public init() {}

    /// Whether no record is without effect.
    public var isEmpty: Bool { counts.isEmpty }

    /// The numbers for one kind, by subject; `nil` for none.
    public subscript(_ kind: SyncFault.Kind) -> [String: Int]? { counts[kind] }

    /// A sentence for each kind, with what to do.
    public var sentences: [String] {
        SyncFault.Kind.allCases.compactMap { kind in
            counts[kind].map { SyncFault(kind: kind, counts: $0, last: nil).description }
        }
    }

    /// Counts records.
    ///
    /// - Parameters:
    ///   - kind: What is wrong with them.
    ///   - subject: What the kind says.
    ///   - count: How many they are.
    public mutating func add(_ kind: SyncFault.Kind, of subject: String, count: Int = 1) {
        let known = counts[kind, default: [:]]
        let isKept = known[subject] != nil || known.count < Self.subjectLimit
        let subject = isKept ? subject : Self.others
        counts[kind, default: [:]][subject] = min(known[subject, default: 0] + count, Self.most)
    }

    /// Counts a record of a box.
    public mutating func add(_ kind: SyncFault.Kind, of box: BoxID) { add(kind, of: "box \(box)") }

    /// Adds the numbers of others.
    public mutating func add(_ others: SyncFaultCounts) {
        for (kind, counts) in others.counts {
            for (subject, count) in counts { add(kind, of: subject, count: count) }
        }
    }

    /// More than anybody sends.
    private static let most = 1 << 40

    /// Keeps the numbers, for those who look later.
    ///
    /// - Parameters:
    ///   - instant: The current time by this machine's wall clock.
    ///   - db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    func save(on instant: Timestamp, in db: Database) throws {
        for (kind, counts) in counts {
            for (subject, count) in counts {
                let statement = try db.cachedStatement(
                    sql: """
                        INSERT INTO sync_fault (kind, subject, count, last_ms)
                        SELECT ?1, CASE WHEN count(*) < ?5 OR max(subject = ?2) THEN ?2 ELSE ?6 END, ?3, ?4
                        FROM sync_fault WHERE kind = ?1 AND subject <> ?6
                        ON CONFLICT DO UPDATE SET count = min(count + ?3, ?7), last_ms = ?4
                        """)
                try statement.execute(
                    arguments: [
                        kind.rawValue, subject, count, instant.milliseconds, Self.subjectLimit, Self.others,
                        Int64(1) << 62,
                    ])
            }
        }
    }
}

extension Ledger {
    /// Keeps what had no effect, for those who look later.
    ///
    /// - Parameters:
    ///   - faults: What is wrong with what others have sent.
    ///   - instant: The current time by this machine's wall clock.
    /// - Throws: ``LedgerError``.
    public func report(_ faults: SyncFaultCounts, on instant: Timestamp) async throws {
        guard !faults.isEmpty else { return }
        try await write { db in try faults.save(on: instant, in: db) }
    }
}
