// The version vectors of this ledger and of others.

import FoundationEssentials
import GRDB
public import TicketSigning

extension Ledger {
    /// Returns this ledger's version vector.
    ///
    /// - Parameters:
    ///   - peer: The recipient; `nil` for none in particular.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: This ledger's identity and what it has.
    /// - Throws: ``LedgerError``.
    public func versionVector(for peer: BoxID?, on instant: Timestamp) async throws -> VersionVector {
        try await writeStamped(on: instant) { db in try Self.versionVector(for: peer, in: db) }
    }

    static func versionVector(for peer: BoxID?, in db: Database) throws -> VersionVector {
        guard let own = try Box.own(in: db) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no box of its own")
        }
        return VersionVector(
            ledger: own.id,
            name: own.name,
            end: try ListCursor.end(in: db),
            pulled: try peer.flatMap { try ListCursor.pulled(from: $0, in: db) },
            highWaterMarks: try HighWaterMark.all(in: db)
        )
    }

    /// Records another ledger's version vector. It is what the other ledger says: nothing but what to send it follows.
    ///
    /// - Parameters:
    ///   - versionVector: The vector from the other ledger itself.
    ///   - instant: The current time by this machine's wall clock.
    /// - Throws: ``LedgerError``.
    /// - Complexity: One write transaction, and one more for each 1,000 points that are not as they were.
    public func record(_ versionVector: VersionVector, on instant: Timestamp) async throws {
        let peer = versionVector.ledger
        try await write { db in try Self.note(contactWith: versionVector, on: instant, in: db) }
        let held = try await read { db in try HeldPoint.all(of: peer, in: db) }
        let said = HeldPoint.all(in: versionVector)
        // What a peer no longer has goes first: if the rest is not written, it is sent too much rather than too little.
        try await inPieces(held.subtracting(said)) { point, db in try point.delete(of: peer, in: db) }
        try await inPieces(said.subtracting(held)) { point, db in try point.insert(for: peer, in: db) }
    }

    /// Writes something for each of many points, between which guests are let in.
    private func inPieces(
        _ points: Set<HeldPoint>,
        _ body: @escaping @Sendable (HeldPoint, Database) throws -> Void
    ) async throws {
        var rest = Array(points)[...]
        while !rest.isEmpty {
            let (start, piece) = (ContinuousClock.now, rest.prefix(HeldPoint.pieceLength))
            rest = rest.dropFirst(HeldPoint.pieceLength)
            try await write { db in for point in piece { try body(point, db) } }
            if !rest.isEmpty { try await letOthersWrite(since: start) }
        }
    }

    private static func note(
        contactWith versionVector: VersionVector,
        on instant: Timestamp,
        in db: Database
    ) throws {
        let peer = try db.cachedStatement(
            sql: """
                INSERT INTO peer (id, name, told_epoch, told_lists, told_tickets, contact_ms)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET name = excluded.name, told_epoch = excluded.told_epoch,
                    told_lists = excluded.told_lists, told_tickets = excluded.told_tickets,
                    contact_ms = excluded.contact_ms
                """
        )
        try peer.execute(
            arguments: [
                versionVector.ledger.blob, versionVector.name, versionVector.pulled?.epoch.blob,
                versionVector.pulled?.lists ?? 0,
                versionVector.pulled?.tickets ?? 0, instant.milliseconds,
            ]
        )
    }
}

/// A line that a peer says it has, with all before it.
private struct HeldPoint: Hashable, Sendable {
    /// How many are written in one transaction: these take a few hundredths of a second on a slow machine.
    static let pieceLength = 1000

    let box: BoxID
    let log: LogKind
    let point: LogPoint

    static func all(in versionVector: VersionVector) -> Set<HeldPoint> {
        var all: Set<HeldPoint> = []
        for mark in versionVector.highWaterMarks {
            for log in LogKind.allCases {
                for point in mark.points(of: log).suffix(LogPoint.limit)
                where point.chain.bytes.count == LogPoint.length {
                    all.insert(HeldPoint(box: mark.box, log: log, point: point))
                }
            }
        }
        return all
    }

    static func all(of peer: BoxID, in db: Database) throws -> Set<HeldPoint> {
        let statement = try db.cachedStatement(sql: "SELECT box, log, seq, chain FROM peer_holding WHERE peer = ?")
        return try Set(
            Row.fetchAll(statement, arguments: [peer.blob]).compactMap { row in
                guard let log = LogKind(rawValue: row["log"]) else { return nil }
                return HeldPoint(box: try row.identifier("box"), log: log, point: LogPoint(row))
            })
    }

    func insert(for peer: BoxID, in db: Database) throws {
        let sql = "INSERT OR IGNORE INTO peer_holding (peer, box, log, seq, chain) VALUES (?, ?, ?, ?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: columns(of: peer))
    }

    func delete(of peer: BoxID, in db: Database) throws {
        let sql = "DELETE FROM peer_holding WHERE peer = ? AND box = ? AND log = ? AND seq = ? AND chain = ?"
        try db.cachedStatement(sql: sql).execute(arguments: columns(of: peer))
    }

    private func columns(of peer: BoxID) -> StatementArguments {
        [peer.blob, box.blob, log.rawValue, point.seq, Data(point.chain.bytes)]
    }
}

extension Ledger {
    /// Returns the last known version vector of another ledger. The ledger may have been restored since, so its epoch
    /// is left open, and its own versions are sent back to it.
    ///
    /// - Parameter peer: The other ledger's own box.
    /// - Returns: The vector; `nil` if there was no contact yet.
    /// - Throws: ``LedgerError``.
    public func lastKnownVector(of peer: BoxID) async throws -> VersionVector? {
        try await read { db in try Self.lastKnownVector(of: peer, in: db) }
    }

    static func lastKnownVector(of peer: BoxID, in db: Database) throws -> VersionVector? {
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM peer WHERE id = ?", arguments: [peer.blob]) else {
            return nil
        }
        var held: [BoxID: HighWaterMark] = [:]
        let sql = "SELECT * FROM peer_holding WHERE peer = ? ORDER BY box, log, seq"
        for row in try Row.fetchAll(db, sql: sql, arguments: [peer.blob]) {
            let box: BoxID = try row.identifier("box")
            guard let log = LogKind(rawValue: row["log"]) else { continue }
            held[box, default: HighWaterMark(box: box)].add(LogPoint(row), to: log)
        }
        let epoch: EpochID? = row.optionalIdentifier("told_epoch")
        return VersionVector(
            ledger: peer,
            name: row["name"],
            end: ListCursor(epoch: .random()),
            pulled: epoch.map { ListCursor(epoch: $0, lists: row["told_lists"], tickets: row["told_tickets"]) },
            highWaterMarks: held.values.sorted { $0.box < $1.box }
        )
    }
}

extension ListCursor {
    /// Returns the end of this ledger's own lists.
    static func end(in db: Database) throws -> ListCursor {
        let statement = try db.cachedStatement(
            sql: "SELECT epoch, lists_rev, (SELECT coalesce(max(rev), 0) FROM ticket) AS tickets_rev FROM sync_state"
        )
        guard let row = try Row.fetchOne(statement) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no state of its own")
        }
        return ListCursor(epoch: try row.identifier("epoch"), lists: row["lists_rev"], tickets: row["tickets_rev"])
    }

    /// Returns how far this ledger has read another's lists.
    static func pulled(from peer: BoxID, in db: Database) throws -> ListCursor? {
        let statement = try db.cachedStatement(sql: "SELECT epoch, lists_rev, tickets_rev FROM peer WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [peer.blob]),
            let epoch: EpochID = row.optionalIdentifier("epoch")
        else { return nil }
        return ListCursor(epoch: epoch, lists: row["lists_rev"], tickets: row["tickets_rev"])
    }
}

extension HighWaterMark {
    /// Returns what this ledger has of each box, in the order of their identifiers.
    static func all(in db: Database) throws -> [HighWaterMark] {
        let (scans, changes) = (try LogPoint.all(of: .scan, in: db), try LogPoint.all(of: .change, in: db))
        return try Row.fetchAll(db.cachedStatement(sql: "SELECT id FROM box ORDER BY id")).map {
            let box: BoxID = try $0.identifier("id")
            return HighWaterMark(box: box, scans: scans[box] ?? [], changes: changes[box] ?? [])
        }
    }
}
