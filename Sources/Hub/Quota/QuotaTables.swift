// The tables with what each box has stored and claimed.

import HubProtocol
import TicketSigning

extension HubSchema {
    /// How much of its quota each box has used.
    static func quotas(_ dialect: SQLDialect) -> [String] {
        let (integer, bytes, end) = (dialect.integer, dialect.bytes, dialect.tableEnd)
        return [
            // What the hub has stored for a box in the day that began at begun_ms; refused: the last limit that it
            // reached, empty for none; matched_rev: the revision up to which its scans were compared with its claims.
            """
            CREATE TABLE IF NOT EXISTS quota (
                box         \(bytes) PRIMARY KEY,
                begun_ms    \(integer) NOT NULL,
                records     \(integer) NOT NULL,
                bytes       \(integer) NOT NULL,
                refused     TEXT NOT NULL,
                refused_ms  \(integer) NOT NULL,
                matched_rev \(integer) NOT NULL
            ) \(end)
            """,
            // Claims for which no scan was found yet, with the hub's time and revision when they were granted.
            """
            CREATE TABLE IF NOT EXISTS open_claim (
                box    \(bytes) NOT NULL,
                number \(integer) NOT NULL,
                at_ms  \(integer) NOT NULL,
                rev    \(integer) NOT NULL,
                PRIMARY KEY (box, number)
            ) \(end)
            """,
        ]
    }
}

/// The time and the last revision of a transaction.
struct CommitPlace {
    /// The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    let now: Int64
    let rev: Int64
    let epoch: FeedCursor.Epoch
}

extension SQLSession {
    // MARK: Records

    /// Returns the limit that a box has reached with its records; `nil` if it may store more.
    ///
    /// An upload that begins below the limit is stored as a whole.
    func storageLimit(of box: EnrolledBox, under quota: BoxQuota, now: Int64) throws -> QuotaLimit? {
        guard !box.isRelay else { return nil }
        let used = try stored(by: box.id, now: now)
        if used.records >= quota.records { return .records }
        return used.bytes >= quota.bytes ? .bytes : nil
    }

    /// Counts the records of an upload that the hub has stored or set aside. Lines of another box that is enrolled
    /// count for that box: after a hub has lost its disk, who brings everything home can still send what it writes.
    func count(
        _ records: [HubRecord],
        with results: [UploadResult],
        by box: EnrolledBox,
        under quota: BoxQuota,
        now: Int64
    ) throws {
        let new = zip(records, results).filter { ![.known, .gap, .forbidden].contains($0.1) }.map(\.0)
        guard !box.isRelay else { return }
        let authors = Set(new.compactMap { $0.log?.box }).filter { $0 != box.id }
        let enrolled = try authors.filter { try row("SELECT 1 FROM box WHERE id = $1", [$0.sql]) != nil }
        let records = Dictionary(grouping: new) { record in
            record.log.flatMap { enrolled.contains($0.box) ? $0.box : nil } ?? box.id
        }
        for (payer, records) in records { try count(records, for: payer, under: quota, now: now) }
    }

    private func count(_ records: [HubRecord], for box: BoxID, under quota: BoxQuota, now: Int64) throws {
        let unknown = try records.count { record in
            guard record.kind == .box, case .version(let id, _) = record.key else { return false }
            return try row("SELECT 1 FROM box WHERE id = $1", [id.sql]) == nil
        }
        let number = Int64(records.count) + Int64(unknown) * (quota.recordsPerUnknownBox - 1)
        let bytes = records.reduce(into: Int64(0)) { $0 += Int64($1.body.count) }
        // What was stored on an earlier day counts no longer.
        let isToday = "quota.begun_ms <= excluded.begun_ms AND quota.begun_ms > excluded.begun_ms - $5"
        try run(
            """
            INSERT INTO quota (box, begun_ms, records, bytes, refused, refused_ms, matched_rev)
            VALUES ($1, $2, $3, $4, '', 0, 0)
            ON CONFLICT (box) DO UPDATE SET
                begun_ms = CASE WHEN \(isToday) THEN quota.begun_ms ELSE excluded.begun_ms END,
                records = CASE WHEN \(isToday) THEN quota.records ELSE 0 END + excluded.records,
                bytes = CASE WHEN \(isToday) THEN quota.bytes ELSE 0 END + excluded.bytes
            """,
            [box.sql, .integer(now), .integer(number), .integer(bytes), .integer(BoxQuota.day)])
    }

    private func stored(by box: BoxID, now: Int64) throws -> (begun: Int64, records: Int64, bytes: Int64) {
        let row = try row("SELECT begun_ms, records, bytes FROM quota WHERE box = $1", [box.sql])
        guard let row, case let begun = try row.integer(0), (begun..<begun + BoxQuota.day).contains(now) else {
            return (now, 0, 0)
        }
        return (begun, try row.integer(1), try row.integer(2))
    }

    // MARK: Claims

    /// Counts a claim that was granted, until a scan uses it.
    ///
    /// - Returns: Whether the box has as few unused claims as it may have; otherwise nothing was counted.
    func countClaim(_ number: Int64, by box: BoxID, under quota: BoxQuota, at place: CommitPlace) throws -> Bool {
        if try insertOpenClaim(number, by: box, under: quota, at: place) { return true }
        if try row("SELECT carries FROM box WHERE id = $1", [box.sql])?.integer(0) == 1 { return true }
        try run(
            "DELETE FROM open_claim WHERE box = $1 AND at_ms <= $2",
            [box.sql, .integer(place.now - BoxQuota.day)])
        return try insertOpenClaim(number, by: box, under: quota, at: place)
    }

    private func insertOpenClaim(
        _ number: Int64,
        by box: BoxID,
        under quota: BoxQuota,
        at place: CommitPlace
    ) throws -> Bool {
        try row(
            """
            INSERT INTO open_claim (box, number, at_ms, rev) SELECT $1, $2, $3, $4
            WHERE (SELECT count(*) FROM open_claim WHERE box = $1) < $5
                AND NOT EXISTS (SELECT 1 FROM box WHERE id = $1 AND carries = 1)
            RETURNING number
            """,
            [
                box.sql, .integer(number), .integer(place.now), .integer(place.rev), .integer(quota.unusedClaims),
            ]) != nil
    }

    /// Stops counting claims that were used or released.
    func forgetOpenClaims(_ numbers: [Int64], of box: BoxID) throws {
        try run(
            "DELETE FROM open_claim WHERE box = $1 AND number = $2", each: numbers.map { [box.sql, .integer($0)] })
    }

    /// Compares a box's open claims with the scans that the hub has received since they were granted.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - start: The revision up to which scans were compared; 0 for none.
    ///   - count: The number of revisions to look at, so that no other transaction waits for long.
    /// - Returns: The numbers of the claims that were used, the last revision that was looked at, and whether it is
    ///   the newest.
    /// - Throws: ``HubError``.
    func usedClaims(
        of box: BoxID,
        after start: Int64,
        revisions count: Int64
    ) throws -> (numbers: [Int64], end: Int64, isComplete: Bool) {
        let newest = try newest().rev
        let state = try row("SELECT matched_rev FROM quota WHERE box = $1", [box.sql])
        let oldest = try row("SELECT coalesce(min(rev), 0) FROM open_claim WHERE box = $1", [box.sql])
        let first = max(start, try state?.integer(0) ?? 0, try oldest?.integer(0) ?? 0)
        let end = min(newest, first + count)
        guard first < end else { return ([], newest, true) }
        let lines = try rows(
            "SELECT body FROM record WHERE audience = $1 AND rev > $2 AND rev <= $3 ORDER BY rev",
            [RecordAudience.scans(of: box).sql, .integer(first), .integer(end)])
        let claims = try rows(
            """
            SELECT claim.ticket, claim.zone, claim.at_ms, claim.number FROM claim
            JOIN open_claim ON open_claim.box = claim.box AND open_claim.number = claim.number
            WHERE claim.box = $1
            """,
            [box.sql])
        return (try numbers(of: claims, usedBy: try lines.map { try $0.bytes(0) }), end, end == newest)
    }

    /// Stores how far a box's scans were compared with its claims, and stops counting those that were used.
    func settleClaims(_ numbers: [Int64], of box: BoxID, upTo rev: Int64) throws {
        try forgetOpenClaims(numbers, of: box)
        try run(
            """
            INSERT INTO quota (box, begun_ms, records, bytes, refused, refused_ms, matched_rev)
            VALUES ($1, 0, 0, 0, '', 0, $2)
            ON CONFLICT (box) DO UPDATE SET matched_rev = excluded.matched_rev
            """,
            [box.sql, .integer(rev)])
    }

    // MARK: Refusals

    /// Returns the error for a box that reached a limit.
    func overQuota(_ limit: QuotaLimit, _ box: BoxID, _ quota: BoxQuota) throws -> HubError {
        let name = try row("SELECT name FROM box WHERE id = $1", [box.sql])?.text(0)
        return .overQuota(limit, box: name ?? box.description, most: quota.most(of: limit))
    }

    /// Notes that a box reached a limit, for the organiser.
    func note(_ limit: QuotaLimit, of box: BoxID, now: Int64) throws {
        try run(
            """
            INSERT INTO quota (box, begun_ms, records, bytes, refused, refused_ms, matched_rev)
            VALUES ($1, 0, 0, 0, $2, $3, 0)
            ON CONFLICT (box) DO UPDATE SET refused = excluded.refused, refused_ms = excluded.refused_ms
            """,
            [box.sql, .text(limit.rawValue), .integer(now)])
    }
}
