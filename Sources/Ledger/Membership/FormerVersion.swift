// Versions that others have replaced, which organisers' machines keep, and others of their own.

import FoundationEssentials
import GRDB
import TicketSigning

/// Keeps versions of events and tickets that lost to another box's, so that they can be brought back when that box is
/// revoked.
struct FormerVersions {
    private let db: Database
    private let purged: Set<EventID>
    /// The box whose versions alone are kept; `nil` for those of all boxes.
    private let author: BoxID?

    /// Keeps all on an organiser's machine, where boxes are revoked, and on another one what its own box wrote, which
    /// nobody else may have. Is `nil` in a ledger that belongs to no organiser.
    ///
    /// - Parameter db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    init?(losingIn db: Database) throws {
        guard try Root.pinned(in: db) != nil, let own = try Box.own(in: db) else { return nil }
        try self.init(db, of: Authority(of: own.id, in: db).role == .organiser ? nil : own.id)
    }

    /// - Parameters:
    ///   - db: A database in a write transaction.
    ///   - author: The box whose versions alone are kept; `nil` for those of all boxes.
    /// - Throws: `DatabaseError`.
    init(_ db: Database, of author: BoxID? = nil) throws {
        self.db = db
        self.author = author
        purged = try EventID.purged(in: db)
    }

    /// Keeps a version, except of an event whose names were purged.
    func keep(_ record: SharedRecord) throws {
        guard author == nil || record.author == author, let subject = VersionSubject(of: record),
            let event = record.event, let stamp = record.stamp, !purged.contains(event), record.fitsTable
        else { return }
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO former_version (kind, subject, event, stamper, hlc, record)
                VALUES (?, ?, ?, ?, ?, ?)
                """)
        try statement.execute(arguments: [
            subject.kind, subject.id, event.blob, stamp.box.blob, stamp.hlc,
            String(decoding: try record.line(), as: UTF8.self),
        ])
    }

    /// Returns what is kept of an event or a ticket.
    func all(of subject: VersionSubject) throws -> [SharedRecord] {
        let sql = "SELECT record FROM former_version WHERE kind = ? AND subject = ?"
        let statement = try db.cachedStatement(sql: sql)
        return try String.fetchAll(statement, arguments: [subject.kind, subject.id]).map {
            try SharedRecord(line: Data($0.utf8))
        }
    }

    /// Returns the last version of a ticket by the box whose versions alone are kept; `nil` if there is none, and where
    /// those of all boxes are kept.
    func last(of ticket: TicketID) throws -> SharedTicket? {
        guard let author else { return nil }
        let sql = """
            SELECT record FROM former_version WHERE kind = 'ticket' AND subject = ? AND stamper = ?
            ORDER BY hlc DESC LIMIT 1
            """
        let statement = try db.cachedStatement(sql: sql)
        guard let line = try String.fetchOne(statement, arguments: [ticket.blob, author.blob]),
            case .ticket(let version) = try SharedRecord(line: Data(line.utf8))
        else { return nil }
        return version
    }

    /// Notes that the present version stands for those of a box.
    func stand(for box: BoxID, of subject: VersionSubject) throws {
        let sql = """
            UPDATE former_version SET stand_in = (SELECT rev FROM \(subject.kind) WHERE id = ?2)
            WHERE kind = ?1 AND subject = ?2 AND stamper = ?3
            """
        try db.cachedStatement(sql: sql).execute(arguments: [subject.kind, subject.id, box.blob])
    }
}

/// An event or a ticket. A hostile box gives one the identifier of the other.
struct VersionSubject: Hashable {
    /// The table that it is in: `event` or `ticket`.
    let kind: String
    let id: Data

    init(_ kind: String, _ id: Data) {
        (self.kind, self.id) = (kind, id)
    }

    /// Is `nil` for records without versions.
    init?(of record: SharedRecord) {
        switch record {
        case .event(let event): self.init("event", Data(event.id.bytes))
        case .ticket(let ticket): self.init("ticket", Data(ticket.id.bytes))
        case .box, .membership, .key, .grant, .message, .change, .scan: return nil
        }
    }
}

extension SharedRecord {
    /// Whether a version that has lost, and that no table has checked, could be written to its table.
    fileprivate var fitsTable: Bool {
        guard case .ticket(let ticket) = self else { return true }
        let isInOrder = (ticket.opens ?? .min) < (ticket.closes ?? .max)
        return TicketStatus(rawValue: ticket.first) != nil && isInOrder
    }

    /// The event of a version; `nil` for records without versions.
    var event: EventID? {
        switch self {
        case .event(let event): event.id
        case .ticket(let ticket): ticket.event
        case .box, .membership, .key, .grant, .message, .change, .scan: nil
        }
    }
}
