// Storing uploaded records.

import FoundationEssentials
import HubProtocol
import Ledger
import Sync
import TicketSigning

/// Decides on the records of one transaction, and stores the accepted ones.
///
/// The row of `meta` is locked, so data read here stays valid until it is written.
struct RecordIngest {
    private let session: any SQLSession
    private let now: Int64
    private var rev: Int64
    private var closed: Set<BoxID>?
    private var purged: Set<EventID>?
    private var logs: [LogID: StoredLog] = [:]
    private var stamps: [VersionKey: VersionStamp] = [:]
    /// The events of all versions of an object.
    private var events: [VersionKey: Set<EventID>] = [:]
    /// The keys of boxes, as far as they were needed.
    private var keys: [BoxID: [UInt8]] = [:]
    /// Lines that were taken, and those that others may follow.
    private var lines: [LogID: [LogPoint: SharedRecord]] = [:]
    /// The root of the organiser whose ledger syncs within the hub; unknown until the first upload.
    private var root: Root??
    /// How many more lines may be tried as the one that another follows.
    private var tries = 0
    private var taken: [(rev: Int64, record: HubRecord)] = []
    /// Why records of the present upload were refused.
    private var faults = SyncFaultCounts()

    /// What the hub has of a log around the lines of the uploads.
    private struct StoredLog {
        /// The lines with the numbers of the uploads, and with those before them, by number.
        private var lines: [Int64: Set<LogPoint>] = [:]
        /// The last lines.
        var ends: [LogPoint]
        /// New lines that are last ones or checkpoints.
        var news: [LogPoint] = []
        /// Last lines that no longer are.
        var past: [LogPoint] = []

        init(ends: [LogPoint]) {
            self.ends = ends
        }

        func contains(_ point: LogPoint) -> Bool { lines[point.seq]?.contains(point) == true }

        /// The lines with the number before.
        func lines(before point: LogPoint) -> Set<LogPoint> { lines[point.seq - 1] ?? [] }

        /// The last line, if it has the number before and there is no other one.
        func onlyEnd(before point: LogPoint) -> LogPoint? {
            ends.count == 1 ? ends.first { $0.seq == point.seq - 1 } : nil
        }

        mutating func add(_ points: [LogPoint]) {
            for point in points { lines[point.seq, default: []].insert(point) }
        }

        /// Adds a line in place of the last line that it follows, or as one more.
        mutating func add(_ point: LogPoint, after parent: LogPoint?) {
            add([point])
            if let parent {
                ends.removeAll { $0 == parent }
                past.append(parent)
            }
            ends.append(point)
            news.append(point)
        }

        func hasLine(before point: LogPoint) -> Bool {
            point.seq == 1 || !lines(before: point).isEmpty
        }
    }

    private struct VersionKey: Hashable {
        let kind: RecordKind
        let id: VersionedID
        /// Of an event, a ticket and a message the hub keeps a version of each author.
        let author: BoxID?

        init(_ kind: RecordKind, _ id: VersionedID, _ stamp: VersionStamp? = nil) {
            self.kind = kind
            self.id = id
            author = kind.hasAuthor ? stamp?.box : nil
        }
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

    /// Reads what the hub has around the records of all uploads, before the first one is taken.
    ///
    /// - Parameter records: The records of the transaction.
    /// - Throws: ``HubError``.
    mutating func load(around records: [HubRecord]) throws {
        try loadStamps(of: records)
        try loadLogs(of: records)
    }

    /// Decides on the records of an upload, around which ``load(around:)`` has read.
    ///
    /// - Parameters:
    ///   - records: The records, in the sender's order.
    ///   - sender: The box that sends them.
    /// - Returns: One result per record, and why records were refused.
    /// - Throws: ``HubError``.
    mutating func take(
        _ records: [HubRecord], from sender: EnrolledBox
    ) throws -> (results: [UploadResult], faults: SyncFaultCounts) {
        (tries, faults) = (Self.tryLimit, SyncFaultCounts())
        let root = try root ?? session.organiserRoot()
        self.root = root
        let rights = RecordPermissions(sender: sender, session: session, root: root)
        let results = try records.map { record in
            switch record.key {
            case .line(let box, let point): try take(line: record, box, point, under: rights)
            case .version(let id, let stamp): try take(version: record, of: id, stamp, under: rights)
            }
        }
        return (results, faults)
    }

    /// Notes why a record is refused.
    private mutating func refuse(
        _ record: HubRecord, _ kind: SyncFault.Kind, from sender: EnrolledBox
    ) -> UploadResult {
        faults.add(kind, of: record.subject(of: kind, from: sender.id))
        faults.add(.refusedUpload, of: sender.id)
        return .forbidden
    }

    private mutating func take(
        line record: HubRecord,
        _ box: BoxID,
        _ point: LogPoint,
        under rights: RecordPermissions
    ) throws -> UploadResult {
        let log = LogID(kind: record.kind, box: box)
        guard logs[log]?.contains(point) != true else { return .known }
        let signer = try key(of: box, from: rights.sender)
        if let fault = try rights.fault(inLine: record, of: box, key: signer) {
            return refuse(record, fault, from: rights.sender)
        }
        guard try !isClosed(box) else {
            faults.add(.revoked, of: box)
            try quarantine(record, box, point)
            return .quarantined
        }
        guard let stored = logs[log], stored.hasLine(before: point) else { return .gap }
        // Only a box that the hub does not know may write what the hub cannot read, and only to its own log.
        let line = try? SignedRecord(line: Data(record.body)).record
        let parent =
            try line.map { try self.parent(of: $0, at: point, in: log, stored) } ?? stored.onlyEnd(before: point)
        // The signature is that of the chain value; what follows nothing here may be another text under that value.
        guard line == nil || parent != nil || line?.beginsLog == true else { return .gap }
        let isNext = parent.map(stored.ends.contains) ?? stored.ends.isEmpty
        guard isNext || stored.ends.count < Self.branchLimit else {
            return refuse(record, .brokenChain, from: rights.sender)
        }
        logs[log]?.add(point, after: parent.flatMap { stored.ends.contains($0) ? $0 : nil })
        lines[log, default: [:]][point] = line
        append(record)
        return .taken
    }

    /// Returns the key that a box signs with, from which its identifier follows; `nil` if the hub has no record of it,
    /// and it is not the sender, whose key is known from when it joined.
    private mutating func key(of box: BoxID, from sender: EnrolledBox) throws -> [UInt8]? {
        if sender.id == box, sender.publicKey.box == box { return sender.publicKey.bytes }
        if let known = keys[box] { return known }
        let sql = "SELECT body FROM record WHERE kind = 'box' AND id = $1 AND seq = 0"
        let body = try session.row(sql, [box.sql])?.bytes(0)
        guard let key = body.flatMap({ RecordPermissions.key(of: box, in: $0) }) else { return nil }
        keys[box] = key
        return key
    }

    /// Returns the line that another follows by its chain value; `nil` for none, and once too many were tried.
    private mutating func parent(
        of line: SharedRecord,
        at point: LogPoint,
        in log: LogID,
        _ stored: StoredLog
    ) throws -> LogPoint? {
        for earlier in stored.lines(before: point) {
            guard tries > 0 else { return nil }
            tries -= 1
            if let other = try self.line(at: earlier, in: log), line.isChained(to: other) { return earlier }
        }
        return nil
    }

    /// Returns a line that the hub has, or is about to store.
    private mutating func line(at point: LogPoint, in log: LogID) throws -> SharedRecord? {
        if let known = lines[log]?[point] { return known }
        let line = try read(point, in: log)
        lines[log, default: [:]][point] = line
        return line
    }

    private func read(_ point: LogPoint, in log: LogID) throws -> SharedRecord? {
        let body = try session.row(
            "SELECT body FROM record WHERE kind = $1 AND id = $2 AND seq = $3 AND chain = $4",
            [.text(log.kind.rawValue), log.box.sql, .integer(point.seq), .bytes(point.chain.bytes)])?.bytes(0)
        return body.flatMap { try? SignedRecord(line: Data($0)).record }
    }

    private mutating func take(
        version record: HubRecord,
        of id: VersionedID,
        _ stamp: VersionStamp,
        under rights: RecordPermissions
    ) throws -> UploadResult {
        // Whoever has it keeps it, and need not send it again.
        guard try !isPurged(record) else { return .known }
        let key = VersionKey(record.kind, id, stamp)
        let signer = try record.author.flatMap { try self.key(of: $0, from: rights.sender) }
        let object = VersionKey(record.kind, id)
        if let fault = rights.fault(inVersion: record, beside: events[object] ?? [], key: signer) {
            return refuse(record, fault, from: rights.sender)
        }
        if let current = stamps[key] {
            guard try current < stamp || current == stamp && wins(record, of: id, stamp) else { return .known }
            taken.removeAll { $0.record.kind == record.kind && $0.record.key == record.key }
        }
        if record.kind == .box {
            guard let box = BoxID(bytes: id.bytes), let key = RecordPermissions.key(of: box, in: record.body),
                stamp == VersionStamp(hlc: 0, box: box)
            else { return refuse(record, .unfit, from: rights.sender) }
            keys[box] = key
        }
        stamps[key] = stamp
        if let event = record.event { events[object, default: []].insert(event) }
        append(record)
        return .taken
    }

    /// Returns whether a version wins over the hub's with the same stamp, as in ledgers: the one whose line is greater.
    /// Only an author whose disk was restored from a backup makes two.
    private func wins(_ record: HubRecord, of id: VersionedID, _ stamp: VersionStamp) throws -> Bool {
        guard record.kind.hasAuthor else { return false }
        let pending = taken.last { $0.record.kind == record.kind && $0.record.key == record.key }?.record.body
        let sql = "SELECT body FROM record WHERE kind = $1 AND id = $2 AND seq = 0 AND box = $3"
        let arguments: [SQLValue] = [.text(record.kind.rawValue), id.sql, stamp.box.sql]
        guard let held = try pending ?? session.row(sql, arguments)?.bytes(0) else { return false }
        let records = [record.body, held].map { try? SignedRecord(line: Data($0)).record }
        // The same version may come with another valid signature.
        return records[0].map { $0 != records[1] } ?? true && held.lexicographicallyPrecedes(record.body)
    }

    private mutating func append(_ record: HubRecord) {
        taken.append((rev, record))
        rev += 1
    }

    // MARK: Reading the tables

    private mutating func isPurged(_ record: HubRecord) throws -> Bool {
        guard [.ticket, .message].contains(record.kind), let event = record.event else { return false }
        let purged = try purged ?? session.purgedEvents()
        self.purged = purged
        return purged.contains(event)
    }

    private mutating func isClosed(_ box: BoxID) throws -> Bool {
        let closed = try closed ?? session.revokedBoxes()
        self.closed = closed
        return closed.contains(box)
    }

    /// Reads what the hub has around lines.
    private mutating func loadLogs(of records: [HubRecord]) throws {
        var numbers: [LogID: [Int64]] = [:]
        for record in records {
            guard let log = record.log, case .line(_, let point) = record.key else { continue }
            numbers[log, default: []].append(point.seq)
        }
        try loadEnds(of: Array(numbers.keys))
        let parts = numbers.flatMap { log, numbers in Self.ranges(of: numbers).map { (log: log, numbers: $0) } }
        let rows = try session.rows(
            "SELECT seq, chain FROM record WHERE kind = $1 AND id = $2 AND seq BETWEEN $3 AND $4",
            each: parts.map { log, numbers in
                [.text(log.kind.rawValue), log.box.sql, .integer(numbers.lowerBound - 1), .integer(numbers.upperBound)]
            })
        for (part, rows) in zip(parts, rows) {
            logs[part.log]?.add(try rows.map { try LogPoint($0, at: 0) })
        }
    }

    private mutating func loadEnds(of logs: [LogID]) throws {
        let rows = try session.rows(
            "SELECT seq, chain FROM have WHERE kind = $1 AND box = $2 AND is_end = 1",
            each: logs.map { [.text($0.kind.rawValue), $0.box.sql] })
        for (log, rows) in zip(logs, rows) {
            self.logs[log] = StoredLog(ends: try rows.map { try LogPoint($0, at: 0) })
        }
    }

    /// Returns the ranges that numbers form, so that lines far apart do not load all between them.
    private static func ranges(of numbers: [Int64]) -> [ClosedRange<Int64>] {
        numbers.sorted().reduce(into: []) { ranges, number in
            if let last = ranges.last, number <= last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
    }

    private mutating func loadStamps(of records: [HubRecord]) throws {
        for kind in RecordKind.allCases where !kind.isLog {
            let ids = Set(
                records.compactMap { record -> VersionedID? in
                    guard record.kind == kind, case .version(let id, _) = record.key else { return nil }
                    return id
                }
            )
            let rows = try session.rows(
                "SELECT id, hlc, box, event FROM record WHERE kind = $1 AND seq = 0 AND id = $2",
                each: ids.map { [.text(kind.rawValue), $0.sql] })
            for row in rows.joined() {
                let stamp = VersionStamp(hlc: try row.integer(1), box: try row.identifier(2))
                let key = VersionKey(kind, try row.identifier(0), stamp)
                stamps[key] = stamp
                if let event = EventID(bytes: try row.bytes(3)) {
                    events[VersionKey(kind, try row.identifier(0)), default: []].insert(event)
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
            return stamps[VersionKey(record.kind, id, stamp)] == stamp
        }
        try session.run(
            """
            INSERT INTO record (kind, id, seq, event, hlc, box, body, chain, audience, rev)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT (kind, id, seq, chain) DO UPDATE SET
                event = excluded.event, hlc = excluded.hlc, box = excluded.box, body = excluded.body,
                audience = excluded.audience, rev = excluded.rev
            """,
            each: stored.map { rev, record in record.columns + [.integer(rev)] })
        for (log, stored) in logs { try storeEnds(of: log, stored, at: rev - 1) }
        return stored
    }

    /// Writes which lines of a log are the last ones, and its checkpoints. The revision is not before any of them.
    private func storeEnds(of log: LogID, _ stored: StoredLog, at rev: Int64) throws {
        let ends = Set(stored.ends)
        for point in stored.past where !ends.contains(point) {
            let arguments = [.text(log.kind.rawValue), log.box.sql, .integer(point.seq), .bytes(point.chain.bytes)]
            let isCheckpoint = point.seq % Self.checkpointDistance == 0
            try session.run(
                (isCheckpoint ? "UPDATE have SET is_end = 0 " : "DELETE FROM have ")
                    + "WHERE kind = $1 AND box = $2 AND seq = $3 AND chain = $4",
                arguments)
        }
        for point in stored.news where ends.contains(point) || point.seq % Self.checkpointDistance == 0 {
            try session.run(
                """
                INSERT INTO have (kind, box, seq, chain, is_end, rev) VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT DO NOTHING
                """,
                [
                    .text(log.kind.rawValue), log.box.sql, .integer(point.seq), .bytes(point.chain.bytes),
                    .integer(ends.contains(point) ? 1 : 0), .integer(rev),
                ]
            )
        }
    }

    private static let checkpointDistance: Int64 = 256
    /// Every box reads the last lines of every log: a stolen box that branches without end must not make that long.
    private static let branchLimit = 200
    /// An upload of a log that has branched needs a few tries for each line. A stolen box whose lines follow nothing
    /// must not hold up the claims of others: what is left out comes with the next upload.
    private static let tryLimit = 2000

    private func quarantine(_ record: HubRecord, _ box: BoxID, _ point: LogPoint) throws {
        try session.run(
            """
            INSERT INTO quarantine (kind, box, seq, hash, event, body, at_ms)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
            """,
            [
                .text(record.kind.rawValue), box.sql, .integer(point.seq), .bytes(SHA256.hash(record.body)),
                record.eventColumn, .bytes(record.body), .integer(now),
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

    /// The columns `kind, id, seq, event, hlc, box, body, chain, audience` of the table.
    fileprivate var columns: [SQLValue] {
        let (id, seq, hlc, box, chain): (SQLValue, Int64, Int64, BoxID, [UInt8]) =
            switch key {
            case .line(let box, let point): (box.sql, point.seq, 0, box, point.chain.bytes)
            case .version(let id, let stamp): (id.sql, 0, stamp.hlc, stamp.box, author?.bytes ?? [])
            }
        return [
            .text(kind.rawValue), id, .integer(seq), eventColumn, .integer(hlc), box.sql, .bytes(body), .bytes(chain),
            RecordAudience(self).sql,
        ]
    }
}

extension LogPoint {
    /// Reads the columns `seq, chain` from a place on.
    fileprivate init(_ row: SQLRow, at place: Int) throws {
        self.init(seq: try row.integer(place), chain: RecordBytes(try row.bytes(place + 1)))
    }
}

extension Array {
    func chunks(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
