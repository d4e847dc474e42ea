// Tickets sold by another platform, identified by the text in their code.

import GRDB
public import TicketSigning

/// A listed ticket that was found by another platform's barcode, which carries no signature.
///
/// Only a ledger creates one, for a text that matches its list exactly.
public struct ForeignTicket: Hashable, Sendable {
    /// The event, user and ticket from the list.
    public let ticket: Ticket

    fileprivate init(ticket: Ticket) {
        self.ticket = ticket
    }
}

extension Ledger {
    /// Returns the ticket whose barcode matches a scanned text exactly.
    ///
    /// - Parameters:
    ///   - code: The scanned text.
    ///   - event: The event whose tickets to search.
    /// - Returns: The ticket; `nil` if no ticket of the event has that barcode.
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
    /// Returns the tickets with another platform's barcode, at any event.
    ///
    /// - Parameter barcode: The barcode's exact text.
    /// - Returns: The tickets; may be empty.
    /// - Throws: ``LedgerError``.
    /// - Complexity: One indexed look-up for each event.
    public func tickets(withBarcode barcode: String) async throws -> [IssuedTicket] {
        try await read { db in
            try Row.fetchAll(db, sql: Self.withBarcode, arguments: [barcode]).map(IssuedTicket.init)
        }
    }

    /// Selects the tickets with a barcode: an event first, because the index has the barcodes of each event. With a
    /// plain join, SQLite goes through all tickets in their order, which saves it the sorting.
    static let withBarcode = """
        SELECT ticket.* FROM event CROSS JOIN ticket ON ticket.event = event.id AND ticket.barcode = ?
        ORDER BY ticket.id
        """
}
