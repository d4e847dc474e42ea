// The version vectors of this ledger and of others.

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

    /// Records another ledger's version vector. If it has more records of this ledger's own box than this ledger,
    /// this one was restored from a backup, and no longer admits anyone.
    ///
    /// - Parameters:
    ///   - versionVector: The vector from the other ledger itself.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: The alarms that were raised.
    /// - Throws: ``LedgerError``.
    public func record(_ versionVector: VersionVector, on instant: Timestamp) async throws -> MergeResult {
        try await write { db in try Self.record(versionVector, on: instant, in: db) }
    }

    static func record(_ versionVector: VersionVector, on instant: Timestamp, in db: Database) throws -> MergeResult {
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
        try db.cachedStatement(sql: "DELETE FROM peer_holding WHERE peer = ?").execute(
            arguments: [versionVector.ledger.blob])
        let highWaterMarks = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO peer_holding (peer, box, scans, changes) VALUES (?, ?, ?, ?)"
        )
        for highWaterMark in versionVector.highWaterMarks {
            try highWaterMarks.execute(
                arguments: [
                    versionVector.ledger.blob, highWaterMark.box.blob, highWaterMark.scans, highWaterMark.changes,
                ])
        }
        var result = MergeResult()
        guard let own = try Box.own(in: db), let told = versionVector.highWaterMarks.first(where: { $0.box == own.id }),
            let held = try HighWaterMark.all(in: db).first(where: { $0.box == own.id }),
            told.scans > held.scans || told.changes > held.changes
        else { return result }
        let first = told.scans > held.scans ? held.scans + 1 : held.changes + 1
        let alarm = try Alarm.raise(.rolledBack, of: own.id, seq: first, on: instant, in: db)
        result.alarms = alarm.map { [$0] } ?? []
        return result
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
        let sql = "SELECT box, scans, changes FROM peer_holding WHERE peer = ? ORDER BY box"
        let epoch: EpochID? = row.optionalIdentifier("told_epoch")
        return VersionVector(
            ledger: peer,
            name: row["name"],
            end: ListCursor(epoch: .random()),
            pulled: epoch.map { ListCursor(epoch: $0, lists: row["told_lists"], tickets: row["told_tickets"]) },
            highWaterMarks: try Row.fetchAll(db, sql: sql, arguments: [peer.blob]).map {
                HighWaterMark(box: try $0.identifier("box"), scans: $0["scans"], changes: $0["changes"])
            }
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
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, (SELECT coalesce(max(seq), 0) FROM scan WHERE scan.box = box.id) AS scans,
                    (SELECT coalesce(max(seq), 0) FROM ticket_change WHERE ticket_change.box = box.id) AS changes,
                    EXISTS (SELECT 1 FROM alarm WHERE alarm.box = box.id) AS refused
                FROM box ORDER BY id
                """
        )
        return try Row.fetchAll(statement).map {
            HighWaterMark(
                box: try $0.identifier("id"), scans: $0["scans"], changes: $0["changes"], refused: $0["refused"]
            )
        }
    }
}
