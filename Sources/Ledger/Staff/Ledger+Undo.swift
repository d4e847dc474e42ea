// Taking back what happened at a door.

import GRDB
public import TicketSigning

/// What came of an undo.
public enum Undo: Hashable, Sendable {
    /// This movement counts no longer.
    case undone(Movement)
    /// Nobody went in or out with the ticket, or all of it was undone.
    case nothing
    /// The last movement is older than the event allows.
    case tooLate(Movement, limit: Duration)
}

extension Ledger {
    /// Takes back the last movement of a ticket, in or out, whichever box recorded it; of a group, one person.
    ///
    /// The movement stays in the book with the void behind it.
    ///
    /// - Parameters:
    ///   - id: The ticket's identifier.
    ///   - seen: The version that the person saw; `nil` where nobody looked.
    ///   - instant: When, by this machine's wall clock.
    ///   - attribution: Who, and why.
    /// - Returns: What was undone, or why nothing was.
    /// - Throws: ``LedgerError``, and ``LedgerError/changedMeanwhile(_:)`` where the ticket is another than the one seen;
    ///   then nothing was recorded.
    /// - Complexity: One write transaction, one fsync.
    public func undo(
        _ id: TicketID,
        seen: TicketVersion? = nil,
        on instant: Timestamp,
        by attribution: Attribution
    ) async throws -> Undo {
        try await write { db in
            try TicketVersion.check(seen, of: id, in: db)
            let older = try IssuedTicket.withID(id, in: db)?.replaces
            let lines = try MovementRecord.all(of: id, replacing: older, in: db)
            guard let last = MovementRecord.standing(lines).last, let movement = last.movement else { return .nothing }
            let limit = try Event.withID(last.event, in: db)?.undoTime ?? .zero
            guard limit > .zero, instant.duration(since: last.entry.at) <= limit else {
                return .tooLate(movement, limit: limit)
            }
            let book = try LogHead(in: db)
            let slots = lines.filter { $0.ticket == last.ticket && $0.number.box == book.box.id }.map(\.slot)
            let record = ScanRecord(
                kind: .void,
                answer: .refuse,
                reason: "undone",
                gate: Gate(event: last.event, name: last.gate),
                zone: last.zone,
                ticket: last.ticket,
                slot: (slots.max() ?? 0) + 1,
                people: -last.people,
                undone: last.number,
                by: attribution
            )
            try book.append(record, on: instant, in: db)
            return .undone(movement)
        }
    }

    /// Entries and exits that were undone since, by whatever way and at whichever box.
    ///
    /// - Parameter moment: Not those that happened before it.
    /// - Returns: Ticket and moment of each, in no particular order.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Grows with the number of undone movements, not with that of scans.
    public func undoneMovements(since moment: Timestamp) async throws -> [(ticket: TicketID, at: Timestamp)] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT scan.ticket, scan.at_ms FROM scan AS undo
                    JOIN scan ON scan.box = undo.undone_box AND scan.seq = undo.undone_seq
                    WHERE undo.undone_seq IS NOT NULL AND scan.at_ms >= ?
                    """
            )
            return try Row.fetchAll(statement, arguments: [moment.milliseconds]).map { row in
                (try row.identifier("ticket"), Timestamp(milliseconds: row["at_ms"]))
            }
        }
    }
}
