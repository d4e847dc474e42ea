// A staff change to a ticket, as other ledgers know it.

import GRDB
public import TicketSigning

/// One thing that staff did to a ticket; it never changes. Each box numbers its own 1, 2, 3 …
///
/// Flat, because its properties are the members of the record's JSON.
public struct SharedChange: Hashable, Sendable, Codable {
    /// The box.
    public let box: BoxID
    /// Sequence number within the box.
    @Bounded<SequenceBounds> public private(set) var seq: Int64
    /// The ticket.
    public let ticket: TicketID
    /// `pay`, `block`, `revoke`, `restore` or `reissue`.
    public let action: String
    /// The ticket's status before, as the box knew it.
    public let was: String
    /// The ticket's status afterwards.
    public let status: String
    /// Who did it.
    public let actor: String
    /// The reason.
    public let why: String?
    /// The time by the box's wall clock, in milliseconds since 1970.
    @Bounded<MomentBounds> public private(set) var at: Int64
    /// Hybrid logical clock: order among boxes.
    @Bounded<LogicalTimeBounds> public private(set) var hlc: Int64

    init(_ row: Row) throws {
        box = try row.identifier("box")
        seq = row["seq"]
        ticket = try row.identifier("ticket")
        action = row["action"]
        was = row["was"]
        status = row["status"]
        actor = row["actor"]
        why = row["why"]
        at = row["at_ms"]
        hlc = row["hlc"]
    }

    init(
        box: BoxID, seq: Int64, ticket: TicketID, action: TicketAction, was: TicketStatus, status: TicketStatus,
        by attribution: Attribution, at instant: Timestamp, hlc: Int64
    ) {
        self.box = box
        self.seq = seq
        self.ticket = ticket
        self.action = action.rawValue
        self.was = was.rawValue
        self.status = status.rawValue
        self.actor = attribution.actor
        self.why = attribution.why
        self.at = instant.milliseconds
        self.hlc = hlc
    }

    func insert(in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO ticket_change
                    (box, seq, ticket, action, was, status, actor, why, at_ms, hlc, rev)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(rev), 0) + 1 FROM ticket_change))
                """
        )
        try statement.execute(arguments: [
            box.blob, seq, ticket.blob, action, was, status, actor, why, at, hlc,
        ])
    }
}
