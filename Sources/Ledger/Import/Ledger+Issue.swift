// Issues tickets with codes from a list.

import GRDB
public import TicketSigning

/// The changes that issuing a list makes to the ledger.
public struct ListIssue: Sendable {
    /// New tickets, with the line of the list that each comes from.
    public var new: [(ticket: IssuedTicket, line: Int?)] = []
    /// Tickets that the same list gave before, with its current values; their statuses stay.
    public var corrected: [IssuedTicket] = []
    /// Tickets that the list reports as paid, or that were sold.
    public var paid: [TicketID] = []
    /// Who sold ``paid``; `nil` if the list says that they are paid.
    public var seller: Attribution?
    /// Tickets that the list withdraws.
    public var withdrawn: [TicketID] = []

    /// Creates an empty set of changes.
    public init() {}
}

extension Ledger {
    /// Issues a list, all of it or nothing.
    ///
    /// - Parameters:
    ///   - issue: The changes.
    ///   - event: The event of the list.
    ///   - file: The origin of the list; `nil` if there is none.
    ///   - instant: The current time by this machine's wall clock.
    /// - Throws: ``LedgerError``, also for names of an event that was purged here; nothing was changed then.
    /// - Complexity: One write transaction, one fsync.
    public func add(_ issue: ListIssue, to event: EventID, from file: ListFile?, on instant: Timestamp) async throws {
        try await write { db in
            try Authority.requireWriting(.ticket, in: event, changesOthers: !issue.corrected.isEmpty, db)
            try Authority.requireAdding(issue.new.map(\.ticket), in: db)
            if file != nil || (issue.new.map(\.ticket) + issue.corrected).contains(where: \.hasNames) {
                try event.requireNames(in: db)
            }
            let number = try file.map { try ListImport.note($0, .issued, into: event, in: db) }
            try issue.addNewTickets(from: number, in: db)
            try issue.correct(in: db)
            let list = "ticket list"
            for (ids, action, by) in [
                (issue.withdrawn, TicketAction.revoke, try Attribution(actor: list, why: "revoked in the list")),
                (issue.paid, .pay, try issue.seller ?? Attribution(actor: list, why: "paid in the list")),
            ] {
                for id in ids { try IssuedTicket.withID(id, in: db)?.apply(action, by: by, on: instant, in: db) }
            }
        }
    }

    /// Records that codes of tickets were written, so that guests can show them.
    ///
    /// - Parameter tickets: The tickets.
    /// - Returns: The number of tickets whose codes were not known to have been written before.
    /// - Throws: ``LedgerError``.
    @discardableResult
    public func markCodesWritten(of tickets: [TicketID]) async throws -> Int {
        try await write { db in
            let statement = try db.cachedStatement(sql: "UPDATE ticket SET uncoded = 0 WHERE id = ? AND uncoded")
            return try tickets.reduce(0) { count, id in
                try statement.execute(arguments: [id.blob])
                return count + db.changesCount
            }
        }
    }

    /// Returns whether there are tickets whose codes have not been written yet.
    ///
    /// - Parameter event: The event of the list.
    /// - Returns: `false` also for tickets that came from another ledger.
    /// - Throws: ``LedgerError``.
    public func hasUncodedTickets(of event: EventID) async throws -> Bool {
        try await read { db in
            let sql = "SELECT EXISTS (SELECT 1 FROM ticket WHERE event = ? AND uncoded)"
            return try Bool.fetchOne(db, sql: sql, arguments: [event.blob]) == true
        }
    }
}

extension ListIssue {
    /// The place of each new ticket in the order of identifiers, from 1. Revisions follow it, as those of an imported
    /// list do: in that order the tickets travel, and hubs and other ledgers write neighbours in their tables.
    private var places: [Int64] {
        var places = [Int64](repeating: 0, count: new.count)
        let sorted = new.indices.sorted { new[$0].ticket.ticket.id < new[$1].ticket.ticket.id }
        for (place, index) in sorted.enumerated() { places[index] = Int64(place + 1) }
        return places
    }

    fileprivate func addNewTickets(from number: Int?, in db: Database) throws {
        let last = try IssuedTicket.lastRevision(in: db)
        let origin = try db.cachedStatement(sql: "UPDATE ticket SET import = ?1, listed = ?1, line = ?2 WHERE id = ?3")
        for ((ticket, line), place) in zip(new, places) {
            try ticket.insertTier(in: db)
            try ticket.insert(rev: last + place, in: db)
            if let number { try origin.execute(arguments: [number, line, ticket.ticket.id.blob]) }
        }
    }

    fileprivate func correct(in db: Database) throws {
        guard !corrected.isEmpty else { return }
        try db.execute(sql: "CREATE TEMP TABLE corrected (id BLOB PRIMARY KEY)")
        defer { try? db.execute(sql: "DROP TABLE temp.corrected") }
        for ticket in corrected {
            try db.execute(sql: "INSERT INTO temp.corrected VALUES (?)", arguments: [ticket.ticket.id.blob])
        }
        let index = SearchIndex(db)
        try index.remove(ticketsIn: "temp.corrected")
        for ticket in corrected {
            try ticket.insertTier(in: db)
            try db.execute(
                sql: """
                    UPDATE ticket SET tier = ?, holder = ?, reference = ?, admits = ?, note = ?, opens_ms = ?,
                        closes_ms = ? WHERE id = ?
                    """,
                arguments: [
                    ticket.tier, ticket.holder, ticket.reference, ticket.admits, ticket.note,
                    ticket.opens?.milliseconds, ticket.closes?.milliseconds, ticket.ticket.id.blob,
                ]
            )
        }
        try index.add(ticketsIn: "temp.corrected")
    }
}
