// A row of the ticket list, as other ledgers know it.

import GRDB
public import TicketSigning

/// A ticket from the list: who holds it and what it is good for. Times are milliseconds since 1970, UTC.
///
/// Its status is not included: it follows from ``first`` and all changes. Flat, because its properties are the members
/// of the record's JSON.
public struct SharedTicket: Hashable, Sendable, Codable {
    /// When this version was made, and by which box.
    public internal(set) var stamp: HybridTimestamp
    /// Unique among all tickets.
    public let id: TicketID
    /// The event.
    public let event: EventID
    /// The user.
    public let user: UserID
    /// The epoch of the key that signed the code.
    @Bounded<KeyEpochBounds> public private(set) var epoch: UInt32
    /// The tier.
    public internal(set) var tier: String?
    /// The initial status.
    public internal(set) var first: String
    /// The holder's name; personal data.
    public internal(set) var holder: String?
    /// The e-mail address or order number; personal data.
    public internal(set) var reference: String?
    /// How many people it admits, if that differs from its tier or event.
    @BoundedIfPresent<AdmitsBounds> public private(set) var admits: Int?
    /// A note for staff.
    public internal(set) var note: String?
    /// The barcode of another platform.
    public internal(set) var barcode: String?
    /// The start of admission.
    @BoundedIfPresent<MomentBounds> public internal(set) var opens: Int64?
    /// The end of admission.
    @BoundedIfPresent<MomentBounds> public internal(set) var closes: Int64?
    /// `true` once it was taken off the list, absent before; a later import of it can bring it back.
    public internal(set) var removed: Bool?
    /// The ticket that this one replaces.
    public internal(set) var replaces: TicketID?

    init(_ row: Row) throws {
        stamp = HybridTimestamp(hlc: row["hlc"], box: try row.identifier("stamper"))
        id = try row.identifier("id")
        event = try row.identifier("event")
        user = try row.identifier("user")
        epoch = row["epoch"]
        tier = row["tier"]
        first = row["first_status"]
        holder = row["holder"]
        reference = row["reference"]
        admits = row["admits"]
        note = row["note"]
        barcode = row["barcode"]
        opens = row["opens_ms"]
        closes = row["closes_ms"]
        removed = row["removed"] as Bool ? true : nil
        replaces = row.optionalIdentifier("overlong") ?? row.optionalIdentifier("replaces")
    }

    /// Replaces an older version with this one; the caller handles its tier, its words, its status and
    /// ``ReplacementLimit``.
    ///
    /// - Parameters:
    ///   - signature: Its author's signature, which was verified.
    ///   - rev: The next revision.
    ///   - source: The epoch of the ledger that it came from; `nil` for one that was made here.
    ///   - isPurged: Whether the event's names were purged from this ledger; they are then not stored again.
    ///   - db: A database in a write transaction.
    /// - Throws: `DatabaseError`.
    func save(signature: RecordBytes?, rev: Int64, via source: EpochID?, isPurged: Bool, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO ticket (id, event, user, epoch, tier, status, first_status, holder, reference, admits, note,
                    barcode, opens_ms, closes_ms, replaces, hlc, stamper, via, rev, removed, purged, signature)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20,
                    ?21)
                ON CONFLICT (id) DO UPDATE SET event = excluded.event, user = excluded.user,
                    epoch = excluded.epoch, tier = excluded.tier,
                    first_status = excluded.first_status, holder = excluded.holder, reference = excluded.reference,
                    admits = excluded.admits, note = excluded.note, barcode = excluded.barcode,
                    opens_ms = excluded.opens_ms, closes_ms = excluded.closes_ms, replaces = excluded.replaces,
                    overlong = NULL, hlc = excluded.hlc, stamper = excluded.stamper, via = excluded.via,
                    rev = excluded.rev, removed = excluded.removed, purged = excluded.purged,
                    signature = excluded.signature
                """
        )
        func kept(_ text: String?) -> String? { isPurged ? nil : text }
        let isStripped = isPurged && [holder, reference, note, barcode].contains { $0 != nil }
        try statement.execute(arguments: [
            id.blob, event.blob, user.blob, epoch, tier, first, kept(holder), kept(reference), admits, kept(note),
            kept(barcode), opens, closes, replaces?.blob, stamp.hlc, stamp.box.blob, source?.blob, rev, removed == true,
            isStripped, signature?.asSignature,
        ])
    }
}

extension SharedTicket {
    /// Writes the members in the order of their names.
    func write(to line: inout LineWriter) {
        line.add("admits", admits)
        line.add("barcode", barcode)
        line.add("closes", closes)
        line.add("epoch", epoch)
        line.add("event", event)
        line.add("first", first)
        line.add("holder", holder)
        line.add("id", id)
        line.add("note", note)
        line.add("opens", opens)
        line.add("reference", reference)
        line.add("removed", removed)
        line.add("replaces", replaces)
        line.add("stamp", stamp)
        line.add("tier", tier)
        line.add("user", user)
    }

    /// Reads a ticket; returns `nil` if a required member is missing.
    init?(_ line: inout LineReader) {
        admits = line.integer("admits")
        barcode = line.text("barcode")
        closes = line.integer("closes")
        guard let epoch: UInt32 = line.integer("epoch"), let event: EventID = line.identifier("event"),
            let first = line.text("first")
        else { return nil }
        (self.epoch, self.event, self.first) = (epoch, event, first)
        holder = line.text("holder")
        guard let id: TicketID = line.identifier("id") else { return nil }
        self.id = id
        note = line.text("note")
        opens = line.integer("opens")
        reference = line.text("reference")
        removed = line.flag("removed")
        replaces = line.identifier("replaces")
        guard let stamp = line.stamp("stamp") else { return nil }
        self.stamp = stamp
        tier = line.text("tier")
        guard let user: UserID = line.identifier("user") else { return nil }
        self.user = user
    }
}
