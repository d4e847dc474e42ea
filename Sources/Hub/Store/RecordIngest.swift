// Storing uploaded records.

import HubProtocol
import TicketSigning

/// Decides on the records of one transaction, and stores the accepted ones.
///
/// The row of `meta` is locked, so data read here stays valid until it is written.
struct RecordIngest {
    private let session: any SQLSession
    private let now: Int64
    private var rev: Int64
    private var closed: Set<BoxID>?
    private var lastLines: [LogID: Int64] = [:]
    private var stamps: [VersionKey: VersionStamp] = [:]
    private var events: [VersionKey: EventID] = [:]
    private var taken: [(rev: Int64, record: HubRecord)] = []

    private struct VersionKey: Hashable {
        let kind: RecordKind
        let id: VersionedID
    }

    /// - Parameters:
    ///   - session: The transaction.
    ///   - firstRev: The revision of the first accepted record.
    ///   - now: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    init(session: any SQLSession, firstRev: Int64, now: Int64) {
        self.session = session
        self.now = now
        rev = firstRev
    }

    /// - Parameters:
    ///   - records: The records, in the sender's order.
    ///   - sender: The box that sends them.
    /// - Returns: One result per record.
    /// - Throws: ``HubError``.
    mutating func take(_ records: [HubRecord], from sender: EnrolledBox) throws -> [UploadResult] {
        try loadStamps(of: records)
        let rights = RecordPermissions(sender: sender, session: session)
        return try records.map { record in
            switch record.key {
            case .line(let box, let seq): try take(line: record, box, seq, under: rights)
            case .version(let id, let stamp): take(version: record, of: id, stamp, under: rights)
            }
        }
    }

    private mutating func take(
        line record: HubRecord,
        _ box: BoxID,
        _ seq: Int64,
        under rights: RecordPermissions
    ) throws -> UploadResult {
        guard try rights.mayWrite(line: record, of: box) else { return .forbidden }
        let log = LogID(kind: record.kind, box: box)
        let last = try lastLine(of: log)
        if seq <= last {
            guard try hasOtherBody(record, box, seq) else { return .known }
            try quarantine(record, box, seq, alarm: true)
            closed?.insert(box)
            return .altered
        }
        guard try !isClosed(box) else {
            try quarantine(record, box, seq, alarm: false)
            return .quarantined
        }
        guard seq == last + 1 else { return .gap }
        lastLines[log] = seq
        append(record)
        return .taken
    }

    private mutating func take(
        version record: HubRecord,
        of id: VersionedID,
        _ stamp: VersionStamp,
        under rights: RecordPermissions
    ) -> UploadResult {
        let key = VersionKey(kind: record.kind, id: id)
        guard rights.mayWrite(version: record, replacing: events[key]) else { return .forbidden }
        if let current = stamps[key], current >= stamp { return .known }
        stamps[key] = stamp
        events[key] = record.event
        append(record)
        return .taken
    }

    private mutating func append(_ record: HubRecord) {
        taken.append((rev, record))
        rev += 1
    }

    // MARK: Reading the tables

    private mutating func isClosed(_ box: BoxID) throws -> Bool {
        let closed = try closed ?? session.closedLogs()
        self.closed = closed
        return closed.contains(box)
    }

    private mutating func lastLine(of log: LogID) throws -> Int64 {
        if let last = lastLines[log] { return last }
        let row = try session.row(
            "SELECT seq FROM have WHERE kind = $1 AND box = $2", [.text(log.kind.rawValue), log.box.sql]
        )
        let last = try row?.integer(0) ?? 0
        lastLines[log] = last
        return last
    }

    /// Returns whether the hub has different bytes for a line's number.
    private func hasOtherBody(_ record: HubRecord, _ box: BoxID, _ seq: Int64) throws -> Bool {
        let pending = taken.first { $0.record.key == record.key && $0.record.kind == record.kind }
        if let pending { return pending.record.body != record.body }
        let row = try session.row(
            "SELECT body FROM record WHERE kind = $1 AND id = $2 AND seq = $3",
            [.text(record.kind.rawValue), box.sql, .integer(seq)]
        )
        return try row?.bytes(0) != record.body
    }

    private mutating func loadStamps(of records: [HubRecord]) throws {
        for kind in RecordKind.allCases where !kind.isLog {
            let ids = Set(
                records.compactMap { record -> VersionedID? in
                    guard record.kind == kind, case .version(let id, _) = record.key else { return nil }
                    return stamps[VersionKey(kind: kind, id: id)] == nil ? id : nil
                }
            )
            for chunk in Array(ids).chunks(of: 250) {
                let places = (2..<chunk.count + 2).map { "$\($0)" }.joined(separator: ", ")
                let rows = try session.rows(
                    "SELECT id, hlc, box, event FROM record WHERE kind = $1 AND seq = 0 AND id IN (\(places))",
                    [.text(kind.rawValue)] + chunk.map(\.sql)
                )
                for row in rows {
                    let stamp = VersionStamp(hlc: try row.integer(1), box: try row.identifier(2))
                    let key = VersionKey(kind: kind, id: try row.identifier(0))
                    stamps[key] = stamp
                    events[key] = EventID(bytes: try row.bytes(3))
                }
            }
        }
    }

    // MARK: Storing

    /// Writes the accepted records.
    ///
    /// - Returns: The records with their revisions; only the last of several versions of one object.
    /// - Throws: ``HubError``.
    func store() throws -> [(rev: Int64, record: HubRecord)] {
        let stored = taken.filter { _, record in
            guard case .version(let id, let stamp) = record.key else { return true }
            return stamps[VersionKey(kind: record.kind, id: id)] == stamp
        }
        for chunk in stored.chunks(of: 50) {
            let rows = chunk.indices.map { row in
                "(" + (1...8).map { "$\((row - chunk.startIndex) * 8 + $0)" }.joined(separator: ", ") + ")"
            }
            try session.run(
                """
                INSERT INTO record (kind, id, seq, event, hlc, box, body, rev)
                VALUES \(rows.joined(separator: ", "))
                ON CONFLICT (kind, id, seq) DO UPDATE SET
                    event = excluded.event, hlc = excluded.hlc, box = excluded.box, body = excluded.body,
                    rev = excluded.rev
                """,
                chunk.flatMap { rev, record in record.columns + [.integer(rev)] }
            )
        }
        for log in Set(stored.compactMap(\.record.log)) {
            try session.run(
                """
                INSERT INTO have (kind, box, seq) VALUES ($1, $2, $3)
                ON CONFLICT (kind, box) DO UPDATE SET seq = excluded.seq
                """,
                [.text(log.kind.rawValue), log.box.sql, .integer(lastLines[log] ?? 0)]
            )
        }
        return stored
    }

    private func quarantine(_ record: HubRecord, _ box: BoxID, _ seq: Int64, alarm: Bool) throws {
        try session.run(
            """
            INSERT INTO quarantine (kind, box, seq, hash, event, body, alarm, at_ms)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
            """,
            [
                .text(record.kind.rawValue), box.sql, .integer(seq), .bytes(SHA256.hash(record.body)),
                record.eventColumn, .bytes(record.body), .integer(alarm ? 1 : 0), .integer(now),
            ]
        )
    }
}

extension HubRecord {
    /// The log that a line belongs to; `nil` for a version.
    var log: LogID? {
        if case .line(let box, _) = key { LogID(kind: kind, box: box) } else { nil }
    }

    /// An empty value means no event.
    fileprivate var eventColumn: SQLValue { .bytes(event?.bytes ?? []) }

    /// The columns `kind, id, seq, event, hlc, box, body` of the table.
    fileprivate var columns: [SQLValue] {
        let (id, seq, hlc, box): (SQLValue, Int64, Int64, BoxID) =
            switch key {
            case .line(let box, let seq): (box.sql, seq, 0, box)
            case .version(let id, let stamp): (id.sql, 0, stamp.hlc, stamp.box)
            }
        return [.text(kind.rawValue), id, .integer(seq), eventColumn, .integer(hlc), box.sql, .bytes(body)]
    }
}

extension Array {
    fileprivate func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
