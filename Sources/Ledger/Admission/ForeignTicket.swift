// Tickets that another platform sold, known by the text in their code.

import GRDB
public import TicketSigning

/// A ticket of the list that was found by another platform's barcode: it carries no signature.
///
/// Only a ledger makes one, for a text that stands in its list letter by letter.
public struct ForeignTicket: Hashable, Sendable {
    /// Event, user and ticket, as the list has them.
    public let ticket: Ticket

    fileprivate init(ticket: Ticket) {
        self.ticket = ticket
    }
}

extension Ledger {
    /// The ticket whose barcode is a scanned text, letter by letter.
    ///
    /// - Parameters:
    ///   - code: As scanned.
    ///   - event: Whose tickets.
    /// - Returns: `nil` if no ticket of the event has it.
    /// - Throws: ``LedgerError``.
    /// - Complexity: One indexed look-up.
    public func foreignTicket(for code: String, of event: EventID) async throws -> ForeignTicket? {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT id, event, user FROM ticket WHERE event = ? AND barcode = ? ORDER BY id")
            return try Row.fetchOne(statement, arguments: [event.blob, code]).map { row in
                ForeignTicket(
                    ticket: Ticket(
                        event: try row.identifier("event"),
                        user: try row.identifier("user"),
                        id: try row.identifier("id")
                    )
                )
            }
        }
    }
}

extension Ledger {
    /// The tickets with another platform's barcode, at whatever event.
    ///
    /// - Parameter barcode: Letter by letter.
    /// - Returns: Possibly none.
    /// - Throws: ``LedgerError``.
    public func tickets(withBarcode barcode: String) async throws -> [IssuedTicket] {
        try await read { db in
            let sql =
                "SELECT ticket.* FROM event JOIN ticket ON ticket.event = event.id AND ticket.barcode = ? ORDER BY ticket.id"
            return try Row.fetchAll(db, sql: sql, arguments: [barcode]).map(IssuedTicket.init)
        }
    }
}
