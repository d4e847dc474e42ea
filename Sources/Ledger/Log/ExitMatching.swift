// Matches exits with the entries that they follow.

import FoundationEssentials
import GRDB
import TicketSigning

/// Finds the exits that take nobody out of a zone, because nobody is known to have entered with the ticket before.
///
/// A gate lets people out whose entry has not arrived yet. Once it arrives, the exit follows it in the order of the
/// logical clocks and takes its person out. An exit that follows no entry counts for nobody, however often it is
/// repeated: otherwise whoever leaves twice could enter twice, or empty a full zone.
enum ExitMatching {
    /// How many tickets are matched again in one transaction, so that no guest waits for those of others.
    private static let ticketLimit = 100

    /// Matches the exits of tickets that were changed, and corrects the zones' counts. As long as lines are judged
    /// again after a revocation, the tickets wait, so that each is matched once.
    ///
    /// - Parameter db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    /// - Complexity: Reads the lines of at most 100 tickets; one look-up if there are none.
    static func update(in db: Database) throws {
        let next = try db.cachedStatement(sql: "SELECT event, ticket FROM rematch LIMIT \(ticketLimit)")
        let changed = try Row.fetchAll(next)
        guard !changed.isEmpty, try !LineCounting.isScheduled(in: db) else { return }
        var done: Set<Family> = []
        for row in changed {
            let (event, ticket): (EventID, TicketID) = (try row.identifier("event"), try row.identifier("ticket"))
            try db.cachedStatement(sql: "DELETE FROM rematch WHERE event = ? AND ticket = ?")
                .execute(arguments: [event.blob, ticket.blob])
            let family = try Family(of: ticket, at: event, in: db)
            if done.insert(family).inserted { try update(family, in: db) }
        }
    }

    /// Whether the next transaction will match tickets that wait for it.
    static func isDue(in db: Database) throws -> Bool {
        try isPending(in: db) && !LineCounting.isScheduled(in: db)
    }

    /// Whether tickets wait to be matched again.
    static func isPending(in db: Database) throws -> Bool {
        try Bool.fetchOne(db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM rematch)")) == true
    }

    private static func update(_ family: Family, in db: Database) throws {
        guard let lines = try family.lines(in: db) else { return try family.giveUp(in: db) }
        try family.resume(in: db)
        let unmatched = Set(unmatched(among: lines).map(\.number))
        for exit in lines where exit.people < 0 && exit.kind != .void {
            let number = exit.number
            let key: StatementArguments = [number.box.blob, number.seq, Data(number.chain)]
            if unmatched.contains(number) {
                let sql = "INSERT OR IGNORE INTO unmatched_exit VALUES (?, ?, ?, ?, ?)"
                try db.cachedStatement(sql: sql).execute(arguments: key + [exit.event.blob, exit.zone.text])
            } else {
                let sql = "DELETE FROM unmatched_exit WHERE box = ? AND seq = ? AND chain = ?"
                try db.cachedStatement(sql: sql).execute(arguments: key)
            }
        }
    }

    /// Returns the exits at which nobody was inside.
    ///
    /// - Parameter lines: The lines of tickets that share their entries, at one event, in the order of the book.
    /// - Returns: The exits, in the same order.
    private static func unmatched(among lines: [MovementRecord]) -> [MovementRecord] {
        var inside: [ZoneName: Int] = [:]
        return MovementRecord.withoutUndone(lines).filter { line in
            let people = inside[line.zone, default: 0] + line.people
            inside[line.zone] = max(0, people)
            return people < 0
        }
    }

    /// Returns whether the table has the exits that match no entry, and no others, found anew.
    ///
    /// - Parameter db: A database within a transaction.
    /// - Returns: `true` also as long as tickets wait to be matched again.
    /// - Throws: `DatabaseError`.
    static func isRight(in db: Database) throws -> Bool {
        guard try !isPending(in: db) else { return true }
        let exits = "SELECT DISTINCT event, ticket FROM scan WHERE people < 0 AND undone_seq IS NULL"
        let families = try Row.fetchAll(db, sql: exits).map {
            try Family(of: $0.identifier("ticket"), at: $0.identifier("event"), in: db)
        }
        let stored = try Set(Row.fetchAll(db, sql: "SELECT * FROM unmatched_exit").map(ScanReference.init))
        var left = stored
        for family in Set(families) {
            let lines = try family.lines(in: db)
            let unmatched = try lines.map { Set(Self.unmatched(among: $0).map(\.number)) } ?? family.exits(in: db)
            guard unmatched.isSubset(of: stored) else { return false }
            left.subtract(unmatched)
        }
        return left.isEmpty
    }
}

/// A ticket with all that replace it, at one event.
private struct Family: Hashable {
    private let root: TicketID
    private let event: EventID

    init(of ticket: TicketID, at event: EventID, in db: Database) throws {
        root = try ReplacementChain(of: ticket, ofEvent: event, in: db).root ?? ticket
        self.event = event
    }

    /// With more lines a ticket is not matched any more, and all of its exits match nobody: whoever writes so many must
    /// not hold up other guests.
    private static let lineLimit = 1000

    private static let members = """
        WITH RECURSIVE family (id) AS (
            SELECT ?1 UNION SELECT ticket.id FROM family JOIN ticket ON ticket.replaces = family.id
        ) SELECT id FROM family
        """

    /// Returns the lines in the order of the book; `nil` if there are too many.
    func lines(in db: Database) throws -> [MovementRecord]? {
        let count = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM (
                    SELECT 1 FROM scan WHERE ticket IN (\(Self.members)) AND slot IS NOT NULL
                    LIMIT \(Self.lineLimit + 1)
                )
                """)
        guard try Int.fetchOne(count, arguments: [root.blob]) ?? 0 <= Self.lineLimit else { return nil }
        let lines = try MovementRecord.all(of: root, inFamilyOf: root, in: db).filter { $0.event == event }
        // A ticket of another event replaces nothing, whatever its row says.
        let strangers = try Set(lines.map(\.ticket)).filter { try Family(of: $0, at: event, in: db) != self }
        return lines.filter { !strangers.contains($0.ticket) }
    }

    /// Lets all exits match nobody, also those that follow.
    func giveUp(in db: Database) throws {
        let members =
            "SELECT id FROM (\(Self.members)) WHERE id NOT IN (SELECT ticket FROM unmatchable WHERE event = ?2)"
        let arguments: StatementArguments = [root.blob, event.blob]
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO unmatched_exit
                SELECT box, seq, chain, event, zone FROM scan
                WHERE ticket IN (\(members)) AND \(Self.isExit)
                """, arguments: arguments)
        try db.execute(sql: "INSERT INTO unmatchable SELECT ?2, id FROM (\(members))", arguments: arguments)
    }

    /// Matches exits again: some of the lines turned out to be another ticket's.
    func resume(in db: Database) throws {
        let sql = "DELETE FROM unmatchable WHERE event = ?2 AND ticket IN (\(Self.members))"
        try db.cachedStatement(sql: sql).execute(arguments: [root.blob, event.blob])
    }

    /// Returns the numbers of all exits.
    func exits(in db: Database) throws -> Set<ScanReference> {
        let sql = "SELECT box, seq, chain FROM scan WHERE ticket IN (\(Self.members)) AND \(Self.isExit)"
        return try Set(Row.fetchAll(db, sql: sql, arguments: [root.blob, event.blob]).map(ScanReference.init))
    }

    private static let isExit = "event = ?2 AND people < 0 AND undone_seq IS NULL AND counts"
}
