// Whom an import would add, change and remove.

import GRDB
public import TicketSigning

/// Guests of a staged list by what would happen to their tickets.
public struct StagedGuests: Hashable, Sendable {
    /// A guest; the name and the tier, if known, are personal data.
    public struct Guest: Hashable, Sendable {
        /// The holder's name, otherwise the reference.
        public let name: String?
        /// The tier.
        public let tier: String?
    }

    /// Those whose tickets are not in the ledger yet.
    public let new: [Guest]
    /// Those whose tickets change.
    public let changed: [Guest]
    /// Those whose tickets the same file gave before and gives no longer.
    public let removed: [Guest]
}

extension Ledger {
    /// Returns the first guests of a staged list, for a person who decides whether to import it. Blocks its thread.
    ///
    /// - Parameters:
    ///   - event: The event that the list was staged for.
    ///   - file: The origin that it was staged with.
    ///   - limit: The maximum number of each kind.
    /// - Returns: The guests, ordered by name.
    /// - Throws: ``LedgerError``.
    public func stagedGuests(of event: EventID, from file: ListFile?, limit: Int) throws -> StagedGuests {
        try queue.writeWithoutTransaction { db in
            try LedgerError.mapping(path: path) {
                let origin = ImportOrigin(try file.flatMap { try ListImport.of($0, into: event, in: db) })
                func guests(_ columns: String, _ rest: String) throws -> [StagedGuests.Guest] {
                    let sql = "SELECT \(columns) \(rest) ORDER BY name COLLATE NOCASE LIMIT ?"
                    return try Row.fetchAll(db, sql: sql, arguments: [limit]).map {
                        StagedGuests.Guest(name: $0["name"], tier: $0["tier"])
                    }
                }
                let listed = "coalesce(staged.holder, staged.reference) AS name, staged.tier AS tier FROM temp.staged"
                let known = "coalesce(ticket.holder, ticket.reference) AS name, ticket.tier AS tier FROM temp.unclaimed"
                return StagedGuests(
                    new: try guests(listed, "WHERE NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.id = staged.id)"),
                    changed: try guests(
                        listed, "CROSS JOIN ticket ON ticket.id = staged.id WHERE \(origin.isChanged)"),
                    removed: try guests(
                        known,
                        """
                        JOIN ticket ON ticket.id = unclaimed.id
                        WHERE NOT EXISTS (SELECT 1 FROM admission WHERE admission.ticket = unclaimed.id)
                        """))
            }
        }
    }
}
