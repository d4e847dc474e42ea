// Collects records that another ledger lacks.

import FoundationEssentials
import GRDB
import TicketSigning

extension Ledger {
    /// Returns the next page of records that a ledger lacks according to its version vector.
    ///
    /// - Parameters:
    ///   - versionVector: The vector from the other ledger itself, never derived from what was sent to it before.
    ///   - instant: The current time by this machine's wall clock.
    ///   - signer: This box's key; without it, the page does for reading, and others leave this box's lines out.
    ///   - limit: The maximum number of records.
    ///   - isOneWay: Whether the page goes into a file, which gets no answer: then lines that the other ledger may have
    ///     are sent as well.
    /// - Returns: The page; empty if the other ledger has everything.
    /// - Throws: ``LedgerError/refused(_:)`` if the key is not this box's; other ``LedgerError``.
    /// - Complexity: Indexed look-ups; grows with the page, not with the ledger.
    public func page(
        after versionVector: VersionVector,
        on instant: Timestamp,
        signedBy signer: (any RecordSigner)? = nil,
        limit: Int = SharedPage.limit,
        isOneWay: Bool = false
    ) async throws -> SharedPage {
        try await writeStamped(on: instant) { db in
            try Self.renewEpoch(ifBehind: versionVector.pulled, in: db)
            var writer = try PageBuilder(
                to: versionVector, signedBy: signer, limit: limit, isOneWay: isOneWay, in: db)
            try writer.addLists()
            try writer.addChanges()
            try writer.addTickets()
            try writer.addScans()
            return writer.page
        }
    }

    /// Starts a new epoch of revisions if a peer has read past this ledger's end: it read rows that a restore
    /// removed.
    private static func renewEpoch(ifBehind cursor: ListCursor?, in db: Database) throws {
        let end = try ListCursor.end(in: db)
        guard let cursor, cursor.epoch == end.epoch, cursor.lists > end.lists || cursor.tickets > end.tickets else {
            return
        }
        try db.execute(sql: "UPDATE sync_state SET epoch = ?", arguments: [EpochID.random().blob])
    }
}

/// Fills a page, kind by kind.
private struct PageBuilder {
    private let db: Database
    private let versionVector: VersionVector
    private let limit: Int
    private let isOneWay: Bool
    private let signer: (any RecordSigner)?
    private let own: BoxID
    private let start: ListCursor?
    private var end: ListCursor
    private var records: [SignedRecord] = []
    /// Whether there are lines of other boxes for which there was no room.
    private var hasMore = false

    init(
        to versionVector: VersionVector,
        signedBy signer: (any RecordSigner)?,
        limit: Int,
        isOneWay: Bool,
        in db: Database
    ) throws {
        let box = try Box.owner(in: db)
        if let signer, signer.box != box.id {
            throw LedgerError.refused(
                "This process does not have the key of this ledger's box '\(box.name)', so it shares nothing. If the "
                    + "box has a new identity, start this process again; otherwise put the box's `box.secret` back, or "
                    + "go on as a new box with `doorcheck sync id --new`.")
        }
        (own, self.signer) = (box.id, signer)
        self.isOneWay = isOneWay
        self.db = db
        self.versionVector = versionVector
        self.limit = limit
        let last = try ListCursor.end(in: db)
        start = try versionVector.pulled.flatMap { $0.epoch == last.epoch ? $0 : try $0.common(in: db) }
        end = ListCursor(epoch: last.epoch, lists: start?.lists ?? 0, tickets: start?.tickets ?? 0)
    }

    var page: SharedPage { SharedPage(start: start, end: end, signed: records, isLast: room > 0 && !hasMore) }

    private var room: Int { limit - records.count }

    mutating func addLists() throws {
        let statement = try db.cachedStatement(
            sql: """
                SELECT rev, id AS row, 'box' AS kind FROM box WHERE rev > ?1
                UNION ALL SELECT rev, box, 'membership' FROM membership WHERE rev > ?1
                UNION ALL SELECT rev, code, 'ended_code' FROM ended_code WHERE rev > ?1
                UNION ALL SELECT rev, id, 'event' FROM event WHERE rev > ?1
                UNION ALL SELECT rev, key_id, 'key' FROM signing_key WHERE rev > ?1
                UNION ALL SELECT rev, id, 'grant' FROM partner_grant WHERE rev > ?1
                UNION ALL SELECT rev, id, 'message' FROM message WHERE rev > ?1
                ORDER BY rev LIMIT ?2
                """
        )
        for row in try Row.fetchAll(statement, arguments: [end.lists, room]) {
            let id = row["row"] as DatabaseValue
            func only(_ table: String, _ column: String) throws -> Row {
                let statement = try db.cachedStatement(sql: "SELECT * FROM \(table) WHERE \(column) = ?")
                return try Row.fetchOne(statement, arguments: [id]) ?? row
            }
            switch row["kind"] as String {
            case "membership", "ended_code":
                let sql = "SELECT * FROM \(row["kind"] as String) WHERE rev = ?"
                let statement = try db.cachedStatement(sql: sql)
                let signed = try SignedMembership(
                    Row.fetchOne(statement, arguments: [row["rev"] as Int64]) ?? row)
                append(.membership(signed.membership), signature: signed.signature)
            case "box": append(.box(try SharedBox(only("box", "id"))))
            case "grant":
                let grant = try only("partner_grant", "id")
                append(.grant(SharedGrant(grant)), signature: grant.signature)
            case "message":
                let message = try only("message", "id")
                try append(.message(SharedMessage(message)), from: message)
            case "event":
                let event = try only("event", "id")
                try append(.event(SharedEvent(event, in: db)), from: event)
            default:
                let key = try only("signing_key", "key_id")
                append(.key(try SharedKey(key, of: Root.pinned(in: db))), signature: key.signature)
            }
            end.lists = row["rev"]
        }
    }

    private mutating func append(_ version: SharedRecord, signature: RecordBytes? = nil) {
        records.append(SignedRecord(version, signature: signature))
    }

    /// Adds a version with the signature of the box that wrote it; what this box wrote is signed now.
    private mutating func append(_ version: SharedRecord, from row: Row) throws {
        if let given = row["signature"] as Data? {
            append(version, signature: RecordBytes(Array(given)))
        } else {
            let own = version.author == own ? signer : nil
            append(version, signature: try own.map { try VersionSignature.sign(version, by: $0) })
        }
    }

    mutating func addChanges() throws {
        try addLines(of: .change) { SharedRecord.change(try SharedChange($0)) }
    }

    /// Adds tickets. A version from the other ledger's current epoch is not sent back to it, and one whose names were
    /// purged here is sent to no one: others have it in full.
    mutating func addTickets() throws {
        let wanted = room
        guard wanted > 0 else { return }
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM ticket WHERE rev > ? AND via IS NOT ? AND NOT purged ORDER BY rev LIMIT ?"
        )
        let rows = try Row.fetchAll(statement, arguments: [end.tickets, versionVector.end.epoch.blob, wanted])
        for row in rows {
            try append(.ticket(SharedTicket(row)), from: row)
            end.tickets = row["rev"]
        }
        // The other ledger needs none of the remaining rows, so the cursor skips to the end.
        if rows.count < wanted { end.tickets = max(end.tickets, try ListCursor.end(in: db).tickets) }
    }

    mutating func addScans() throws {
        try addLines(of: .scan) { SharedRecord.scan(try SharedScan($0)) }
    }

    /// Adds the lines of a log that the other ledger lacks, each after the one that it follows.
    private mutating func addLines(of log: LogKind, _ record: (Row) throws -> SharedRecord) throws {
        guard room > 0 else { return }
        let theirs = versionVector.markOfBox
        let own = own
        // Its own first: what others wrote may be refused for ever, and must not keep it waiting.
        let logs = try LogPoint.all(of: log, in: db).sorted {
            ($0.key == own ? 0 : 1, $0.key) < ($1.key == own ? 0 : 1, $1.key)
        }
        var roomForOthers = limit / 2
        for (box, points) in logs {
            let mark = theirs[box]
            guard mark?.refused != true else { continue }
            let coverage = try LogCoverage(
                log, of: box, theirs: mark?.points(of: log) ?? [], own: points,
                sendsInDoubt: isOneWay || box == own, in: db)
            for part in coverage.missing where room > 0 {
                guard box == own || roomForOthers > 0 else {
                    hasMore = true
                    continue
                }
                let statement = try db.cachedStatement(
                    sql: """
                        SELECT * FROM \(log.table) WHERE box = ? AND branch = ? AND seq > ? ORDER BY seq LIMIT ?
                        """
                )
                let arguments: StatementArguments = [
                    box.blob, part.branch, part.after, box == own ? room : min(room, roomForOthers),
                ]
                var rows = try Row.fetchAll(statement, arguments: arguments)
                if box != own, signer != nil {
                    // This ledger's earlier box may have left lines unsigned.
                    rows = Array(rows.prefix { $0.signature != nil })
                    roomForOthers -= rows.count
                }
                for (row, signature) in zip(rows, signatures(of: rows, by: box)) {
                    records.append(SignedRecord(try record(row), signature: signature))
                }
            }
        }
    }

    /// Returns the signatures that lines came with. What this box wrote is signed now: a box that only lets guests in
    /// need not sign.
    private func signatures(of rows: [Row], by box: BoxID) -> [RecordBytes?] {
        var signatures = rows.map(\.signature)
        guard box == own, let signer else { return signatures }
        let unsigned = signatures.indices.filter { signatures[$0] == nil }
        let chains = unsigned.map { RecordBytes(Array(rows[$0]["chain"] as Data)) }
        for (index, signature) in zip(unsigned, LineSignature.sign(chains, by: signer)) {
            signatures[index] = signature
        }
        return signatures
    }
}
