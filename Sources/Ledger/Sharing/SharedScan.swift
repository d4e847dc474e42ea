// A line of a box's book, as other ledgers know it.

import FoundationEssentials
import GRDB
public import TicketSigning

/// A scan with its place in its box's chain; it never changes. Each box numbers its own 1, 2, 3 …
///
/// Flat, because its properties are the members of the record's JSON.
public struct SharedScan: Hashable, Sendable, Codable {
    /// The box.
    public let box: BoxID
    /// Sequence number within the box.
    @Bounded<SequenceBounds> public private(set) var seq: Int64
    /// The event.
    public let event: EventID
    /// The gate.
    public let gate: String
    /// The zone behind it.
    public let zone: String
    /// The ticket; `nil` if the code named none.
    public let ticket: TicketID?
    /// `entry`, `exit`, `check`, `override` or `void`.
    public let kind: String
    /// `admit`, `refuse` or `ask`.
    public let verdict: String
    /// The stable reason.
    public let reason: String
    /// `alone` or `hub`.
    public let decided: String?
    /// The number among the movements and voids of the ticket on the box.
    @BoundedIfPresent<SlotBounds> public private(set) var slot: Int?
    /// The change in the number of people in the zone: -1, 0 or 1.
    @Bounded<PeopleBounds> public private(set) var people: Int
    /// For a void, the box of the scan that it undoes.
    public let undoneBox: BoxID?
    /// For a void, the sequence number of that scan.
    @BoundedIfPresent<SequenceBounds> public private(set) var undoneSeq: Int64?
    /// For a void, the chain value of that scan, which is its own among all scans.
    public let undoneChain: RecordBytes?
    /// The start of the code's SHA-256 if no ticket is known.
    public let mark: RecordBytes?
    /// Who did it by hand.
    public let actor: String?
    /// The reason.
    public let why: String?
    /// The time by the box's wall clock, in milliseconds since 1970.
    @Bounded<MomentBounds> public private(set) var at: Int64
    /// What to add to ``at`` for the time by the hub's clock, in milliseconds; `nil` if the box did not know it.
    @BoundedIfPresent<ClockOffsetBounds> public private(set) var offset: Int64?
    /// Hybrid logical clock: order among boxes.
    @Bounded<LogicalTimeBounds> public private(set) var hlc: Int64
    /// SHA-256 over the chain before it and this scan.
    public let chain: RecordBytes

    private enum CodingKeys: String, CodingKey {
        case box, seq, event, gate, zone, ticket, kind, verdict, reason, decided, slot, people
        case undoneBox = "undone_box"
        case undoneSeq = "undone_seq"
        case undoneChain = "undone_chain"
        case mark, actor, why, at, offset, hlc, chain
    }

    init(_ row: Row) throws {
        box = try row.identifier("box")
        seq = row["seq"]
        event = try row.identifier("event")
        gate = row["gate"]
        zone = row["zone"]
        ticket = row.optionalIdentifier("ticket")
        kind = row["kind"]
        verdict = row["verdict"]
        reason = row["reason"]
        decided = row["decided"]
        slot = row["slot"]
        people = row["people"]
        undoneBox = row.optionalIdentifier("undone_box")
        undoneSeq = row["undone_seq"]
        undoneChain = (row["undone_chain"] as Data?).map { RecordBytes(Array($0)) }
        mark = (row["mark"] as Data?).map { RecordBytes(Array($0)) }
        actor = row["actor"]
        why = row["why"]
        at = row["at_ms"]
        offset = row["offset_ms"]
        hlc = row["hlc"]
        chain = RecordBytes(Array(row["chain"] as Data))
    }
}

extension Scan {
    /// Creates a scan from the book or from another ledger's record.
    ///
    /// - Throws: `DatabaseError` or ``LedgerError`` if the values are not those of a scan.
    init(_ scan: SharedScan) throws {
        guard let kind = ScanKind(rawValue: scan.kind), let answer = Answer(rawValue: scan.verdict),
            let gate = GateName(scan.gate), let zone = ZoneName(scan.zone), (-1...1).contains(scan.people),
            (0...Int(Int32.max)).contains(scan.slot ?? 0)
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a scan has an unknown kind or place") }
        var record = ScanRecord(
            kind: kind, answer: answer, reason: scan.reason,
            gate: Gate(event: scan.event, name: gate), zone: zone
        )
        record.ticket = scan.ticket
        record.slot = scan.slot
        record.people = scan.people
        record.decided = scan.decided.flatMap(DecisionSource.init)
        if let box = scan.undoneBox, let seq = scan.undoneSeq, let chain = scan.undoneChain?.bytes {
            record.undone = ScanReference(box: box, seq: seq, chain: chain)
        }
        record.mark = scan.mark?.bytes
        record.by = try scan.actor.map { try Attribution(actor: $0, why: scan.why) }
        self.init(
            box: scan.box, seq: scan.seq, record: record, at: Timestamp(milliseconds: scan.at), offset: scan.offset,
            hlc: scan.hlc
        )
    }
}

extension SharedScan {
    /// Writes the members in the order of their names.
    func write(to line: inout LineWriter) {
        line.add("actor", actor)
        line.add("at", at)
        line.add("box", box)
        line.add("chain", chain)
        line.add("decided", decided)
        line.add("event", event)
        line.add("gate", gate)
        line.add("hlc", hlc)
        line.add("kind", kind)
        line.add("mark", mark)
        line.add("offset", offset)
        line.add("people", people)
        line.add("reason", reason)
        line.add("seq", seq)
        line.add("slot", slot)
        line.add("ticket", ticket)
        line.add("undone_box", undoneBox)
        line.add("undone_chain", undoneChain)
        line.add("undone_seq", undoneSeq)
        line.add("verdict", verdict)
        line.add("why", why)
        line.add("zone", zone)
    }

    /// Reads a scan; returns `nil` if a required member is missing.
    init?(_ line: inout LineReader) {
        actor = line.text("actor")
        guard let at: Int64 = line.integer("at"), let box: BoxID = line.identifier("box"),
            let chain = line.bytes("chain")
        else { return nil }
        (self.at, self.box, self.chain) = (at, box, chain)
        decided = line.text("decided")
        guard let event: EventID = line.identifier("event"), let gate = line.text("gate"),
            let hlc: Int64 = line.integer("hlc"), let kind = line.text("kind")
        else { return nil }
        (self.event, self.gate, self.hlc, self.kind) = (event, gate, hlc, kind)
        mark = line.bytes("mark")
        offset = line.integer("offset")
        guard let people: Int = line.integer("people"), let reason = line.text("reason"),
            let seq: Int64 = line.integer("seq")
        else { return nil }
        (self.people, self.reason, self.seq) = (people, reason, seq)
        slot = line.integer("slot")
        ticket = line.identifier("ticket")
        undoneBox = line.identifier("undone_box")
        undoneChain = line.bytes("undone_chain")
        undoneSeq = line.integer("undone_seq")
        guard let verdict = line.text("verdict") else { return nil }
        self.verdict = verdict
        why = line.text("why")
        guard let zone = line.text("zone") else { return nil }
        self.zone = zone
    }
}
