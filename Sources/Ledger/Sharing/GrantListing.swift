// Listing the tickets that follow from grants.

import FoundationEssentials
import GRDB
import TicketSigning

/// Lists the tickets of grants, some at a time: whoever has a ticket then finds its grant and number. Until all are
/// listed, the grant verifies no ticket.
enum GrantListing {
    /// Whether tickets of a grant are not listed yet: this was interrupted, or is under way.
    static func isDue(in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM partner_grant WHERE listed < tickets)") ?? false
    }

    /// Lists some tickets of one grant.
    ///
    /// - Parameters:
    ///   - length: How many.
    ///   - db: A database in a write transaction.
    /// - Returns: Whether there were any.
    /// - Throws: `DatabaseError`.
    static func listPiece(of length: Int, in db: Database) throws -> Bool {
        let due = "SELECT * FROM partner_grant WHERE listed < tickets ORDER BY rev LIMIT 1"
        guard let row = try Row.fetchOne(db, sql: due) else { return false }
        guard let grant = SharedGrant(row).facts else { return false }
        let start = row["listed"] as Int
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO granted_ticket (id, partner_grant, number, tier) VALUES (?, ?, ?, ?)")
        for place in min(start, grant.count)..<min(start + length, grant.count) {
            guard let (number, tier) = grant.number(at: place) else { continue }
            try statement.execute(arguments: [grant.ticket(number).id.blob, grant.id.blob, number, tier])
        }
        let end = min(start + length, grant.count)
        // The number of tickets as well: a file in which it is wrong would be listed for ever.
        try db.execute(
            sql: "UPDATE partner_grant SET listed = ?, tickets = ? WHERE id = ?",
            arguments: [end, grant.count, grant.id.blob])
        if end == grant.count { try judgeChanges(of: grant.id, in: db) }
        return true
    }

    /// What staff did to these tickets may have come first: whether a box may do it depends on the event.
    private static func judgeChanges(of grant: GrantID, in db: Database) throws {
        let waiting = """
            SELECT DISTINCT box FROM ticket_change JOIN granted_ticket ON granted_ticket.id = ticket_change.ticket
            WHERE NOT counts AND partner_grant = ?
            """
        for row in try Row.fetchAll(db, sql: waiting, arguments: [grant.blob]) {
            try LineCounting.schedule(row.identifier("box"), in: db)
        }
    }
}

extension Ledger {
    /// Lists the tickets of grants, in pieces between which guests are let in. Where that is interrupted, it goes on
    /// after the next page that is merged, or when the ledger is opened again.
    ///
    /// - Throws: ``LedgerError``.
    func listGrantedTickets() async throws {
        guard try await read({ db in try GrantListing.isDue(in: db) }) else { return }
        var count = MergePiece.first
        while true {
            let (start, length) = (ContinuousClock.now, count)
            guard try await write({ db in try GrantListing.listPiece(of: length, in: db) }) else { return }
            count = MergePiece.length(after: length, taking: ContinuousClock.now - start)
            try await letOthersWrite(since: start)
        }
    }

    /// Lists the tickets of grants of which the listing was interrupted.
    func finishInterruptedListing() throws {
        guard lock != nil, try queue.read({ try GrantListing.isDue(in: $0) }) else { return }
        try queue.writeWithoutTransaction { db in
            while try transaction(in: db, { try GrantListing.listPiece(of: Self.pieceCount, in: $0) }) {}
        }
    }
}

extension PartnerGrant {
    /// Returns the number at a place among all of the grant, and its tier; `nil` behind the last one.
    fileprivate func number(at place: Int) -> (UInt32, tier: String?)? {
        var place = place
        for range in ranges {
            if place < range.numbers.count { return (range.numbers.lowerBound + UInt32(place), range.tier) }
            place -= range.numbers.count
        }
        return nil
    }
}
