// Numbers the versions of rows, and tells one numbering from the next.

import GRDB
public import TicketSigning

/// The scope of a ledger's revision numbers: it changes after a restore and in a copy, because revisions are then
/// assigned again.
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

extension ListCursor {
    /// How many past epochs a ledger knows; whoever has read in an earlier one begins anew.
    private static let pastLimit = 32

    /// Begins an epoch. What others have read in the one before stays read, up to here; but what has no timestamp yet
    /// gets another one in each copy, and the places that the hub has given this box are those of one copy only.
    ///
    /// - Parameters:
    ///   - place: Where the file is now.
    ///   - db: A database within a write transaction.
    /// - Throws: `DatabaseError`.
    static func beginEpoch(at place: String, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO past_epoch (epoch, lists_rev, tickets_rev)
                SELECT epoch, coalesce((SELECT min(rev) - 1 FROM event WHERE stamper IS NULL), lists_rev), stamped_rev
                FROM sync_state;
                DELETE FROM past_epoch WHERE number <= (SELECT max(number) FROM past_epoch) - ?;
                UPDATE sync_state SET epoch = ?, place = ?, offset_ms = NULL;
                DELETE FROM place_share;
                """,
            arguments: [Self.pastLimit, EpochID.random().blob, place])
    }

    /// Returns how much of this ledger somebody has read that has read in one of its past epochs, perhaps from a copy
    /// of it that went on.
    ///
    /// - Parameter db: A database within a transaction.
    /// - Returns: A position in the same epoch; `nil` if it is not known here.
    /// - Throws: `DatabaseError`.
    func common(in db: Database) throws -> ListCursor? {
        let statement = try db.cachedStatement(sql: "SELECT lists_rev, tickets_rev FROM past_epoch WHERE epoch = ?")
        guard let row = try Row.fetchOne(statement, arguments: [epoch.blob]) else { return nil }
        return ListCursor(
            epoch: epoch, lists: min(lists, row["lists_rev"]), tickets: min(tickets, row["tickets_rev"]))
    }
}
