// A version of an event or a ticket, and which of two wins.

import FoundationEssentials
import GRDB
import TicketSigning

/// A version of an event or a ticket, or a message, with what its author may do.
struct SharedVersion {
    /// The version.
    let record: SharedRecord
    /// Its author's signature; `nil` for one that this ledger's box wrote, and for one that nobody can verify.
    let signature: RecordBytes?
    /// What its author may do, as ``Authority/rank(of:in:)-(SharedRecord,_)`` says.
    let rank: Int
    /// Whether this ledger's box wrote it, and signs it whenever it sends it.
    let isOwn: Bool

    init(_ record: SharedRecord, signature: RecordBytes?, rank: Int, isOwn: Bool = false) {
        (self.record, self.signature, self.rank, self.isOwn) = (record, signature, rank, isOwn)
    }

    /// A version that this ledger's box writes as an organiser.
    static func mine(_ ticket: SharedTicket) -> SharedVersion {
        SharedVersion(.ticket(ticket), signature: nil, rank: Authority.greatestRank(at: ticket.stamp), isOwn: true)
    }

    /// Returns the version of an event that the ledger has.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - db: A database.
    ///   - authority: Returns what a box may do.
    /// - Returns: `nil` if there is none.
    /// - Throws: `DatabaseError`.
    static func event(
        _ id: EventID,
        in db: Database,
        _ authority: (BoxID) throws -> Authority
    ) throws -> SharedVersion? {
        let held = try db.cachedStatement(sql: "SELECT * FROM event WHERE id = ?")
        guard let row = try Row.fetchOne(held, arguments: [id.blob]) else { return nil }
        let event = try SharedEvent(row, in: db)
        return try SharedVersion(
            .event(event), signature: row.signature, rank: authority(event.stamp.box).rank(of: .event, in: id),
            isOwn: event.stamp.box == Box.owner(in: db).id)
    }

    /// Reads a ticket's row in a ledger with a box of its own.
    init(ticket row: Row, own: BoxID, _ authority: (BoxID) throws -> Authority) throws {
        let ticket = try SharedTicket(row)
        self.init(
            .ticket(ticket), signature: row.signature,
            rank: try authority(ticket.stamp.box).rank(of: .ticket(ticket), in: ticket.event),
            isOwn: ticket.stamp.box == own)
    }

    /// Returns whether this version wins over another one of the same event or ticket: by rank, then by time. The same
    /// version wins if it has its signature and the other one does not, so that others can verify it, too.
    func wins(over held: SharedVersion) throws -> Bool {
        guard rank == held.rank else { return rank > held.rank }
        guard record != held.record else { return signature != nil && held.signature == nil && !held.isOwn }
        return try record.wins(over: held.record)
    }
}

extension Row {
    /// The column `signature`.
    var signature: RecordBytes? { (self["signature"] as Data?).map { RecordBytes(Array($0)) } }
}
