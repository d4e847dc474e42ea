// Verifies all of a ledger.

import FoundationEssentials
import GRDB
import TicketSigning

extension Ledger {
    /// Checks the file and the numbers and chains of all scans, and recomputes every view from the scans.
    ///
    /// - Returns: What the ledger contains, and what is wrong with it.
    /// - Throws: ``LedgerError/damaged(path:)`` for a file that cannot be read to its end; other ``LedgerError``.
    /// - Complexity: Reads everything once; memory grows with the number of admissions.
    /// - SeeAlso: sqlite.org/pragma.html#pragma_integrity_check
    public func verify() async throws -> Verification {
        try await read { db in
            var faults = try Self.structureFaults(in: db)
            var walk = LogVerifier()
            // Of each branch after the one that it follows.
            let scans = try Row.fetchCursor(db, sql: "SELECT * FROM scan ORDER BY box, branch, seq")
            while let row = try scans.next() { try walk.read(row, in: db) }
            faults += try Self.brokenChanges(in: db)
            faults += try Self.unsignedLines(in: db)
            faults += try Self.wrongMemberships(in: db)
            faults += try Self.unsignedVersions(in: db)
            faults += try walk.faults + walk.viewFaults(in: db)
            let tickets = try Int.fetchOne(db, sql: "SELECT count(*) FROM ticket") ?? 0
            let lost = "SELECT count(*) FROM ticket WHERE id NOT IN (SELECT ticket FROM finding)"
            if let count = try Int.fetchOne(db, sql: lost), count > 0 {
                faults.append(.missingFromIndex(tickets: count))
            }
            if try !SharedGrant.hasTheirTickets(in: db) { faults.append(.view(name: "granted_ticket")) }
            let unsettled = try Self.unsettledTickets(in: db)
            if unsettled > 0 { faults.append(.status(tickets: unsettled)) }
            return Verification(
                boxLogs: try walk.boxLogs(in: db), tickets: tickets, faults: faults,
                branchedLogs: try BranchedLog.all(in: db))
        }
    }

    /// Follows the chains of all changes.
    private static func brokenChanges(in db: Database) throws -> [Verification.Fault] {
        var ends: [LogBranch: LogChain] = [:]
        var faults: [Verification.Fault] = []
        let changes = try Row.fetchCursor(db, sql: "SELECT * FROM ticket_change ORDER BY box, branch, seq")
        while let row = try changes.next() {
            let change = try SharedChange(row)
            let branch = LogBranch(box: change.box, number: row["branch"])
            let before = try ends[branch] ?? LogBranch.chain(before: branch, of: .change, in: db).chain
            if before.appending(change.canonicalBytes).head != change.chain.bytes {
                faults.append(.change(box: change.box.description, seq: change.seq))
            }
            ends[branch] = LogChain(head: change.chain.bytes)
        }
        return faults
    }

    /// Returns how many tickets have a status that does not follow from their first one and the changes.
    private static func unsettledTickets(in db: Database) throws -> Int {
        let changed = """
            SELECT id, status FROM ticket WHERE first_status IS NOT NULL AND rev <= (SELECT stamped_rev FROM sync_state)
                AND (status <> first_status OR id IN (SELECT ticket FROM ticket_change))
            """
        return try Row.fetchAll(db, sql: changed).count { row in
            try StatusReducer.of(row.identifier("id"), in: db)?.status.rawValue != row["status"]
        }
    }

    /// Returns the last line of each branch whose signature is not that of its box; it stands for all that it follows.
    private static func unsignedLines(in db: Database) throws -> [Verification.Fault] {
        try LogKind.allCases.flatMap { log in
            try LogBranch.lastLines(of: log, in: db).compactMap { line -> Verification.Fault? in
                // What this box wrote is signed when it is sent; what it wrote as an earlier box may never be.
                guard let signature = line.signature else { return nil }
                let isSigned =
                    line.branch.box == BoxID(ofKey: line.key)
                    && LineSignature.verifies(signature, of: line.chain, by: line.key)
                guard !isSigned else { return nil }
                return .author(box: line.branch.box.description, log: log, seq: line.seq)
            }
        }
    }

    /// Returns versions whose signature is not that of the box which they name. What this box wrote has none until it
    /// is sent, and neither has what came before the ledger belonged to an organiser.
    private static func unsignedVersions(in db: Database) throws -> [Verification.Fault] {
        guard let root = try Root.pinned(in: db) else { return [] }
        let keys = try Dictionary(
            Row.fetchAll(db, sql: "SELECT id, key FROM box").map {
                (try $0.identifier("id") as BoxID, Array($0["key"] as Data))
            }
        ) { first, _ in first }
        func fault(_ record: SharedRecord, _ row: Row) -> Verification.Fault? {
            let key = record.author.flatMap { keys[$0] } ?? []
            let isSigned = row.signature.map { VersionSignature.verifies($0, of: record, by: key) }
            return isSigned != false ? nil : .version(kind: record.kind, id: record.key)
        }
        var faults = try Row.fetchAll(db, sql: "SELECT * FROM event WHERE stamper IS NOT NULL").compactMap {
            fault(.event(try SharedEvent($0, in: db)), $0)
        }
        faults += try Row.fetchAll(db, sql: "SELECT * FROM message").compactMap {
            fault(.message(try SharedMessage($0)), $0)
        }
        faults += try Row.fetchAll(db, sql: "SELECT * FROM signing_key WHERE signature IS NOT NULL").compactMap {
            let key = try SharedKey($0, of: root)
            return key.isSigned($0.signature) ? nil : .version(kind: .key, id: key.id)
        }
        faults += try Row.fetchAll(db, sql: "SELECT * FROM partner_grant").compactMap {
            let grant = SharedGrant($0)
            return grant.isSound && grant.root == root && grant.isSigned($0.signature)
                ? nil : .version(kind: .grant, id: grant.id)
        }
        let stamped = "SELECT * FROM ticket WHERE rev <= (SELECT stamped_rev FROM sync_state) AND NOT purged"
        let tickets = try Row.fetchCursor(db, sql: stamped)
        while let row = try tickets.next(), faults.count < Self.mostFaults {
            if let fault = fault(.ticket(try SharedTicket(row)), row) { faults.append(fault) }
        }
        return faults
    }

    /// A list of which every ticket is wrong is said once, not a hundred thousand times.
    private static let mostFaults = 20

    /// Returns memberships that root did not sign, and boxes of which the wrong lines count.
    private static func wrongMemberships(in db: Database) throws -> [Verification.Fault] {
        let root = try Root.pinned(in: db)
        let all = """
            SELECT box, record, signature FROM membership UNION ALL SELECT code, record, signature FROM ended_code
            """
        let forged = try Row.fetchAll(db, sql: all).filter { row in
            let signed = try SignedMembership(row)
            return signed.membership.terms.root != root || !signed.isAuthentic
        }
        return try forged.map { .membership(box: (try $0.identifier("box") as BoxID).description) }
            + BoxID.all(in: db).filter { try !LineCounting.isScheduled($0, in: db) }.flatMap { box in
                try LogKind.allCases.filter { try !LineCounting(of: box, in: db).isRight(for: $0) }
                    .map { .counting(box: box.description, log: $0) }
            }
    }

    private static func structureFaults(in db: Database) throws -> [Verification.Fault] {
        let words = try String.fetchAll(db, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
        let dangling = try Row.fetchAll(
            db,
            sql: "SELECT \"table\" AS name, count(*) AS rows FROM pragma_foreign_key_check GROUP BY \"table\""
        )
        return words.map { .structure($0) } + dangling.map { .dangling(table: $0["name"], rows: $0["rows"]) }
    }
}

/// Reads all scans in the order of boxes and numbers, and accumulates their totals.
private struct LogVerifier {
    struct End {
        var seq: Int64 = 0
        var hlc: Int64 = 0
        var chain = LogChain.start
        /// Once a chain is broken, it says nothing about later scans.
        var isBroken = false

        /// Begins before the first scan of a branch.
        init(before branch: LogBranch, in db: Database) throws {
            (seq, hlc, chain) = try LogBranch.chain(before: branch, of: .scan, in: db)
        }
    }

    private struct Place: Hashable {
        let event: EventID
        let zone: String
    }

    private var ends: [LogBranch: End] = [:]
    private(set) var faults: [Verification.Fault] = []
    private var movements: [ScanReference: (kind: ScanKind, place: Place, people: Int)] = [:]
    private var undone: Set<ScanReference> = []

    mutating func read(_ row: Row, in db: Database) throws {
        let scan = try Scan(SharedScan(row))
        let branch = LogBranch(box: scan.box, number: row["branch"])
        var end = try ends[branch] ?? End(before: branch, in: db)
        let box = scan.box.description
        if scan.seq != end.seq + 1 { faults.append(.gap(box: box, seq: scan.seq)) }
        if scan.hlc <= end.hlc { faults.append(.order(box: box, seq: scan.seq)) }
        let chain = end.chain.appending(scan.canonicalBytes)
        if chain.head != Array(row["chain"] as Data), !end.isBroken {
            faults.append(.chain(box: box, seq: scan.seq))
            end.isBroken = true
        }
        (end.seq, end.hlc, end.chain) = (scan.seq, scan.hlc, chain)
        ends[branch] = end
        let record = scan.record
        guard row["counts"] else { return }
        if let number = record.undone {
            // Two boxes that do not know of each other may undo the same movement.
            undone.insert(number)
        } else if record.slot != nil {
            let place = Place(event: record.gate.event, zone: record.zone.text)
            movements[try ScanReference(row)] = (record.kind, place, record.people)
        }
    }

    /// Returns the end of each branch of each box; a box without scans has one.
    func boxLogs(in db: Database) throws -> [Verification.BoxLog] {
        try Row.fetchAll(db, sql: "SELECT id, name FROM named_box").flatMap { row in
            let box: BoxID = try row.identifier("id")
            let own = ends.filter { $0.key.box == box }.sorted { $0.key.number < $1.key.number }.map(\.value)
            let logs = own.map { ($0.seq, $0.chain) }
            return (logs.isEmpty ? [(0, .start)] : logs).map { seq, chain in
                Verification.BoxLog(box: box, name: row["name"], scans: seq, head: chain.head)
            }
        }
    }

    func viewFaults(in db: Database) throws -> [Verification.Fault] {
        let remaining = movements.filter { !undone.contains($0.key) }
        var inside: [Place: Int] = [:]
        for movement in remaining.values { inside[movement.place, default: 0] += movement.people }
        let unmatched = try Row.fetchAll(db, sql: "SELECT * FROM unmatched_exit")
        for row in unmatched { inside[Place(event: try row.identifier("event"), zone: row["zone"]), default: 0] += 1 }
        let admitted = remaining.filter { [.entry, .override].contains($0.value.kind) }
        let shown = try Row.fetchAll(db, sql: "SELECT event, zone, people FROM inside").map {
            (Place(event: try $0.identifier("event"), zone: $0["zone"]), $0["people"] as Int)
        }
        var faults: [Verification.Fault] = []
        if try !Self.hasExactly(Set(remaining.keys), in: "movement", db) { faults.append(.view(name: "movement")) }
        if try !Self.hasExactly(Set(admitted.keys), in: "admission", db) { faults.append(.view(name: "admission")) }
        if try !ExitMatching.isRight(in: db) { faults.append(.view(name: "unmatched_exit")) }
        let isSame = Dictionary(uniqueKeysWithValues: shown).filter { $0.value != 0 } == inside.filter { $0.value != 0 }
        if !isSame, try !LineCounting.isScheduled(in: db) { faults.append(.view(name: "inside")) }
        return faults
    }

    private static func hasExactly(_ scans: Set<ScanReference>, in view: String, _ db: Database) throws -> Bool {
        let rows = try Row.fetchCursor(db, sql: "SELECT box, seq, chain FROM \(view)")
        var count = 0
        while let row = try rows.next() {
            count += 1
            guard scans.contains(try ScanReference(row)) else { return false }
        }
        return count == scans.count
    }
}

extension Ledger {
    /// Checks the file for damage; reads all of it, about half a second per million tickets.
    ///
    /// - Throws: ``LedgerError/damaged(path:)``, or ``LedgerError/inputOutput(path:code:)`` if it cannot be read
    ///   completely.
    /// - SeeAlso: sqlite.org/pragma.html#pragma_quick_check
    public func quickCheck() async throws {
        let path = path
        try await read { db in
            let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? ""
            // SQLite also reports a page that could not be read, but a single disk error is no reason to restore a
            // backup.
            if finding.contains("unable to get the page") {
                throw LedgerError.inputOutput(path: path, code: 266)  // SQLITE_IOERR_READ
            }
            guard finding == "ok" else { throw LedgerError.damaged(path: path) }
        }
    }
}
