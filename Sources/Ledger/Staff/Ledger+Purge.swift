// Removes names and keeps counts.

import GRDB
public import TicketSigning

/// The personal data of an event that is over.
public struct PersonalData: Hashable, Sendable {
    /// The number of tickets of the event.
    public let tickets: Int
    /// The number of tickets with a holder's name.
    public let names: Int
    /// The number of tickets with an e-mail address or order number.
    public let references: Int
    /// The number of tickets with a note of their own.
    public let notes: Int
    /// The number of tickets with a reason from staff for their status.
    public let reasons: Int
    /// The number of tickets with another platform's barcode.
    public let barcodes: Int
    /// The number of messages to the gates.
    public let messages: Int

    /// Whether there is nothing left.
    public var isEmpty: Bool { names + references + notes + reasons + barcodes + messages == 0 }
}

extension Ledger {
    /// Returns what ``purge(_:on:)`` would remove from an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: The number of tickets for each kind of data.
    /// - Throws: ``LedgerError``.
    public func personalData(of event: EventID) async throws -> PersonalData {
        try await read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT count(*) AS tickets, count(holder) AS names, count(reference) AS reference_count,
                        count(note) AS notes, count(status_why) AS reasons, count(barcode) AS barcodes,
                        (SELECT count(*) FROM message WHERE event = ?1) AS messages
                    FROM ticket WHERE event = ?1
                    """,
                arguments: [event.blob]
            )
            return PersonalData(
                tickets: row?["tickets"] ?? 0,
                names: row?["names"] ?? 0,
                references: row?["reference_count"] ?? 0,
                notes: row?["notes"] ?? 0,
                reasons: row?["reasons"] ?? 0,
                barcodes: row?["barcodes"] ?? 0,
                messages: row?["messages"] ?? 0
            )
        }
    }

    /// Removes names, references, notes, status reasons and barcodes from an event's tickets, the record of its
    /// imports, and the messages to its gates; tickets, scans and counts stay.
    ///
    /// The data does not come back: lists, messages and reissues are refused from now on, and names and messages that
    /// other ledgers send are left out. Other ledgers keep what they have.
    ///
    /// None of the data remains in the ledger's files: the index of names is rebuilt, the file is rewritten, and the
    /// log next to it is emptied. No one else can write until this returns.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - instant: The current time by this machine's wall clock.
    /// - Throws: ``LedgerError/refused(_:)`` while a list is being imported; ``LedgerError/locked(path:by:)`` while
    ///   another program reads the ledger: the names are then removed from the tables, but may remain in the log
    ///   until the purge is repeated. Other ``LedgerError``.
    /// - Complexity: Rewrites the whole file, under the lock.
    public func purge(_ event: EventID, on instant: Timestamp) async throws {
        guard lock?.beginImport() ?? true else {
            throw LedgerError.refused("A list is being imported into this ledger; purge it when the import is done.")
        }
        defer { lock?.endImport() }
        try await write { db in
            try db.execute(sql: "PRAGMA secure_delete = ON")
            let stamped = try Int64.fetchOne(db, sql: "SELECT stamped_rev FROM sync_state")
            let isStamped = try IssuedTicket.lastRevision(in: db) == stamped
            try db.execute(
                sql: """
                    UPDATE ticket SET holder = NULL, reference = NULL, note = NULL, status_why = NULL, barcode = NULL,
                        purged = purged OR coalesce(holder, reference, note, barcode) IS NOT NULL
                    WHERE event = ? AND coalesce(holder, reference, note, status_why, barcode) IS NOT NULL;
                    DELETE FROM ticket_alias WHERE ticket IN (SELECT id FROM ticket WHERE event = ?);
                    UPDATE ticket SET import = NULL, line = NULL, listed = NULL WHERE event = ? AND
                        coalesce(import, line, listed) IS NOT NULL;
                    DELETE FROM import_before WHERE import IN (SELECT number FROM list_import WHERE event = ?);
                    DELETE FROM list_import WHERE event = ?;
                    DELETE FROM message WHERE event = ?;
                    DELETE FROM former_version WHERE event = ?;
                    INSERT OR IGNORE INTO purge (event, at_ms) VALUES (?, ?);
                    """,
                arguments: [
                    event.blob, event.blob, event.blob, event.blob, event.blob, event.blob, event.blob,
                    event.blob, instant.milliseconds,
                ]
            )
            // This is not a new version: other ledgers keep the names until they purge them.
            if isStamped { try Self.markStamped(in: db) }
            try SearchIndex(db).rebuild()
        }
        let path = path
        try await writeOutsideTransaction { db in
            try db.execute(sql: "VACUUM")
            guard try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")?["busy"] == 0 else {
                throw LedgerError.locked(path: path)
            }
        }
    }
}

extension Ledger {
    /// Returns when an event's names were purged from this ledger.
    ///
    /// - Parameter event: The event.
    /// - Returns: The time by this machine's wall clock; `nil` if they were not.
    /// - Throws: ``LedgerError``.
    public func purgeTime(of event: EventID) async throws -> Timestamp? {
        try await read { db in
            try Int64.fetchOne(db, sql: "SELECT at_ms FROM purge WHERE event = ?", arguments: [event.blob])
                .map(Timestamp.init(milliseconds:))
        }
    }
}
