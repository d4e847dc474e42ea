// Tickets by a name, an address or an order number.

import GRDB
import TicketSigning

extension Ledger {
    /// Tickets whose holder or reference has words that begin as the words of a text do.
    ///
    /// Upper and lower case are the same, and so are letters with and without accents; words may come in any order.
    ///
    /// - Parameters:
    ///   - text: Words or their beginnings; without a letter or digit, nothing is found.
    ///   - limit: The most that come back, 1 or more.
    /// - Returns: By holder.
    /// - Throws: ``LedgerError``.
    /// - Complexity: Look-ups in an index of words, whatever the length of the list.
    public func tickets(matching text: String, limit: Int) async throws -> [IssuedTicket] {
        try await read { db in try SearchQuery(text, in: db).tickets(limit: limit) }
    }
}
