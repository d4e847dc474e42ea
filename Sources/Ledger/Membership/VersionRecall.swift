// What a revoked box wrote to lists is taken back.

import FoundationEssentials
import GRDB
public import TicketSigning

/// What becomes of the events and tickets that a box has written, once it is revoked.
public struct VersionRecallEffect: Hashable, Sendable {
    /// How many stay as the box wrote them: they are from before.
    public var kept = 0
    /// How many become what they were before.
    public var restored = 0
    /// How many only this box has ever written: tickets leave the list, events are closed.
    public var removed = 0
}

extension Ledger {
    /// Returns what ``recall(of:since:on:)`` would do, without changing anything.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - moment: Its versions from this moment on, by its logical clock, are taken back; `nil` for none.
    /// - Returns: The numbers of events and tickets.
    /// - Throws: ``LedgerError``.
    public func recallEffect(of box: BoxID, since moment: Timestamp?) async throws -> VersionRecallEffect {
        try await read { db in
            let recall = try VersionRecall(of: box, since: moment, in: db)
            var effect = VersionRecallEffect()
            for subject in try recall.subjects() {
                switch try recall.outcome(for: subject) {
                case .kept: effect.kept += 1
                case .restored: effect.restored += 1
                case .removed: effect.removed += 1
                case nil: break
                }
            }
            return effect
        }
    }

    /// Writes, in this ledger's name, what a box wrote to events and tickets before a moment, and takes back what it
    /// wrote later.
    ///
    /// Other ledgers leave out the versions of a revoked box and take these instead. Doing it again, with the same
    /// moment or another one, starts from what the box wrote. This box must be an organiser's.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - moment: Its versions from this moment on, by its logical clock, are taken back; `nil` for none.
    ///   - instant: The current time by this machine's wall clock.
    /// - Throws: ``LedgerError``.
    /// - Complexity: One write transaction for each piece, between which others write.
    public func recall(of box: BoxID, since moment: Timestamp?, on instant: Timestamp) async throws {
        try await stampLists(on: instant)
        let (id, since) = (box.blob, moment?.milliseconds ?? 0)
        try await write { db in
            let sql = "INSERT OR REPLACE INTO recalled_box (box, since_ms, done) VALUES (?, ?, 0)"
            try db.execute(sql: sql, arguments: [id, since])
        }
        var subjects = try await read { db in try VersionRecall(of: box, since: moment, in: db).subjects()[...] }
        var count = MergePiece.first
        while !subjects.isEmpty {
            let (start, piece) = (ContinuousClock.now, subjects.prefix(count))
            subjects = subjects.dropFirst(count)
            try await write { db in
                try VersionRecall(of: box, since: moment, in: db).apply(to: piece, on: instant)
            }
            count = MergePiece.length(after: count, taking: ContinuousClock.now - start)
            try await letOthersWrite(since: start)
        }
        try await write { db in
            // Another process may have begun with another moment.
            let sql =
                moment == nil
                ? "DELETE FROM recalled_box WHERE box = ? AND since_ms = ?"
                : "UPDATE recalled_box SET done = 1 WHERE box = ? AND since_ms = ?"
            try db.execute(sql: sql, arguments: [id, since])
        }
    }

    /// Does ``recall(of:since:on:)`` for each box of which this ledger has not done it: an organiser's machine that
    /// goes on from a backup has forgotten it, was interrupted, or hears of a revocation from another one. A sync ends
    /// with it: by then all that another organiser's machine wrote instead has arrived.
    ///
    /// - Parameter instant: The current time by this machine's wall clock.
    /// - Throws: ``LedgerError``.
    public func recallRevoked(on instant: Timestamp) async throws {
        let boxes = try await read { db in try VersionRecall.overdue(in: db) }
        for (box, moment) in boxes { try await recall(of: box, since: moment, on: instant) }
    }
}

/// Decides for each event and ticket that a box has written which version stays.
struct VersionRecall {
    /// What becomes of an event or a ticket.
    enum Outcome {
        /// The version is the box's own, from before.
        case kept(SharedRecord)
        /// The version was replaced by one that is taken back.
        case restored(SharedRecord)
        /// There is no version that counts; this is the one that is taken back.
        case removed(SharedRecord)
    }

    private let db: Database
    private let box: BoxID
    private let moment: Timestamp?
    private let own: BoxID
    private let former: FormerVersions

    init(of box: BoxID, since moment: Timestamp?, in db: Database) throws {
        (self.db, self.box, self.moment) = (db, box, moment)
        own = try Box.owner(in: db).id
        former = try FormerVersions(db)
    }

    /// Returns whether the versions of a revoked box were taken back in this ledger.
    static func isRecalled(_ box: BoxID, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM recalled_box WHERE box = ?")
        return try Int.fetchOne(statement, arguments: [box.blob]) != nil
    }

    /// Returns the boxes whose versions are still to be taken back in this ledger, each with the moment; `nil` for one
    /// that is no longer revoked. There are none on a machine that does not organise.
    static func overdue(in db: Database) throws -> [(box: BoxID, since: Timestamp?)] {
        guard try Root.pinned(in: db) != nil, let own = try Box.own(in: db) else { return [] }
        let authority = try Authority(of: own.id, in: db)
        guard authority.role == .organiser, authority.revocation == nil else { return [] }
        let done = try db.cachedStatement(sql: "SELECT 1 FROM recalled_box WHERE box = ? AND since_ms = ? AND done")
        let revoked = try Row.fetchAll(db.cachedStatement(sql: "SELECT * FROM member WHERE revoked")).compactMap {
            row -> (BoxID, Timestamp?)? in
            let membership = try SignedMembership(row).membership
            guard let since = membership.terms.revoked?.since,
                try Int.fetchOne(done, arguments: [membership.box.blob, since]) == nil
            else { return nil }
            return (membership.box, Timestamp(milliseconds: since))
        }
        let lifted = "SELECT box FROM recalled_box WHERE box NOT IN (SELECT box FROM member WHERE revoked)"
        return try revoked + Row.fetchAll(db.cachedStatement(sql: lifted)).map { (try $0.identifier("box"), nil) }
    }

    /// Takes tickets off the list that this ledger did not have.
    static func remove(_ tickets: [SharedTicket], in db: Database) throws {
        guard !tickets.isEmpty else { return }
        let (own, former) = (try Box.owner(in: db).id, try FormerVersions(db))
        let subjects = tickets.compactMap { VersionSubject(of: .ticket($0)) }
        var merger = TicketMerger(db)
        for (ticket, subject) in zip(tickets, subjects) {
            let earlier = try former.all(of: subject).filter { $0.author == own }
            let removal = ticket.removal(stamp(at: firstTime, after: earlier, by: own))
            try merger.add(removal, .mine(removal))
        }
        let removed = try merger.save(via: nil) { try Authority(of: $0, in: db) }
        try StatusReducer.recompute(Set(merger.unsettled() + removed.map(\.id)), in: db)
        for (ticket, subject) in zip(tickets, subjects) { try former.stand(for: ticket.stamp.box, of: subject) }
    }

    /// Returns the events and tickets whose version is the box's, or was written in place of the box's, here or by an
    /// organiser's machine that knew no other version of the ticket.
    func subjects() throws -> [VersionSubject] {
        try ["event", "ticket"].flatMap { kind in
            let whole = kind == "ticket" ? "AND NOT purged" : ""
            let isTakenBack = kind == "ticket" ? "removed" : "closed_ms NOT NULL"
            let sql = """
                SELECT id FROM \(kind) WHERE stamper = ?1 \(whole)
                UNION SELECT id FROM \(kind) JOIN former_version AS former
                    ON former.kind = '\(kind)' AND former.subject = \(kind).id
                    WHERE former.stamper = ?1 AND \(kind).stamper <> ?1 \(whole)
                        AND (former.stand_in = \(kind).rev
                            OR \(isTakenBack) AND \(kind).hlc < \(HybridTimestamp.earliest))
                ORDER BY id
                """
            return try Data.fetchAll(db, sql: sql, arguments: [box.blob]).map { VersionSubject(kind, $0) }
        }
    }

    /// Returns what becomes of an event or a ticket; `nil` if it is so already.
    func outcome(for subject: VersionSubject) throws -> Outcome? {
        guard let current = try current(subject) else { return nil }
        let isOfBox = current.author == box
        let versions = try former.all(of: subject) + (isOfBox ? [current] : [])
        guard let latest = try latest(of: versions.filter { $0.author == box }) else { return nil }
        // What the box wrote last was valid, whatever its role is by now.
        let isKept = try counts(latest)
        guard let best = isKept ? latest : try self.latest(of: versions.filter(counts)) else {
            return current.isRemoval && !isOfBox ? nil : .removed(latest)
        }
        if !isOfBox, best.isSame(as: current) { return nil }
        return isKept ? .kept(best) : .restored(best)
    }

    /// Writes for each event and ticket the version that stays.
    func apply(to subjects: some Sequence<VersionSubject>, on instant: Timestamp) throws {
        var tickets = TicketMerger(db)
        var changed: [VersionSubject] = []
        for subject in subjects {
            guard let current = try current(subject), let outcome = try outcome(for: subject) else { continue }
            if current.author == box { try former.keep(current) }
            let earlier = (try former.all(of: subject) + [current]).filter { $0.author == own }
            let stamp = Self.stamp(at: try time(of: outcome, on: instant), after: earlier, by: own)
            switch outcome.version(stamp, closedOn: instant) {
            case .event(let event): try event.save(signature: nil, in: db)
            case .ticket(let ticket): try tickets.add(ticket, .mine(ticket))
            default: continue
            }
            changed.append(subject)
        }
        let news = try tickets.save(via: nil) { try Authority(of: $0, in: db) }
        try StatusReducer.recompute(Set(tickets.unsettled() + news.map(\.id)), in: db)
        for subject in changed { try former.stand(for: box, of: subject) }
    }

    /// The time of what takes something off the list.
    private static let firstTime: Int64 = 1

    /// Returns the time that a version gets: that of the one which it brings back, but for one of the far future. No
    /// later version of this box would be later still.
    private func time(of outcome: Outcome, on instant: Timestamp) throws -> Int64 {
        guard let time = outcome.time else { return Self.firstTime }
        return LogicalClock.ahead(time, of: instant) == nil ? time : try LogicalClock.next(on: instant, in: db)
    }

    /// Returns the stamp of a version that this box writes in place of a revoked one's.
    ///
    /// It has the time of what it brings back, and the least for what leaves the list, because this ledger may not have
    /// all versions: whatever another box in good standing wrote wins over it, and whatever is later than what it
    /// brings back. Only versions of its own must be earlier: the hub keeps the latest of each box.
    private static func stamp(at time: Int64, after earlier: [SharedRecord], by own: BoxID) -> HybridTimestamp {
        let last = earlier.compactMap { $0.stamp?.hlc }.max() ?? 0
        return HybridTimestamp(hlc: max(time, last + 1), box: own)
    }

    private func current(_ subject: VersionSubject) throws -> SharedRecord? {
        let sql = "SELECT * FROM \(subject.kind) WHERE id = ? AND stamper NOT NULL"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [subject.id]).map { row in
            subject.kind == "ticket" ? .ticket(try SharedTicket(row)) : .event(try SharedEvent(row, in: db))
        }
    }

    /// Returns whether a version is from before, or of another box that may write it.
    private func counts(_ record: SharedRecord) throws -> Bool {
        guard record.author == box else { return try rank(of: record) > 0 }
        guard let moment else { return true }
        return (record.stamp?.hlc ?? 0) >> 16 < moment.milliseconds
    }

    private func latest(of versions: [SharedRecord]) throws -> SharedRecord? {
        try versions.reduce(nil as SharedVersion?) { best, record in
            let version = SharedVersion(record, signature: nil, rank: try rank(of: record))
            return try best.map { try version.wins(over: $0) } ?? true ? version : best
        }?.record
    }

    /// How versions of other boxes compare with each other, and with those that the box wrote when it was allowed to.
    private func rank(of record: SharedRecord) throws -> Int {
        guard let author = record.author, let event = record.event else { return 0 }
        let authority = try Authority(of: author, in: db)
        guard author == box else { return authority.rank(of: record, in: event) }
        return max(1, authority.revoked(nil).rank(of: record, in: event))
    }
}

extension VersionRecall.Outcome {
    /// The time of the version that is brought back; `nil` if there is none.
    fileprivate var time: Int64? {
        switch self {
        case .kept(let record), .restored(let record): record.stamp?.hlc
        case .removed: nil
        }
    }

    /// Returns the version that this box writes.
    fileprivate func version(_ stamp: HybridTimestamp, closedOn instant: Timestamp) -> SharedRecord {
        switch self {
        case .kept(.ticket(let ticket)), .restored(.ticket(let ticket)): .ticket(ticket.stamped(stamp))
        case .removed(.ticket(let ticket)): .ticket(ticket.removal(stamp))
        case .kept(.event(let event)), .restored(.event(let event)): .event(event.stamped(stamp))
        case .removed(.event(let event)): .event(event.closing(on: instant, stamp))
        case .kept(let other), .restored(let other), .removed(let other): other
        }
    }
}

extension SharedRecord {
    /// Whether the version takes a ticket off the list, or closes an event.
    fileprivate var isRemoval: Bool {
        switch self {
        case .ticket(let ticket): ticket.removed == true
        case .event(let event): event.closed != nil
        default: false
        }
    }

    /// Returns whether two versions differ in nothing but when and by whom they were made.
    fileprivate func isSame(as other: SharedRecord) -> Bool {
        switch (self, other) {
        case (.ticket(let one), .ticket(let two)): one.stamped(two.stamp) == two
        case (.event(let one), .event(let two)): one.stamped(two.stamp) == two
        default: false
        }
    }
}

extension SharedTicket {
    /// Returns the same as another version.
    func stamped(_ stamp: HybridTimestamp) -> SharedTicket {
        var copy = self
        copy.stamp = stamp
        return copy
    }

    /// Returns the version that takes the ticket off the list, with nothing in it that its author may have made
    /// up. What it replaced is valid again.
    func removal(_ stamp: HybridTimestamp) -> SharedTicket {
        var copy = stamped(stamp)
        (copy.holder, copy.reference, copy.note, copy.barcode, copy.replaces) = (nil, nil, nil, nil, nil)
        (copy.tier, copy.opens, copy.closes) = (nil, nil, nil)
        copy.first = TicketStatus.valid.rawValue
        copy.removed = true
        return copy
    }
}

extension SharedEvent {
    /// Returns the same as another version.
    func stamped(_ stamp: HybridTimestamp) -> SharedEvent {
        var copy = self
        copy.stamp = stamp
        return copy
    }

    /// Returns a version that admits nobody.
    func closing(on instant: Timestamp, _ stamp: HybridTimestamp) -> SharedEvent {
        var copy = stamped(stamp)
        copy.closed = copy.closed ?? instant.milliseconds
        return copy
    }
}
