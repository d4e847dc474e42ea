// Merges records from another ledger.

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
        try await writeStamped(on: instant) { db in try Self.merge(page, from: peer, on: instant, in: db) }
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
        try await writeStamped(on: instant) { db in
            let sql = "SELECT file_hlc FROM peer WHERE id = ?"
            let newest = try Int64.fetchOne(db, sql: sql, arguments: [sender.ledger.blob]) ?? 0
            guard made >= newest else {
                throw LedgerError.refused(
                    "This file is older than the last one imported from '\(sender.name)', so nothing was imported; "
                        + "export a new one there."
                )
            }
            var result = try Self.record(sender, on: instant, in: db)
            result.add(try Self.merge(page, from: sender.ledger, on: instant, in: db))
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

    /// Merges a page; all local rows already have their timestamps.
    private static func merge(
        _ page: SharedPage,
        from peer: BoxID,
        on instant: Timestamp,
        in db: Database
    ) throws -> MergeResult {
        let fresh = try PageMerger(from: page.end.epoch, on: instant, in: db)
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
    private let own: BoxID?
    private var known: Known
    private var changed: [TicketID] = []
    private var tickets: TicketMerger
    private var latest: Int64 = 0
    private(set) var result = MergeResult()

    /// What was looked up once for many records.
    private struct Known {
        var heads: [BoxID: LogHead] = [:]
        /// Events that exist.
        var events: Set<EventID> = []
        /// Boxes whose records are refused.
        var refused: Set<BoxID>

        init(in db: Database) throws {
            refused = Set(try Alarm.all(in: db).map(\.box))
        }
    }

    init(from source: EpochID, on instant: Timestamp, in db: Database) throws {
        self.db = db
        tickets = TicketMerger(db)
        self.source = source
        self.instant = instant
        own = try Box.own(in: db)?.id
        known = try Known(in: db)
    }

    mutating func merge(_ record: SharedRecord) throws {
        guard record.isSound || record.isLine else { return leaveOut(record) }
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
            known = try Known(in: db)
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
        if !known.events.contains(ticket.event) {
            let event = try db.cachedStatement(sql: "SELECT 1 FROM event WHERE id = ?")
            guard try Int.fetchOne(event, arguments: [ticket.event.blob]) != nil else {
                return leaveOut(.ticket(ticket))
            }
            known.events.insert(ticket.event)
        }
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
        guard !known.refused.contains(change.box), try isKnown(change.box) else { return false }
        let last = "SELECT coalesce(max(seq), 0) FROM ticket_change WHERE box = ?"
        let held = try Int64.fetchOne(db.cachedStatement(sql: last), arguments: [change.box.blob]) ?? 0
        guard change.seq > held else {
            let sql = "SELECT * FROM ticket_change WHERE box = ? AND seq = ?"
            let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [change.box.blob, change.seq])
            if try row.map(SharedChange.init) != change { try raise(.twoStories, of: change.box, seq: change.seq) }
            return false
        }
        guard change.box != own else { return try raise(.rolledBack, of: change.box, seq: held + 1) }
        guard change.seq == held + 1 else { return false }
        guard SharedRecord.change(change).isSound else { return try raise(.unfit, of: change.box, seq: change.seq) }
        try change.insert(in: db)
        follow(change.hlc, of: change.box)
        changed.append(change.ticket)
        return true
    }

    private mutating func merge(_ shared: SharedScan) throws -> Bool {
        guard !known.refused.contains(shared.box), try isKnown(shared.box), let end = try end(of: shared.box) else {
            return false
        }
        guard shared.seq > end.seq else {
            let sql = "SELECT * FROM scan WHERE box = ? AND seq = ?"
            let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [shared.box.blob, shared.seq])
            if try row.map(SharedScan.init) != shared { try raise(.twoStories, of: shared.box, seq: shared.seq) }
            return false
        }
        guard shared.box != own else { return try raise(.rolledBack, of: shared.box, seq: end.seq + 1) }
        let event = "SELECT 1 FROM event WHERE id = ?"
        guard shared.seq == end.seq + 1,
            try Int.fetchOne(db.cachedStatement(sql: event), arguments: [shared.event.blob]) != nil
        else { return false }
        guard SharedRecord.scan(shared).isSound else { return try raise(.unfit, of: shared.box, seq: shared.seq) }
        do {
            let scan = try Scan(shared)
            guard end.chain.appending(scan.canonicalBytes).head == shared.chain.bytes else {
                return try raise(.brokenChain, of: shared.box, seq: shared.seq)
            }
            guard scan.hlc > end.hlc else { return try raise(.unfit, of: shared.box, seq: shared.seq) }
            known.heads[shared.box] = try end.following(scan, in: db)
        } catch is LedgerError {
            return try raise(.unfit, of: shared.box, seq: shared.seq)
        } catch let error as DatabaseError where [.SQLITE_CONSTRAINT, .SQLITE_CORRUPT].contains(error.resultCode) {
            return try raise(.unfit, of: shared.box, seq: shared.seq)
        }
        follow(shared.hlc, of: shared.box)
        return true
    }

    private mutating func end(of box: BoxID) throws -> LogHead? {
        if let end = known.heads[box] { return end }
        let end = try LogHead(of: box, in: db)
        known.heads[box] = end
        return end
    }

    private func isKnown(_ box: BoxID) throws -> Bool {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM box WHERE id = ?"), arguments: [box.blob]) != nil
    }

    @discardableResult
    private mutating func raise(_ kind: Alarm.Kind, of box: BoxID, seq: Int64) throws -> Bool {
        known.refused.insert(box)
        if let alarm = try Alarm.raise(kind, of: box, seq: seq, on: instant, in: db) { result.alarms.append(alarm) }
        return false
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
