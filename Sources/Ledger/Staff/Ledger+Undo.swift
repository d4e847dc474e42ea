// Undoes movements.

import GRDB
public import TicketSigning

/// The result of an undo.
public enum Undo: Hashable, Sendable {
    /// This movement no longer counts.
    case undone(Movement)
    /// There is no movement with the ticket, or all were undone.
    case nothing
    /// The last movement is older than the event allows.
    case tooLate(Movement, limit: Duration)
}

extension Ledger {
    /// Undoes the last movement of a ticket, in or out, whichever box recorded it; for a group, that of one person.
    ///
    /// The movement stays in the book, followed by the void.
    ///
    /// - Parameters:
    ///   - id: The ticket's identifier.
    ///   - seen: The version that the person saw; `nil` if no one looked the ticket up.
    ///   - instant: The current time by this machine's wall clock.
    ///   - attribution: Who does it, and why.
    /// - Returns: What was undone, or why nothing was undone.
    /// - Throws: ``LedgerError``, including ``LedgerError/changedMeanwhile(_:)`` if the ticket is no longer as it was
    ///   seen, and ``LedgerError/refused(_:)`` if this box may not undo what another one recorded; nothing was
    ///   recorded then.
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
            guard let last = MovementRecord.withoutUndone(lines).last, let movement = last.movement else {
                return .nothing
            }
            let limit = try Event.withID(last.event, in: db)?.undoTime ?? .zero
            guard limit > .zero, instant.duration(since: last.entry.at) <= limit else {
                return .tooLate(movement, limit: limit)
            }
            let book = try LogHead(in: db)
            try Authority.require(
                "Another box (\(movement.entry.boxName)) recorded this, and a gate undoes only what it recorded: "
                    + "undo it there, or on an organiser's machine.", in: db
            ) { $0.role == .organiser || last.number.box == book.box.id }
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

    /// Returns entries and exits that have been undone, in any way and at any box.
    ///
    /// - Parameter moment: The time from which movements are included.
    /// - Returns: The ticket and the time of each movement, in no particular order.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Grows with the number of undone movements, not with that of scans.
    public func undoneMovements(since moment: Timestamp) async throws -> [(ticket: TicketID, at: Timestamp)] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT scan.ticket, scan.at_ms FROM scan AS undo
                    JOIN scan ON scan.box = undo.undone_box AND scan.seq = undo.undone_seq
                        AND scan.chain = undo.undone_chain
                    WHERE undo.undone_seq IS NOT NULL AND undo.counts AND scan.at_ms >= ?
                    """
            )
            return try Row.fetchAll(statement, arguments: [moment.milliseconds]).map { row in
                (try row.identifier("ticket"), Timestamp(milliseconds: row["at_ms"]))
            }
        }
    }
}
