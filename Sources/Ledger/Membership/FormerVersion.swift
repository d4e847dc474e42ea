// Versions that others have replaced, which organisers' machines keep.

import FoundationEssentials
import GRDB
import TicketSigning

/// Keeps versions of events and tickets that lost to another box's, so that the organiser can bring them back when
/// that box is revoked.
struct FormerVersions {
    private let db: Database
    private let purged: Set<EventID>

    /// Is `nil` on a machine that does not organise: nobody revokes boxes there.
    ///
    /// - Parameter db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    init?(organisedIn db: Database) throws {
        guard try Root.pinned(in: db) != nil, let own = try Box.own(in: db),
            try Authority(of: own.id, in: db).role == .organiser
        else { return nil }
        try self.init(db)
    }

    /// - Parameter db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    init(_ db: Database) throws {
        self.db = db
        purged = try EventID.purged(in: db)
    }

    /// Keeps a version, except of an event whose names were purged.
    func keep(_ record: SharedRecord) throws {
        guard let subject = record.versionedID, let stamp = record.stamp, !purged.contains(subject.event) else {
            return
        }
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO former_version (subject, event, stamper, hlc, record) VALUES (?, ?, ?, ?, ?)")
        try statement.execute(arguments: [
            subject.id, subject.event.blob, stamp.box.blob, stamp.hlc,
            String(decoding: try record.line(), as: UTF8.self),
        ])
    }

    /// Returns what is kept of an event or a ticket.
    func all(of subject: Data) throws -> [SharedRecord] {
        let statement = try db.cachedStatement(sql: "SELECT record FROM former_version WHERE subject = ?")
        return try String.fetchAll(statement, arguments: [subject]).map { try SharedRecord(line: Data($0.utf8)) }
    }

    /// Notes the revision of the version that stands for those of a box.
    func stand(_ rev: Int64, for box: BoxID, of subject: Data) throws {
        let sql = "UPDATE former_version SET stand_in = ? WHERE subject = ? AND stamper = ?"
        try db.cachedStatement(sql: sql).execute(arguments: [rev, subject, box.blob])
    }
}

extension SharedRecord {
    /// The identifiers of what a version is of, and of its event; `nil` for records without versions.
    fileprivate var versionedID: (id: DatabaseValue, event: EventID)? {
        switch self {
        case .event(let event): (event.id.blob, event.id)
        case .ticket(let ticket): (ticket.id.blob, ticket.event)
        case .box, .membership, .key, .message, .change, .scan: nil
        }
    }
}
