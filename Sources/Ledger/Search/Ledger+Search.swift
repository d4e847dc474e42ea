// Finds tickets by name, address or order number.

import GRDB
import TicketSigning

extension Ledger {
    /// Returns the tickets whose holder or reference has words that begin with the words of a text.
    ///
    /// The search ignores case and accents; the words may come in any order.
    ///
    /// - Parameters:
    ///   - text: Words or their beginnings; without a letter or digit, nothing is found.
    ///   - limit: The maximum number of tickets, 1 or more.
    /// - Returns: The tickets, ordered by holder.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Look-ups in an index of words, independent of the list's length.
    public func tickets(matching text: String, limit: Int) async throws -> [IssuedTicket] {
        try await read { db in try SearchQuery(text, in: db).tickets(limit: limit) }
    }
}
