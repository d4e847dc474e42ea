// A staff change to a ticket, as other ledgers know it.

import FoundationEssentials
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
    /// SHA-256 over the chain before it and this change.
    public private(set) var chain: RecordBytes

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
        chain = RecordBytes(Array(row["chain"] as Data))
    }

    init(
        box: BoxID, seq: Int64, ticket: TicketID, action: TicketAction, was: TicketStatus, status: TicketStatus,
        by attribution: Attribution, at instant: Timestamp, hlc: Int64, after previous: LogChain
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
        chain = RecordBytes([])
        chain = RecordBytes(previous.appending(canonicalBytes).head)
    }

    func insert(signature: RecordBytes?, branch: Int, counts: Bool, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO ticket_change
                    (box, seq, branch, ticket, action, was, status, actor, why, at_ms, hlc, chain, signature,
                    counts, rev)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(rev), 0) + 1 FROM ticket_change))
                """
        )
        try statement.execute(arguments: [
            box.blob, seq, branch, ticket.blob, action, was, status, actor, why, at, hlc, Data(chain.bytes),
            signature?.asLineSignature, counts,
        ])
    }
}

extension SharedChange {
    /// The bytes that the chain covers: `"doorcheck/change/v1\0"`, box (16 bytes), seq (be64), ticket (16), at (be64,
    /// ms), hlc (be64), then action, was, status, actor and why, each as be16 length and bytes; an absent reason is
    /// the same as an empty one.
    var canonicalBytes: [UInt8] {
        var bytes = Array("doorcheck/change/v1\0".utf8) + box.bytes
        bytes.append(bigEndian: seq)
        bytes += ticket.bytes
        bytes.append(bigEndian: at)
        bytes.append(bigEndian: hlc)
        for text in [action, was, status, actor, why ?? ""] { bytes.append(measured: Array(text.utf8)) }
        return bytes
    }
}
