// Imports the same file again, interpreted differently.

import GRDB
import TicketSigning

/// Matches the lines of a staged list with the tickets that they gave before.
struct ImportCorrection {
    private let db: Database
    private let event: EventID
    private let earlier: ListImport?

    /// - Parameters:
    ///   - event: The event that the list is for.
    ///   - earlier: The import of the same file, if it counts.
    ///   - db: A database with the list in `temp.listed`.
    /// - Throws: `DatabaseError`.
    init(of event: EventID, earlier: ListImport?, in db: Database) throws {
        self.db = db
        self.event = event
        self.earlier = earlier
        guard let earlier else { return }
        try db.execute(
            sql: """
                DROP TABLE IF EXISTS temp.given;
                CREATE TEMP TABLE given (line INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE);
                INSERT OR IGNORE INTO temp.given
                SELECT line, id FROM ticket WHERE event = ? AND import = ? AND NOT removed AND line NOT NULL;
                """,
            arguments: [event.blob, earlier.number]
        )
    }

    /// Applies ticket aliases: newer exports of a corrected file refer to its tickets as the correction does.
    ///
    /// - Returns: Whether any ticket was found this way.
    func followAliases() throws -> Bool {
        let isAny = "SELECT EXISTS (SELECT 1 FROM ticket_alias)"
        guard try Bool.fetchOne(db, sql: isAny) == true else { return false }
        try db.execute(
            sql: """
                UPDATE temp.listed SET own = coalesce(own, listed.id), id = ticket_alias.ticket
                FROM ticket_alias WHERE ticket_alias.id = listed.id
                """
        )
        return db.changesCount > 0
    }

    /// Assigns each line to the ticket that it gave before, unless it names one that came from elsewhere.
    ///
    /// - Returns: How many tickets were issued from the file before.
    func followLines() throws -> Int {
        guard let earlier else { return 0 }
        try db.execute(
            sql: """
                UPDATE temp.listed SET own = coalesce(own, listed.id), id = given.id
                FROM temp.given WHERE given.line = listed.line AND given.id <> listed.id AND NOT EXISTS (
                    SELECT 1 FROM ticket WHERE ticket.id = listed.id AND ticket.import IS NOT ? AND NOT ticket.removed
                )
                """,
            arguments: [earlier.number]
        )
        return earlier.kind == .issued ? db.changesCount : 0
    }

    /// Finds tickets whose lines now give another ticket or duplicate an earlier line.
    ///
    /// - Parameter isAll: Whether to include tickets whose lines now give none; otherwise such a line may have a
    ///   fault.
    /// - Returns: How many will be removed from the list, and how many stay because somebody has entered with them.
    /// - Throws: `DatabaseError`.
    func findUnclaimed(inAllLines isAll: Bool) throws -> (going: Int, staying: Int) {
        guard earlier != nil else { return (0, 0) }
        try db.execute(
            sql: """
                INSERT INTO temp.unclaimed
                SELECT given.id FROM temp.given JOIN ticket ON ticket.id = given.id
                WHERE (?1 OR given.line IN (SELECT line FROM temp.again UNION SELECT line FROM temp.staged))
                    AND given.id NOT IN (SELECT id FROM temp.listed) AND ticket.status <> 'replaced';
                DROP TABLE temp.given;
                """,
            arguments: [isAll]
        )
        let count = "SELECT count(*) FROM temp.unclaimed"
        let all = try Int.fetchOne(db, sql: count) ?? 0
        let staying = try Int.fetchOne(
            db, sql: "\(count) WHERE EXISTS (SELECT 1 FROM admission WHERE admission.ticket = unclaimed.id)")
        return (all - (staying ?? 0), staying ?? 0)
    }
}
