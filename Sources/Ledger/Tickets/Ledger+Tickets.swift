// The ticket list in the ledger.

import GRDB
public import TicketSigning

extension Ledger {
    /// Adds tickets to the list, all or none, and creates the tiers that they name.
    ///
    /// - Parameter tickets: Tickets with identifiers that are not on the list yet.
    /// - Throws: ``LedgerError``; no ticket was added then.
    /// - Complexity: One write transaction, one fsync.
    public func add(_ tickets: [IssuedTicket]) async throws {
        try await write { db in
            for event in Set(tickets.map(\.ticket.event)) { try Authority.requireWriting(.ticket, in: event, db) }
            try Authority.requireAdding(tickets, in: db)
            let purged = try EventID.purged(in: db)
            for ticket in tickets where purged.contains(ticket.ticket.event) && ticket.hasNames {
                try ticket.ticket.event.requireNames(in: db)
            }
            var rev = try IssuedTicket.lastRevision(in: db)
            for ticket in tickets {
                rev += 1
                try ticket.insertTier(in: db)
                try ticket.insert(rev: rev, in: db)
            }
        }
    }

    /// Returns one ticket of the list.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: The ticket; `nil` if it is not on the list.
    /// - Throws: ``LedgerError``.
    public func ticket(_ id: TicketID) async throws -> IssuedTicket? {
        try await read { db in try IssuedTicket.withID(id, in: db) }
    }

    /// Returns all tickets of an event, in the order of their identifiers.
    ///
    /// - Parameter event: The event.
    /// - Returns: The tickets; may be empty.
    /// - Throws: ``LedgerError``.
    public func tickets(of event: EventID) async throws -> [IssuedTicket] {
        try await read { db in
            let sql = "SELECT * FROM ticket WHERE event = ? ORDER BY id"
            return try Row.fetchAll(db, sql: sql, arguments: [event.blob]).map(IssuedTicket.init)
        }
    }

    /// Returns the tickets that may enter and that a key signed.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - hasBarcode: Whether to return the tickets that another platform's barcode admits too, or the others.
    /// - Returns: The tickets in the order of their identifiers; may be empty.
    /// - Throws: ``LedgerError``.
    public func tickets(inForceOf key: KeyRecord, withBarcode hasBarcode: Bool) async throws -> [IssuedTicket] {
        try await read { db in
            let sql = """
                SELECT * FROM ticket
                WHERE event = ? AND epoch = ? AND status IN ('valid', 'unpaid') AND (barcode NOT NULL) = ? ORDER BY id
                """
            return try Row.fetchAll(db, sql: sql, arguments: [key.event.blob, key.epoch, hasBarcode])
                .map(IssuedTicket.init)
        }
    }

    /// Returns the admissions with a ticket, or with one that it replaces, the first one first, without undone ones.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: The admissions; may be empty.
    /// - Throws: ``LedgerError``.
    public func entries(of id: TicketID) async throws -> [Entry] {
        try await movements(of: id).filter { $0.kind != .exit }.map(\.entry)
    }

    /// Returns how often people were admitted with tickets, or with those that they replace, without undone admissions.
    ///
    /// - Parameter ids: The tickets' identifiers; a few hundred at most.
    /// - Returns: The number of admissions by ticket, also if it is 0.
    /// - Throws: ``LedgerError``.
    /// - Complexity: One read transaction, two indexed look-ups for each ticket.
    public func entryCounts(of ids: [TicketID]) async throws -> [TicketID: Int] {
        try await read { db in
            var counts: [TicketID: Int] = [:]
            for id in ids {
                let older = try IssuedTicket.withID(id, in: db)?.replaces
                let records = try MovementRecord.all(of: id, replacing: older, in: db)
                counts[id] = MovementRecord.withoutUndone(records).count {
                    $0.movement.map { $0.kind != .exit } ?? false
                }
            }
            return counts
        }
    }

    /// Returns when and where a ticket's code was shown again moments after it had let somebody through.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: The entries in the order of the boxes' logical clocks; may be empty.
    /// - Throws: ``LedgerError``.
    public func repetitions(of id: TicketID) async throws -> [Entry] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT scan.at_ms, scan.gate, scan.box, box.name AS box_name
                    FROM scan JOIN named_box AS box ON box.id = scan.box
                    WHERE ticket = ? AND slot IS NULL AND reason IN ('just-admitted', 'just-exited') AND counts
                    ORDER BY hlc, scan.box, seq, chain
                    """
            )
            return try Row.fetchAll(statement, arguments: [id.blob]).map { row in
                Entry(
                    at: Timestamp(milliseconds: row["at_ms"]), gate: row["gate"], box: try row.identifier("box"),
                    boxName: row["box_name"]
                )
            }
        }
    }

    /// Returns all movements with a ticket, or with one that it replaces, in order, without undone ones.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: The movements; may be empty.
    /// - Throws: ``LedgerError``.
    public func movements(of id: TicketID) async throws -> [Movement] {
        try await read { db in
            let older = try IssuedTicket.withID(id, in: db)?.replaces
            return MovementRecord.withoutUndone(try MovementRecord.all(of: id, replacing: older, in: db)).compactMap(
                \.movement)
        }
    }

    /// Returns all movements with a ticket, or with one that it replaces, in order, including undone ones.
    ///
    /// - Parameter id: The ticket's identifier.
    /// - Returns: The lines; may be empty.
    /// - Throws: ``LedgerError``.
    public func logEntries(of id: TicketID) async throws -> [LogEntry] {
        try await read { db in
            let older = try IssuedTicket.withID(id, in: db)?.replaces
            let lines = try MovementRecord.all(of: id, replacing: older, in: db)
            return LogEntry.all(in: lines)
        }
    }

    /// Returns the newest version of any ticket; the list has changed when this number changes.
    ///
    /// - Returns: The version; 0 for a ledger without tickets.
    /// - Throws: ``LedgerError``.
    public func newestRevision() async throws -> Int {
        try await read { db in try Int.fetchOne(db, sql: "SELECT max(rev) FROM ticket") ?? 0 }
    }

    /// Marks all tickets as having their timestamps.
    static func markStamped(in db: Database) throws {
        try db.execute(sql: "UPDATE sync_state SET stamped_rev = (SELECT coalesce(max(rev), 0) FROM ticket)")
    }
}
