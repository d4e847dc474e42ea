// Merges records from another ledger.

import FoundationEssentials
import GRDB
public import TicketSigning

extension Ledger {
    /// Merges a page and advances the position in the sender's lists, all of it or nothing.
    ///
    /// Merging the same page again, or an older one, changes nothing.
    ///
    /// - Parameters:
    ///   - page: A page that the sender made for this ledger.
    ///   - peer: The sender.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: What was new, and what was wrong with the records.
    /// - Throws: ``LedgerError``; nothing was merged then.
    /// - Complexity: One write transaction, one fsync.
    public func merge(_ page: SharedPage, from peer: BoxID, on instant: Timestamp) async throws -> MergeResult {
        let checked = try await checked(page)
        return try await writeStamped(on: instant) { db in try Self.merge(checked, from: peer, on: instant, in: db) }
    }

    /// Merges a page from a file, together with its sender's version vector.
    ///
    /// - Parameters:
    ///   - page: A page that was made for this ledger, or for any.
    ///   - sender: The sender's version vector.
    ///   - made: When the file was made, by the sender's logical clock; a file older than one merged before is
    ///     refused.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: What was new, and what was wrong with the records.
    /// - Throws: ``LedgerError/refused(_:)`` for an older file; other ``LedgerError``. Nothing was merged then.
    public func merge(
        _ page: SharedPage,
        from sender: VersionVector,
        made: Int64,
        on instant: Timestamp
    ) async throws -> MergeResult {
        let checked = try await checked(page)
        return try await writeStamped(on: instant) { db in
            let sql = "SELECT file_hlc FROM peer WHERE id = ?"
            let newest = try Int64.fetchOne(db, sql: sql, arguments: [sender.ledger.blob]) ?? 0
            guard made >= newest else {
                throw LedgerError.refused(
                    "This file is older than the last one imported from '\(sender.name)', so nothing was imported; "
                        + "export a new one there."
                )
            }
            try Self.record(sender, on: instant, in: db)
            let result = try Self.merge(checked, from: sender.ledger, on: instant, in: db)
            let update = "UPDATE peer SET file_hlc = ? WHERE id = ?"
            try db.execute(sql: update, arguments: [made, sender.ledger.blob])
            return result
        }
    }

    /// Returns the logical time of a file that is made now, later than that of every earlier file.
    ///
    /// - Parameter instant: The current time by this machine's wall clock.
    /// - Returns: A hybrid logical clock value.
    /// - Throws: ``LedgerError``.
    public func logicalTime(on instant: Timestamp) async throws -> Int64 {
        try await write { db in try LogicalClock.next(on: instant, in: db) }
    }

    /// A page whose signatures were verified.
    private struct CheckedPage: Sendable {
        let page: SharedPage
        /// The lines that their boxes have signed.
        let authentic: Set<RecordBytes>
    }

    /// Verifies the signatures of a page, while others can write.
    private func checked(_ page: SharedPage) async throws -> CheckedPage {
        guard !page.signatures.isEmpty else { return CheckedPage(page: page, authentic: []) }
        return try await read { db in
            var keys: [BoxID: [UInt8]] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT id, key FROM box") {
                keys[try row.identifier("id")] = Array(row["key"] as Data)
            }
            for case .box(let box) in page.records where box.isSound && keys[box.id] == nil {
                keys[box.id] = box.key.bytes
            }
            let authentic = page.records.compactMap { record -> RecordBytes? in
                guard let place = record.place, let key = keys[place.box], let signature = page.signatures[place.chain],
                    LineSignature.verifies(signature, of: place.chain, by: key)
                else { return nil }
                return place.chain
            }
            return CheckedPage(page: page, authentic: Set(authentic))
        }
    }

    /// Merges a page; all local rows already have their timestamps.
    private static func merge(
        _ checked: CheckedPage,
        from peer: BoxID,
        on instant: Timestamp,
        in db: Database
    ) throws -> MergeResult {
        let page = checked.page
        let signatures = page.signatures.filter { checked.authentic.contains($0.key) }
        let fresh = PageMerger(from: page.end.epoch, signatures: signatures, on: instant, in: db)
        var merger = fresh
        do {
            try db.inSavepoint {
                for record in page.records { try merger.merge(record) }
                try merger.finish()
                return .commit
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // One record violates the rules of a ledger; the others must still be merged.
            merger = fresh
            for record in page.records { try merger.mergeIfValid(record) }
            try merger.finish()
        }
        try advance(page, from: peer, on: instant, in: db)
        var result = merger.result
        result.leftOut.merge(page.unreadable, uniquingKeysWith: +)
        return result
    }

    /// Advances the read position. A page that begins after it leaves a gap, so the rest is requested again from
    /// there.
    private static func advance(_ page: SharedPage, from peer: BoxID, on instant: Timestamp, in db: Database) throws {
        let held = try ListCursor.pulled(from: peer, in: db)
        if let start = page.start {
            guard let held, held.epoch == start.epoch, start.lists <= held.lists, start.tickets <= held.tickets else {
                return
            }
        }
        var end = page.end
        if let held, held.epoch == end.epoch {
            end.lists = max(end.lists, held.lists)
            end.tickets = max(end.tickets, held.tickets)
        }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO peer (id, name, epoch, lists_rev, tickets_rev, contact_ms) VALUES (?1, '', ?2, ?3, ?4, ?5)
                ON CONFLICT DO UPDATE SET epoch = ?2, lists_rev = ?3, tickets_rev = ?4, contact_ms = ?5
                """
        )
        try statement.execute(
            arguments: [peer.blob, end.epoch.blob, end.lists, end.tickets, instant.milliseconds])
    }
}

/// Merges records one after another.
private struct PageMerger {
    private let db: Database
    private let source: EpochID
    private let instant: Timestamp
    /// The verified signatures of lines, by their chain values.
    private let signatures: [RecordBytes: RecordBytes]
    private var known = Known()
    private var logs: LogMerger
    private var changed: [TicketID] = []
    private var tickets: TicketMerger
    private var latest: Int64 = 0
    private(set) var result = MergeResult()

    /// What was looked up once for many records.
    private struct Known {
        /// Boxes that exist.
        var boxes: Set<BoxID> = []
        /// Events that exist.
        var events: Set<EventID> = []
    }

    init(
        from source: EpochID,
        signatures: [RecordBytes: RecordBytes],
        on instant: Timestamp,
        in db: Database
    ) {
        self.db = db
        self.signatures = signatures
        tickets = TicketMerger(db)
        logs = LogMerger(db)
        self.source = source
        self.instant = instant
    }

    mutating func merge(_ record: SharedRecord) throws {
        guard record.isSound else { return leaveOut(record) }
        // Tickets are counted once it is known which versions win.
        if case .ticket(let ticket) = record { return try merge(ticket) }
        let isNew =
            switch record {
            case .box(let box): try box.merge(in: db)
            case .event(let event): try merge(event)
            case .key(let key): try key.merge(in: db)
            case .message(let message): try message.merge(in: db)
            case .change(let change): try merge(change)
            case .ticket: false
            case .scan(let scan): try merge(scan)
            }
        if isNew { result.new[record.kind, default: 0] += 1 }
    }

    /// Merges a single record, or leaves it out if it violates the rules of a ledger.
    mutating func mergeIfValid(_ record: SharedRecord) throws {
        // The result so far is moved, not copied: a page may be a long file.
        var before = MergeResult()
        swap(&before, &result)
        let settling = changed.count
        do {
            try db.inSavepoint {
                try merge(record)
                try saveTickets()
                return .commit
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            result = MergeResult()
            changed.removeLast(changed.count - settling)
            tickets = TicketMerger(db)
            // Looked-up values may have been rolled back with the record.
            known = Known()
            logs = LogMerger(db)
            leaveOut(record)
        }
        swap(&before, &result)
        result.add(before)
    }

    private mutating func leaveOut(_ record: SharedRecord) {
        result.leftOut[record.kind, default: 0] += 1
    }

    /// Updates the words and the status of the merged tickets, and follows the clocks of others.
    mutating func finish() throws {
        try saveTickets()
        // Each ticket once, however many changes it has.
        try StatusReducer.recompute(Set(changed), in: db)
        for (box, lead) in result.ahead {
            let sql = "UPDATE box SET ahead_ms = max(ahead_ms, ?) WHERE id = ?"
            try db.execute(sql: sql, arguments: [lead, box.blob])
        }
        guard latest > 0 else { return }
        try db.cachedStatement(sql: "UPDATE sync_state SET hlc = max(hlc, ?)").execute(arguments: [latest])
    }

    // MARK: - Lists

    private mutating func merge(_ event: SharedEvent) throws -> Bool {
        follow(event.stamp.hlc, of: event.stamp.box)
        return try event.merge(in: db)
    }

    private mutating func merge(_ ticket: SharedTicket) throws {
        guard try isKnown(ticket.event) else { return leaveOut(.ticket(ticket)) }
        try tickets.add(ticket)
    }

    private mutating func saveTickets() throws {
        let news = try tickets.save(via: source)
        for ticket in news { follow(ticket.stamp.hlc, of: ticket.stamp.box) }
        if !news.isEmpty { result.new[.ticket, default: 0] += news.count }
        changed += try tickets.unsettled()
        tickets = TicketMerger(db)
    }

    // MARK: - Changes and scans

    private mutating func merge(_ change: SharedChange) throws -> Bool {
        guard try isKnown(change.box), try merge(change, as: .change(change)) else { return false }
        changed.append(change.ticket)
        return true
    }

    private mutating func merge(_ scan: SharedScan) throws -> Bool {
        guard try isKnown(scan.box), try isKnown(scan.event) else { return false }
        return try merge(scan, as: .scan(scan))
    }

    private mutating func merge<Line: LogLine>(_ line: Line, as record: SharedRecord) throws -> Bool {
        guard let signature = signatures[line.chain] else {
            result.unsigned[line.box, default: 0] += 1
            return false
        }
        switch try logs.merge(line, signature: signature) {
        case .merged:
            follow(line.hlc, of: line.box)
            return true
        case .branched:
            follow(line.hlc, of: line.box)
            result.hasNewBranch = true
            return true
        case .skipped: break
        case .detached: result.detached[line.box, default: 0] += 1
        case .unfit: leaveOut(record)
        }
        return false
    }

    private mutating func isKnown(_ box: BoxID) throws -> Bool {
        guard !known.boxes.contains(box) else { return true }
        let sql = "SELECT 1 FROM box WHERE id = ?"
        guard try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [box.blob]) != nil else { return false }
        known.boxes.insert(box)
        return true
    }

    private mutating func isKnown(_ event: EventID) throws -> Bool {
        guard !known.events.contains(event) else { return true }
        let sql = "SELECT 1 FROM event WHERE id = ?"
        guard try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [event.blob]) != nil else { return false }
        known.events.insert(event)
        return true
    }

    private mutating func follow(_ hlc: Int64, of box: BoxID) {
        if let lead = LogicalClock.ahead(hlc, of: instant) {
            result.ahead[box] = max(lead, result.ahead[box] ?? 0)
        } else {
            latest = max(latest, hlc)
        }
    }
}

extension SharedEvent {
    /// Replaces an older version with this one.
    ///
    /// - Returns: `false` if the existing version wins.
    func merge(in db: Database) throws -> Bool {
        let held = try SharedEvent.withID(id, in: db)
        guard try held.map({ try SharedRecord.event(self).wins(over: .event($0)) }) ?? true else { return false }
        try save(in: db)
        return true
    }
}
