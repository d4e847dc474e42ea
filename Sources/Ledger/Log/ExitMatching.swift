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
    /// Matches the exits of the tickets that the transaction has changed, and corrects the zones' counts.
    ///
    /// - Parameter db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    /// - Complexity: Reads the lines of these tickets; one look-up if there are none.
    static func update(in db: Database) throws {
        let changed = try Row.fetchAll(db.cachedStatement(sql: "SELECT event, ticket FROM rematch"))
        guard !changed.isEmpty else { return }
        try db.execute(sql: "DELETE FROM rematch")
        var done: Set<Family> = []
        for row in changed {
            let family = try Family(of: row.identifier("ticket"), at: row.identifier("event"), in: db)
            if done.insert(family).inserted { try update(family, in: db) }
        }
    }

    private static func update(_ family: Family, in db: Database) throws {
        let lines = try family.lines(in: db)
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

    /// Returns all exits that match no entry, found anew.
    ///
    /// - Parameter db: A database within a transaction.
    /// - Returns: Their numbers.
    /// - Throws: `DatabaseError`.
    static func all(in db: Database) throws -> Set<ScanReference> {
        let exits = "SELECT DISTINCT event, ticket FROM scan WHERE people < 0 AND undone_seq IS NULL"
        let families = try Row.fetchAll(db, sql: exits).map {
            try Family(of: $0.identifier("ticket"), at: $0.identifier("event"), in: db)
        }
        return try Set(families).reduce(into: []) { numbers, family in
            numbers.formUnion(try unmatched(among: family.lines(in: db)).map(\.number))
        }
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

    func lines(in db: Database) throws -> [MovementRecord] {
        let lines = try MovementRecord.all(of: root, inFamilyOf: root, in: db).filter { $0.event == event }
        // A ticket of another event replaces nothing, whatever its row says.
        let strangers = try Set(lines.map(\.ticket)).filter { try Family(of: $0, at: event, in: db) != self }
        return lines.filter { !strangers.contains($0.ticket) }
    }
}
