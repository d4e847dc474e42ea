// Movements and their voids as recorded in the book.

import FoundationEssentials
import GRDB
import TicketSigning

/// A scan that took a slot: an entry, an exit, or the undoing of one; one property for each column that is used.
struct MovementRecord {
    let number: ScanReference
    let event: EventID
    let ticket: TicketID
    let kind: ScanKind
    let gate: GateName
    let zone: ZoneName
    let reason: String
    let slot: Int
    let people: Int
    let undone: ScanReference?
    /// Whether it has an effect: its box was not revoked before.
    let counts: Bool
    let by: Attribution?
    let entry: Entry

    /// Reads the records in the order of the book.
    ///
    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - older: The ticket that it replaces; the movements of that one, and of those before it, are its own too.
    ///   - db: A database within a transaction.
    /// - Returns: The records, including undone movements and their voids.
    /// - Throws: `DatabaseError`.
    static func all(of ticket: TicketID, replacing older: TicketID?, in db: Database) throws -> [MovementRecord] {
        guard older != nil else { return try all(wherever: "scan.ticket = ?", ticket, in: db) }
        let line = """
            scan.ticket IN (
                WITH RECURSIVE line (id) AS (
                    SELECT ? UNION SELECT replaces FROM ticket JOIN line USING (id) WHERE replaces IS NOT NULL
                ) SELECT id FROM line
            )
            """
        return try all(wherever: line, ticket, in: db)
    }

    /// Reads the records of all tickets that replace the same one, whoever issued them.
    ///
    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - root: The ticket that they all replace; `nil` if there are no others.
    ///   - db: A database within a transaction.
    /// - Returns: The records, including undone movements and their voids.
    /// - Throws: `DatabaseError`.
    static func all(of ticket: TicketID, inFamilyOf root: TicketID?, in db: Database) throws -> [MovementRecord] {
        guard let root else { return try all(wherever: "scan.ticket = ?", ticket, in: db) }
        let family = """
            scan.ticket IN (
                WITH RECURSIVE family (id) AS (
                    SELECT ? UNION SELECT ticket.id FROM family JOIN ticket ON ticket.replaces = family.id
                ) SELECT id FROM family
            )
            """
        return try all(wherever: family, root, in: db)
    }

    private static func all(wherever condition: String, _ ticket: TicketID, in db: Database) throws -> [MovementRecord]
    {
        let statement = try db.cachedStatement(
            sql: """
                SELECT scan.*, box.name AS box_name FROM scan JOIN named_box AS box ON box.id = scan.box
                WHERE \(condition) AND slot IS NOT NULL ORDER BY hlc, scan.box, seq, chain
                """
        )
        return try Row.fetchAll(statement, arguments: [ticket.blob]).map(MovementRecord.init)
    }

    init(_ row: Row) throws {
        guard let kind = ScanKind(rawValue: row["kind"]), let gate = GateName(row["gate"]),
            let zone = ZoneName(row["zone"])
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a scan has an unknown kind or place") }
        number = try ScanReference(row)
        event = try row.identifier("event")
        ticket = try row.identifier("ticket")
        self.kind = kind
        self.gate = gate
        self.zone = zone
        reason = row["reason"]
        slot = row["slot"]
        people = row["people"]
        undone = ScanReference(undoneBy: row)
        counts = row["counts"]
        by = try (row["actor"] as String?).map { try Attribution(actor: $0, why: row["why"]) }
        entry = Entry(
            at: Timestamp(milliseconds: row["at_ms"]), gate: gate.text, box: number.box, boxName: row["box_name"]
        )
    }

    /// Returns the records that count and were not undone.
    static func withoutUndone(_ lines: [MovementRecord]) -> [MovementRecord] {
        let counting = lines.filter(\.counts)
        let undone = Set(counting.compactMap(\.undone))
        return counting.filter { $0.kind != .void && !undone.contains($0.number) }
    }

    /// The movement; `nil` if the record is not one.
    var movement: Movement? {
        Movement.Kind(rawValue: kind.rawValue).map {
            Movement(
                kind: $0,
                entry: entry,
                zone: zone,
                isReturn: reason == "readmitted",
                people: people
            )
        }
    }
}

extension ScanReference {
    /// Reads the reference of a scan itself.
    init(_ row: Row) throws {
        self.init(box: try row.identifier("box"), seq: row["seq"], chain: Array(row["chain"] as Data))
    }

    /// Reads the reference of the scan that a void undoes; returns `nil` for other scans.
    init?(undoneBy row: Row) {
        guard let box: BoxID = row.optionalIdentifier("undone_box") else { return nil }
        self.init(box: box, seq: row["undone_seq"], chain: Array(row["undone_chain"] as Data))
    }
}
