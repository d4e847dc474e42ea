// Exports everything in the ledger, row by row.

import FoundationEssentials
import GRDB
public import TicketSigning

/// A ticket for export.
public struct ExportedTicket: Hashable, Sendable {
    /// The row.
    public let ticket: IssuedTicket
    /// The event's short name.
    public let event: String
    /// The text in another platform's code: anyone who has it can enter.
    public let barcode: String?
    /// The number of admissions that count.
    public let entries: Int
    /// The first of them, by the box's wall clock.
    public let firstEntry: Timestamp?
}

/// A scan for export; one property for each column of the file.
public struct ExportedScan: Hashable, Sendable {
    /// The box.
    public let box: BoxID
    /// The box's name for people.
    public let boxName: String
    /// Sequence number within the box, from 1.
    public let seq: Int64
    /// The event's short name.
    public let event: String
    /// The gate.
    public let gate: String
    /// The zone behind it.
    public let zone: String
    /// The ticket; `nil` if the code named none.
    public let ticket: TicketID?
    /// `entry`, `exit`, `check`, `override` or `void`.
    public let kind: String
    /// `admit`, `refuse` or `ask`.
    public let verdict: String
    /// The stable reason.
    public let reason: String
    /// `alone` or `hub`: who knew that there was no earlier movement; `nil` if that did not matter.
    public let decided: String?
    /// Who did it by hand.
    public let actor: String?
    /// The reason.
    public let why: String?
    /// The time by the box's wall clock.
    public let at: Timestamp
    /// Whether it has an effect: what a revoked box recorded since has none, nor has what a box may not do.
    public let counts: Bool
}

extension Ledger {
    /// The order in which tickets are exported.
    public enum TicketOrder: Sendable {
        case identifier
        /// By name as written, ignoring the case of ASCII letters; tickets without a name come last.
        case holder
    }

    /// Passes every ticket to a closure. Blocks its thread.
    ///
    /// - Parameters:
    ///   - event: The event; `nil` for all events.
    ///   - order: The order of the tickets.
    ///   - body: Receives one ticket after another.
    /// - Throws: ``LedgerError``, and any error thrown by `body`.
    /// - Complexity: Memory does not grow with the list.
    public func forEachTicket(
        of event: EventID?, by order: TicketOrder = .identifier, _ body: (ExportedTicket) throws -> Void
    ) throws {
        let column = order == .holder ? "ticket.holder IS NULL, ticket.holder COLLATE NOCASE, ticket.id" : "ticket.id"
        try queue.read { db in
            try LedgerError.mapping(path: path) {
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT ticket.*, event.slug, count(admission.seq) AS entries, min(admission.at_ms) AS first_ms
                        FROM ticket JOIN event ON event.id = ticket.event
                        LEFT JOIN admission ON admission.ticket = ticket.id
                        WHERE ?1 IS NULL OR ticket.event = ?1
                        GROUP BY ticket.id ORDER BY \(column)
                        """,
                    arguments: [event?.blob]
                )
                while let row = try rows.next() {
                    try body(
                        ExportedTicket(
                            ticket: IssuedTicket(row),
                            event: row["slug"],
                            barcode: row["barcode"],
                            entries: row["entries"],
                            firstEntry: row.timestamp("first_ms")
                        )
                    )
                }
            }
        }
    }

    /// Passes every scan to a closure, box by box in the order of their numbers. Blocks its thread.
    ///
    /// - Parameters:
    ///   - event: The event; `nil` for all events.
    ///   - body: Receives one scan after another.
    /// - Throws: ``LedgerError``, and any error thrown by `body`.
    /// - Complexity: Memory does not grow with the book.
    public func forEachScan(of event: EventID?, _ body: (ExportedScan) throws -> Void) throws {
        try queue.read { db in
            try LedgerError.mapping(path: path) {
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT scan.*, event.slug, box.name AS box_name
                        FROM scan JOIN event ON event.id = scan.event
                            JOIN named_box AS box ON box.id = scan.box
                        WHERE ?1 IS NULL OR scan.event = ?1 ORDER BY scan.box, scan.seq, scan.chain
                        """,
                    arguments: [event?.blob]
                )
                while let row = try rows.next() { try body(ExportedScan(row)) }
            }
        }
    }
}

extension ExportedScan {
    fileprivate init(_ row: Row) throws {
        self.init(
            box: try row.identifier("box"),
            boxName: row["box_name"],
            seq: row["seq"],
            event: row["slug"],
            gate: row["gate"],
            zone: row["zone"],
            ticket: row.optionalIdentifier("ticket"),
            kind: row["kind"],
            verdict: row["verdict"],
            reason: row["reason"],
            decided: row["decided"],
            actor: row["actor"],
            why: row["why"],
            at: Timestamp(milliseconds: row["at_ms"]),
            counts: row["counts"]
        )
    }
}

/// An entry, an exit or an undo for export, with the ticket's row; one property for each column of the file.
public struct ExportedMovement: Hashable, Sendable {
    /// The scan.
    public let scan: ExportedScan
    /// The scan's place among all of the ledger.
    public let place: ScanPlace
    /// The ticket's holder; `nil` for none, and for a ticket that is on no list here.
    public let holder: String?
    /// The ticket's tier; `nil` for none.
    public let tier: String?
    /// Whether it was undone.
    public let isUndone: Bool
}

/// The place of a scan among all of a ledger: box by box, in the order of their numbers.
public struct ScanPlace: Hashable, Sendable {
    fileprivate let (box, seq, branch): (BoxID, Int64, Int64)
}

extension Ledger {
    /// Returns a part of an event's list for export, in the order of identifiers.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - last: The last ticket of the part before; `nil` for the beginning.
    ///   - limit: The maximum number of tickets.
    /// - Returns: The tickets, without barcodes; fewer than `limit` at the end only.
    /// - Throws: ``LedgerError``.
    public func exportedTickets(of event: EventID, after last: TicketID?, limit: Int) async throws -> [ExportedTicket] {
        try await read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT ticket.*, event.slug,
                        (SELECT count(*) FROM admission WHERE admission.ticket = ticket.id) AS entries,
                        (SELECT min(at_ms) FROM admission WHERE admission.ticket = ticket.id) AS first_ms
                    FROM ticket JOIN event ON event.id = ticket.event
                    WHERE ticket.event = ?1 AND ticket.id > ?2 ORDER BY ticket.id LIMIT ?3
                    """,
                arguments: [event.blob, last?.blob ?? Data(), limit])
            var tickets: [ExportedTicket] = []
            while let row = try rows.next() {
                tickets.append(
                    ExportedTicket(
                        ticket: try IssuedTicket(row), event: row["slug"], barcode: nil, entries: row["entries"],
                        firstEntry: row.timestamp("first_ms")))
            }
            return tickets
        }
    }

    /// Returns a part of an event's entries, exits and undos for export.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - last: The place of the last one of the part before; `nil` for the beginning.
    ///   - limit: The maximum number of them.
    /// - Returns: Those that count; fewer than `limit` at the end only.
    /// - Throws: ``LedgerError``.
    public func exportedMovements(
        of event: EventID, after last: ScanPlace?, limit: Int
    ) async throws -> [ExportedMovement] {
        try await read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT scan.*, event.slug, box.name AS box_name, ticket.holder,
                        CASE WHEN granted_ticket.id IS NULL THEN ticket.tier ELSE granted_ticket.tier END AS tier,
                        EXISTS (
                            SELECT 1 FROM scan AS undo
                            WHERE undo.undone_box = scan.box AND undo.undone_seq = scan.seq
                                AND undo.undone_chain = scan.chain AND undo.counts
                        ) AS is_undone
                    FROM scan JOIN event ON event.id = scan.event JOIN named_box AS box ON box.id = scan.box
                        LEFT JOIN ticket ON ticket.id = scan.ticket
                        LEFT JOIN granted_ticket ON granted_ticket.id = scan.ticket
                    WHERE scan.event = ?1 AND scan.slot IS NOT NULL AND scan.counts
                        AND (scan.box, scan.seq, scan.branch) > (?2, ?3, ?4)
                    ORDER BY scan.box, scan.seq, scan.branch LIMIT ?5
                    """,
                arguments: [event.blob, last?.box.blob ?? Data(), last?.seq ?? 0, last?.branch ?? 0, limit])
            var movements: [ExportedMovement] = []
            while let row = try rows.next() {
                let place = ScanPlace(box: try row.identifier("box"), seq: row["seq"], branch: row["branch"])
                movements.append(
                    ExportedMovement(
                        scan: try ExportedScan(row), place: place, holder: row["holder"], tier: row["tier"],
                        isUndone: row["is_undone"]))
            }
            return movements
        }
    }
}
