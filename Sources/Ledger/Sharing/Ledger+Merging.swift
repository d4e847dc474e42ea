// Merges records from another ledger.

import FoundationEssentials
import GRDB
public import TicketSigning

extension Ledger {
    /// Merges a page and advances the position in the sender's lists.
    ///
    /// A long page is merged in pieces, between which guests are let in; the position moves with the last one.
    /// Merging the same page again, or an older one, changes nothing.
    ///
    /// - Parameters:
    ///   - page: A page that the sender made for this ledger.
    ///   - peer: The sender.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: What was new, and what was wrong with the records.
    /// - Throws: ``LedgerError``; the page can be merged again then, and what was merged of it stays.
    /// - Complexity: One write transaction, one fsync, for each piece.
    public func merge(_ page: SharedPage, from peer: BoxID, on instant: Timestamp) async throws -> MergeResult {
        let result = try await merge(checked(page), from: peer, on: instant)
        // By now all that another organiser's machine wrote instead has arrived.
        if page.isLast { try await recallRevoked(on: instant) }
        return result
    }

    /// Merges a page from a file, together with its sender's version vector.
    ///
    /// The records of a file that is older than one merged before are merged too: each says itself what it is worth.
    /// What the file says that its sender has is not believed, and moves no position.
    ///
    /// - Parameters:
    ///   - page: A page that was made for this ledger, or for any.
    ///   - sender: The sender's version vector.
    ///   - made: When the file was made, by the sender's logical clock.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: What was new, and what was wrong with the records.
    /// - Throws: ``LedgerError``; the file can be merged again then, and what was merged of it stays.
    public func merge(
        _ page: SharedPage,
        from sender: VersionVector,
        made: Int64,
        on instant: Timestamp
    ) async throws -> MergeResult {
        let checked = try await checked(page)
        let isOlder = try await read { db in try Self.hasLaterFile(from: sender.ledger, than: made, in: db) }
        if isOlder {
            try await forget(sender.ledger, unlessIn: page.end.epoch)
        } else {
            try await record(sender, on: instant)
        }
        var result = try await merge(checked, from: sender.ledger, on: instant, isOlder: isOlder)
        result.isOlderFile = isOlder
        try await recallRevoked(on: instant)
        try await write { db in
            let update = "UPDATE peer SET file_hlc = max(coalesce(file_hlc, 0), ?) WHERE id = ?"
            try db.execute(sql: update, arguments: [made, sender.ledger.blob])
        }
        return result
    }

    private static func hasLaterFile(from peer: BoxID, than made: Int64, in db: Database) throws -> Bool {
        let sql = "SELECT file_hlc FROM peer WHERE id = ?"
        return try Int64.fetchOne(db, sql: sql, arguments: [peer.blob]) ?? 0 > made
    }

    /// Forgets what another ledger has, unless it is known to have made a list of this epoch: it may have been restored
    /// from before all that it said.
    private func forget(_ peer: BoxID, unlessIn epoch: EpochID) async throws {
        try await write { db in
            guard try ListCursor.pulled(from: peer, in: db)?.epoch != epoch else { return }
            try db.execute(sql: "DELETE FROM peer_holding WHERE peer = ?", arguments: [peer.blob])
            let sql = "UPDATE peer SET told_epoch = NULL, told_lists = 0, told_tickets = 0 WHERE id = ?"
            try db.execute(sql: sql, arguments: [peer.blob])
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
    fileprivate struct CheckedPage: Sendable {
        let page: SharedPage
        /// The indices of the lines and versions that their boxes wrote, and of memberships, keys and grants that the
        /// root which they name signed.
        let authentic: Set<Int>
    }

    /// Verifies the signatures of a page, outside of the ledger's queue: guests do not wait for it.
    private func checked(_ page: SharedPage) async throws -> CheckedPage {
        guard page.signed.contains(where: { $0.signature != nil }) else {
            return CheckedPage(page: page, authentic: [])
        }
        var keys = try await read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT id, key FROM box")
            return try Dictionary(
                rows.map { (try $0.identifier("id") as BoxID, Array($0["key"] as Data)) }, uniquingKeysWith: { $1 })
        }
        for case .box(let box) in page.signed.lazy.map(\.record) where box.isSound { keys[box.id] = box.key.bytes }
        for case .membership(let one) in page.signed.lazy.map(\.record) where one.isSound {
            keys[one.box] = one.key.bytes
        }
        return CheckedPage(page: page, authentic: await page.authentic(keys: keys))
    }

    /// Merges a page in pieces; once it is complete, advances the read position.
    private func merge(
        _ checked: CheckedPage,
        from peer: BoxID,
        on instant: Timestamp,
        isOlder: Bool = false
    ) async throws -> MergeResult {
        var result = MergeResult()
        var rest = checked.page.mergeOrder[...]
        var length = MergePiece.first
        let held = try await read { db in try ListCursor.pulled(from: peer, in: db) }
        repeat {
            let start = ContinuousClock.now
            let piece = MergePiece(checked, rest.prefix(length), isLast: rest.count <= length)
            rest = rest.dropFirst(length)
            result.add(
                try await writeStamped(on: instant) { db in
                    let result = try piece.merge(on: instant, in: db)
                    // A page that makes the ledger read everything again moves no position: it may begin in the middle.
                    let readsAgain = try held != nil && ListCursor.pulled(from: peer, in: db) == nil
                    if piece.isLast, !readsAgain, !isOlder {
                        try Self.advance(checked.page, from: peer, on: instant, in: db)
                    }
                    return result
                })
            length = MergePiece.length(after: length, taking: ContinuousClock.now - start)
            if !rest.isEmpty { try await letOthersWrite(since: start) }
        } while !rest.isEmpty
        try await listGrantedTickets()
        try await judgeLines()
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

/// Records of a page that one transaction merges.
struct MergePiece: Sendable {
    /// How many records the first piece has: these take a hundredth of a second on a slow machine.
    static let first = 100

    private let page: Ledger.CheckedPage
    private let indices: ArraySlice<Int>
    /// Whether nothing of the page is left after it.
    let isLast: Bool

    fileprivate init(_ page: Ledger.CheckedPage, _ indices: ArraySlice<Int>, isLast: Bool) {
        (self.page, self.indices, self.isLast) = (page, indices, isLast)
    }

    /// Returns how many records the next piece has, so that a guest who comes meanwhile waits 25 ms: at most twice as
    /// many, because what records cost differs.
    static func length(after length: Int, taking time: Duration) -> Int {
        let fitting = Double(length) * (.milliseconds(25) / max(time, .microseconds(1)))
        return Int(min(fitting, Double(2 * length), Double(SharedPage.limit)).rounded(.up))
    }

    /// Merges the records; all local rows already have their timestamps.
    func merge(on instant: Timestamp, in db: Database) throws -> MergeResult {
        let fresh = PageMerger(page, on: instant, in: db)
        var merger = fresh
        do {
            try db.inSavepoint {
                for index in indices { try merger.merge(recordAt: index) }
                try merger.finish()
                return .commit
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            // One record violates the rules of a ledger; the others must still be merged.
            merger = fresh
            for index in indices { try merger.mergeIfValid(recordAt: index) }
            try merger.finish()
        }
        var result = merger.result
        for (kind, count) in isLast ? page.page.unreadable : [:] {
            result.faults.add(.unfit, of: kind.rawValue, count: count)
        }
        try result.faults.save(on: instant, in: db)
        return result
    }
}

/// Merges records one after another.
private struct PageMerger {
    private let db: Database
    private let checked: Ledger.CheckedPage
    private let instant: Timestamp
    private var known = Known()
    private var logs: LogMerger
    private var changed: [TicketID] = []
    private var tickets: TicketMerger
    private var latest: Int64 = 0
    /// Boxes that have new lines.
    private var writers: Set<BoxID> = []
    /// Tickets that only boxes have written whose versions were taken back here.
    private var recalled: [SharedTicket] = []
    /// The root that the ledger belongs to, once it was needed.
    private var root: Root?
    private(set) var result = MergeResult()

    /// What was looked up once for many records.
    private struct Known {
        /// Boxes that exist.
        var boxes: Set<BoxID> = []
        /// Events that exist.
        var events: Set<EventID> = []
    }

    init(_ page: Ledger.CheckedPage, on instant: Timestamp, in db: Database) {
        self.db = db
        checked = page
        tickets = TicketMerger(db)
        logs = LogMerger(db)
        self.instant = instant
    }

    mutating func merge(recordAt index: Int) throws {
        let record = checked.page.signed[index].record
        guard record.isSound else { return leaveOut(record) }
        // Tickets are counted once it is known which versions win.
        if case .ticket(let ticket) = record { return try merge(ticket, at: index) }
        let isNew =
            switch record {
            case .box(let box): try merge(box)
            case .membership(let membership): try merge(membership, at: index)
            case .event(let event): try merge(event, at: index)
            case .key(let key): try merge(key, at: index)
            case .grant(let grant): try merge(grant, at: index)
            case .message(let message): try merge(message, at: index)
            case .change(let change): try merge(change, at: index)
            case .ticket: false
            case .scan(let scan): try merge(scan, at: index)
            }
        if isNew { result.new[record.kind, default: 0] += 1 }
    }

    /// Merges a single record, or leaves it out if it violates the rules of a ledger.
    mutating func mergeIfValid(recordAt index: Int) throws {
        // The result so far is moved, not copied: a page may be a long file.
        var before = MergeResult()
        swap(&before, &result)
        let settling = changed.count
        do {
            try db.inSavepoint {
                try merge(recordAt: index)
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
            leaveOut(checked.page.signed[index].record)
        }
        swap(&before, &result)
        result.add(before)
    }

    private mutating func leaveOut(_ record: SharedRecord) {
        result.faults.add(.unfit, of: record.kind.rawValue)
    }

    /// Leaves a record out until its box or event arrives: then everything is read again.
    ///
    /// - Returns: `false`: the record is not new.
    private mutating func leaveOut(_ record: SharedRecord, awaiting id: Identifier<some Any>) throws -> Bool {
        leaveOut(record)
        try Awaited.begin(for: id, in: db)
        return false
    }

    /// Updates the words and the status of the merged tickets, and follows the clocks of others.
    mutating func finish() throws {
        try saveTickets()
        // Others' versions of the same tickets may have arrived on the same page.
        try VersionRecall.remove(recalled.filter { try !isListed($0.id) }, in: db)
        // Each ticket once, however many changes it has.
        try StatusReducer.recompute(Set(changed), in: db)
        for box in try BoxID.revoked(among: writers, in: db) { try LineCounting.schedule(box, in: db) }
        for (box, lead) in result.ahead {
            let sql = "UPDATE box SET ahead_ms = max(ahead_ms, ?) WHERE id = ?"
            try db.execute(sql: sql, arguments: [lead, box.blob])
        }
        guard latest > 0 else { return }
        try db.cachedStatement(sql: "UPDATE sync_state SET hlc = max(hlc, ?)").execute(arguments: [latest])
    }

    // MARK: - Lists

    private mutating func merge(_ membership: Membership, at index: Int) throws -> Bool {
        // Until a root is pinned there is nobody whose memberships count; they are sent again afterwards.
        guard let pinned = try root ?? Root.pinned(in: db) else { return false }
        root = pinned
        guard checked.authentic.contains(index), let signature = checked.page.signed[index].signature else {
            result.faults.add(.forgedMembership, of: membership.box)
            return false
        }
        logs.forgetAuthorities()
        let signed = SignedMembership(membership, signature: signature)
        return try signed.merge(under: pinned, on: instant, reporting: &result.faults, in: db)
    }

    private mutating func merge(_ box: SharedBox) throws -> Bool {
        guard try box.merge(in: db) else { return false }
        root = try root ?? Root.pinned(in: db)
        // Under a root, versions are waiting for the box's membership.
        if root == nil { try Awaited.end(for: box.id, in: db) }
        return true
    }

    private mutating func merge(_ event: SharedEvent, at index: Int) throws -> Bool {
        guard let version = try version(at: index, in: event.id) else { return false }
        follow(event.stamp.hlc, of: event.stamp.box)
        let held = try SharedVersion.event(event.id, in: db) { try logs.authority(of: $0) }
        let isNews = try held.map { try version.wins(over: $0) } ?? true
        if let held, isNews, held.record != version.record { try FormerVersions(losingIn: db)?.keep(held.record) }
        guard isNews else { return false }
        try event.save(signature: version.signature, in: db)
        if held == nil { try Awaited.end(for: event.id, in: db) }
        return true
    }

    private mutating func merge(_ ticket: SharedTicket, at index: Int) throws {
        guard try isKnown(ticket.event) else {
            _ = try leaveOut(.ticket(ticket), awaiting: ticket.event)
            return
        }
        guard let version = try version(at: index, in: ticket.event) else { return }
        try tickets.add(ticket, version)
    }

    private mutating func merge(_ message: SharedMessage, at index: Int) throws -> Bool {
        guard try isKnown(message.event) else { return try leaveOut(.message(message), awaiting: message.event) }
        guard let version = try version(at: index, in: message.event) else { return false }
        return try message.merge(signature: version.signature, in: db)
    }

    private mutating func merge(_ key: SharedKey, at index: Int) throws -> Bool {
        guard try isKnown(key.event) else { return try leaveOut(.key(key), awaiting: key.event) }
        root = try root ?? Root.pinned(in: db)
        // Of suite 1, a key is of no use without its file. A public key would be, so that it needs root's signature.
        guard root != nil || key.suite != 1 else { return try key.merge(signature: nil, in: db).isNew }
        guard let root, key.root == root, checked.authentic.contains(index) else {
            result.faults.add(.forgedKey, of: key.id)
            return false
        }
        let merged = try key.merge(signature: checked.page.signed[index].signature, in: db)
        if let loser = merged.loser { result.faults.add(.rivalKey, of: loser.description) }
        return merged.isNew
    }

    private mutating func merge(_ grant: SharedGrant, at index: Int) throws -> Bool {
        guard let facts = grant.facts else { return false }
        guard try isKnown(facts.event) else { return try leaveOut(.grant(grant), awaiting: facts.event) }
        // Until a root is pinned nobody may grant anything; the grants are sent again afterwards.
        guard let pinned = try root ?? Root.pinned(in: db) else { return false }
        root = pinned
        guard grant.root == pinned, checked.authentic.contains(index),
            let signature = checked.page.signed[index].signature
        else {
            result.faults.add(.forgedGrant, of: grant.id)
            return false
        }
        return try grant.merge(facts, signature: signature, in: db)
    }

    /// Returns a version or a message with what its author may do; `nil` if it is left out: its author may not write
    /// it, or did not. In a ledger that belongs to no organiser yet, every version of a known box is taken.
    private mutating func version(at index: Int, in event: EventID) throws -> SharedVersion? {
        let (record, signature) = (checked.page.signed[index].record, checked.page.signed[index].signature)
        guard let author = record.author else { return nil }
        let isAuthentic = checked.authentic.contains(index)
        let authority = try logs.authority(of: author)
        let rank = authority.rank(of: record, in: event)
        root = try root ?? Root.pinned(in: db)
        guard root != nil else {
            // Without its author's key nobody can tell whether a signature is worth keeping.
            guard try isKnown(author) else {
                _ = try leaveOut(record, awaiting: author)
                return nil
            }
            return SharedVersion(record, signature: isAuthentic ? signature : nil, rank: rank)
        }
        guard rank > 0 else {
            if authority.role == nil {
                result.faults.add(.notMember, of: author)
            } else if authority.revocation != nil {
                result.faults.add(.revoked, of: author)
                // What a gate writes is on no list: taken back, and the revocation with it, it would be on all.
                let counted = authority.revoked(nil).rank(of: record.kind, in: event) > 0
                if isAuthentic, counted { try recall(record) }
            } else {
                result.faults.add(authority.takesPart(in: event) ? .notPermitted : .otherEvent, of: author)
            }
            try Awaited.begin(for: author, in: db)
            return nil
        }
        guard isAuthentic else {
            result.faults.add(.badSignature, of: author)
            return nil
        }
        return SharedVersion(record, signature: signature, rank: rank)
    }

    /// Takes a version back that arrives after its box was revoked here: whoever has it learns that it does not count.
    private mutating func recall(_ record: SharedRecord) throws {
        guard case .ticket(let ticket) = record, try VersionRecall.isRecalled(ticket.stamp.box, in: db),
            try isKnown(ticket.event)
        else { return }
        try FormerVersions(db).keep(record)
        recalled.append(ticket)
    }

    private func isListed(_ ticket: TicketID) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM ticket WHERE id = ?")
        return try Int.fetchOne(statement, arguments: [ticket.blob]) != nil
    }

    private mutating func saveTickets() throws {
        let news = try tickets.save(via: checked.page.end.epoch) { try logs.authority(of: $0) }
        for ticket in news { follow(ticket.stamp.hlc, of: ticket.stamp.box) }
        if !news.isEmpty { result.new[.ticket, default: 0] += news.count }
        changed += try tickets.unsettled()
        tickets = TicketMerger(db)
    }

    // MARK: - Changes and scans

    private mutating func merge(_ change: SharedChange, at index: Int) throws -> Bool {
        guard try isKnown(change.box), try merge(line: change, at: index) else { return false }
        changed.append(change.ticket)
        return true
    }

    private mutating func merge(_ scan: SharedScan, at index: Int) throws -> Bool {
        try isKnown(scan.box) && isKnown(scan.event) && merge(line: scan, at: index)
    }

    private mutating func merge<Line: LogLine>(line: Line, at index: Int) throws -> Bool {
        guard checked.authentic.contains(index) else {
            result.faults.add(.badSignature, of: line.box)
            return false
        }
        switch try logs.merge(line, signature: checked.page.signed[index].signature) {
        case .merged:
            try note(line)
            return true
        case .branched:
            try note(line)
            result.hasNewBranch = true
            return true
        case .skipped: break
        case .detached: result.faults.add(.brokenChain, of: line.box)
        case .unfit: leaveOut(checked.page.signed[index].record)
        }
        return false
    }

    /// Notes a new line for what is done once for a page.
    private mutating func note(_ line: some LogLine) throws {
        follow(line.hlc, of: line.box)
        writers.insert(line.box)
        let authority = try logs.authority(of: line.box)
        if authority.revocation != nil { return result.faults.add(.revoked, of: line.box) }
        guard try line.oversteps(authority, in: db) else { return }
        guard authority.role != nil else { return result.faults.add(.notMember, of: line.box) }
        let isOfOwn = authority.takesPart(in: nil) ? true : try line.event(in: db).map(authority.takesPart)
        result.faults.add(isOfOwn == false ? .otherEvent : .notPermitted, of: line.box)
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

extension SharedPage {
    /// The indices of all records: first boxes and memberships, because they decide on the others, then events, because
    /// others refer to them. A sender sorts by revision, so a key comes before its event if that was changed since.
    fileprivate var mergeOrder: [Int] {
        var (members, events, rest): ([Int], [Int], [Int]) = ([], [], [])
        for index in signed.indices {
            switch signed[index].record {
            case .box, .membership: members.append(index)
            case .event: events.append(index)
            default: rest.append(index)
            }
        }
        return members + events + rest
    }

    /// How many signatures are verified at a time: two thousandths of a second.
    private static let signatureCount = 64

    /// Returns the indices of the lines and versions that their boxes signed, and of memberships, keys and grants that
    /// the root which they name signed. Each needs a valid signature of its own, since it may be passed on without the
    /// others.
    ///
    /// Uses all cores, with no more at a time than these can do, so that a guest who comes waits for a few signatures
    /// and not for those of a long file.
    ///
    /// - Parameter keys: The keys of boxes.
    /// - Returns: Indices of ``signed``.
    fileprivate func authentic(keys: [BoxID: [UInt8]]) async -> Set<Int> {
        await withTaskGroup { group in
            var indices: Set<Int> = []
            let cores = ProcessInfo.processInfo.activeProcessorCount
            let starts = stride(from: 0, to: signed.count, by: Self.signatureCount)
            for (number, start) in starts.enumerated() {
                if number >= cores { indices.formUnion(await group.next() ?? []) }
                let range = start..<min(start + Self.signatureCount, signed.count)
                group.addTask(priority: .utility) { authentic(in: range, keys: keys) }
            }
            return await group.reduce(into: indices) { $0.formUnion($1) }
        }
    }

    private func authentic(in range: Range<Int>, keys: [BoxID: [UInt8]]) -> [Int] {
        var verifier = LineVerifier()
        return range.filter { index in
            let one = signed[index]
            if case .membership(let membership) = one.record { return membership.isSigned(one.signature) }
            if case .key(let key) = one.record { return key.isSigned(one.signature) }
            if case .grant(let grant) = one.record { return grant.isSigned(one.signature) }
            if let place = one.record.place {
                return keys[place.box].map { verifier.verifies(one.signature, of: place.chain, by: $0) } ?? false
            }
            guard let key = one.record.author.flatMap({ keys[$0] }) else { return false }
            return VersionSignature.verifies(one.signature, of: one.record, by: key)
        }
    }
}
