// Numbers the versions of rows, and tells one numbering from the next.

import GRDB
public import TicketSigning

/// The scope of a ledger's revision numbers: it changes after a restore, because revisions are then assigned again.
public typealias EpochID = Identifier<LedgerEpoch>

/// The subject of ``EpochID``.
public enum LedgerEpoch: Sendable {}

/// The revisions of the short lists, in the order in which they were committed.
enum ListRevision {
    static func next(in db: Database) throws -> Int64 {
        let sql = "UPDATE sync_state SET lists_rev = lists_rev + 1 RETURNING lists_rev"
        guard let rev = try Int64.fetchOne(db.cachedStatement(sql: sql)) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the ledger has no state of its own")
        }
        return rev
    }
}
