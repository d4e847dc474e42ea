// What records were left out for.

import FoundationEssentials
import GRDB
import TicketSigning

/// Boxes and events for want of which records were left out: the boxes may not write versions, or nobody has told of
/// the boxes or events. When a membership, an event, or, in a ledger without a root, a box arrives, what others have
/// sent is read again.
enum Awaited {
    /// The maximum number of identifiers in the table. Once it is full, anything that arrives counts as awaited: a
    /// stranger who invents boxes and events costs the reader time, not space.
    static let limit = 1000

    /// Notes a box or an event.
    static func begin(for id: Identifier<some Any>, in db: Database) throws {
        let sql = "INSERT OR IGNORE INTO awaited SELECT ?1 WHERE (SELECT count(*) FROM awaited) < ?2"
        try db.cachedStatement(sql: sql).execute(arguments: [id.blob, limit])
    }

    /// Reads everything again that others have sent, if a box or an event was awaited.
    ///
    /// - Parameters:
    ///   - id: A box that may write versions from now on, or a box or event that is new here.
    ///   - db: The ledger, in a write transaction.
    /// - Throws: Errors of the ledger.
    static func end(for id: Identifier<some Any>, in db: Database) throws {
        if try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM awaited")) == limit {
            try db.execute(sql: "DELETE FROM awaited")
        } else {
            try db.execute(sql: "DELETE FROM awaited WHERE id = ?", arguments: [id.blob])
            guard db.changesCount > 0 else { return }
        }
        try readAgain(in: db)
    }

    /// Reads everything again that others have sent.
    static func readAgain(in db: Database) throws {
        try db.execute(sql: "UPDATE peer SET epoch = NULL, lists_rev = 0, tickets_rev = 0")
    }
}
