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
            let scans = try Row.fetchCursor(db, sql: "SELECT * FROM scan ORDER BY box, seq")
            while let row = try scans.next() { try walk.read(row) }
            faults += try walk.faults + walk.viewFaults(in: db)
            let tickets = try Int.fetchOne(db, sql: "SELECT count(*) FROM ticket") ?? 0
            let lost = "SELECT count(*) FROM ticket WHERE id NOT IN (SELECT ticket FROM finding)"
            if let count = try Int.fetchOne(db, sql: lost), count > 0 {
                faults.append(.missingFromIndex(tickets: count))
            }
            let unsettled = try Self.unsettledTickets(in: db)
            if unsettled > 0 { faults.append(.status(tickets: unsettled)) }
            let names = try Row.fetchAll(db, sql: "SELECT id, name FROM box").map {
                (try $0.identifier("id") as BoxID, $0["name"] as String)
            }
            let boxLogs = names.map { id, name in
                let end = walk.ends[id]
                return Verification.BoxLog(
                    box: id, name: name, scans: end?.seq ?? 0, head: end?.chain.head ?? ScanChain.start.head
                )
            }
            return Verification(boxLogs: boxLogs, tickets: tickets, faults: faults, alarms: try Alarm.all(in: db))
        }
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
        var chain = ScanChain.start
        /// Once a chain is broken, it says nothing about later scans.
        var isBroken = false
    }

    private struct Place: Hashable {
        let event: EventID
        let zone: String
    }

    private(set) var ends: [BoxID: End] = [:]
    private(set) var faults: [Verification.Fault] = []
    private var movements: [ScanNumber: ScanKind] = [:]
    private var undone: Set<ScanNumber> = []
    private var inside: [Place: Int] = [:]

    mutating func read(_ row: Row) throws {
        let scan = try Scan(SharedScan(row))
        var end = ends[scan.box] ?? End()
        let box = scan.box.description
        if scan.seq != end.seq + 1 { faults.append(.gap(box: box, seq: scan.seq)) }
        if scan.hlc <= end.hlc { faults.append(.order(box: box, seq: scan.seq)) }
        let chain = end.chain.appending(scan.canonicalBytes)
        if chain.head != Array(row["chain"] as Data), !end.isBroken {
            faults.append(.chain(box: box, seq: scan.seq))
            end.isBroken = true
        }
        (end.seq, end.hlc, end.chain) = (scan.seq, scan.hlc, chain)
        ends[scan.box] = end
        let record = scan.record
        guard record.slot != nil else { return }
        if record.kind != .void { movements[ScanNumber(box: scan.box, seq: scan.seq)] = record.kind }
        // Two boxes that do not know of each other may undo the same movement.
        if let number = record.undone, !undone.insert(number).inserted { return }
        inside[Place(event: record.gate.event, zone: record.zone.text), default: 0] += record.people
    }

    func viewFaults(in db: Database) throws -> [Verification.Fault] {
        let remaining = movements.filter { !undone.contains($0.key) }
        let admitted = remaining.filter { [.entry, .override].contains($0.value) }
        let shown = try Row.fetchAll(db, sql: "SELECT event, zone, people FROM inside").map {
            (Place(event: try $0.identifier("event"), zone: $0["zone"]), $0["people"] as Int)
        }
        var faults: [Verification.Fault] = []
        if try !Self.hasExactly(remaining, in: "movement", db) { faults.append(.view(name: "movement")) }
        if try !Self.hasExactly(admitted, in: "admission", db) { faults.append(.view(name: "admission")) }
        let isSame = Dictionary(uniqueKeysWithValues: shown).filter { $0.value != 0 } == inside.filter { $0.value != 0 }
        if !isSame { faults.append(.view(name: "inside")) }
        return faults
    }

    private static func hasExactly(_ scans: [ScanNumber: ScanKind], in view: String, _ db: Database) throws -> Bool {
        let rows = try Row.fetchCursor(db, sql: "SELECT box, seq FROM \(view)")
        var count = 0
        while let row = try rows.next() {
            count += 1
            guard scans[ScanNumber(box: try row.identifier("box"), seq: row["seq"])] != nil else { return false }
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
