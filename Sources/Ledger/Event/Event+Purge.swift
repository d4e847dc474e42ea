// Events whose names were purged from this ledger.

import GRDB
import TicketSigning

extension EventID {
    /// Returns the events whose names were purged from this ledger.
    static func purged(in db: Database) throws -> Set<EventID> {
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT event FROM purge"))
        return Set(try rows.map { try $0.identifier("event") })
    }

    /// Rejects a list for an event whose names were purged.
    func requireNames(in db: Database) throws {
        try requireUnpurged("so no list can be imported; create a new event with `doorcheck event new`", in: db)
    }

    /// - Parameters:
    ///   - rest: The consequence, and what to do.
    ///   - db: Any database connection of the ledger.
    /// - Throws: ``LedgerError/refused(_:)`` if the event's names were purged.
    func requireUnpurged(_ rest: String, in db: Database) throws {
        let sql = "SELECT slug FROM purge JOIN event ON event.id = purge.event WHERE event = ?"
        guard let slug = try String.fetchOne(db, sql: sql, arguments: [blob]) else { return }
        throw LedgerError.refused("The names of event '\(slug)' were purged from this ledger, \(rest).")
    }
}
