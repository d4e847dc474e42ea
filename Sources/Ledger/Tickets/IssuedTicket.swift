// A ticket as the organiser's list has it.

import GRDB
public import TicketSigning

/// A row of the ticket list: who holds a ticket, and what it is good for.
public struct IssuedTicket: Hashable, Sendable {
    /// What the code says: event, user and ticket.
    public let ticket: Ticket
    /// Which of the event's keys signed the code.
    public let epoch: UInt32
    /// The kind of ticket, such as `VIP`.
    public let tier: String?
    /// What the organiser says of it.
    public let status: TicketStatus
    /// Whose it is; personal data.
    public let holder: String?
    /// E-mail address or order number; personal data.
    public let reference: String?
    /// How many people it lets in, 1 to 1000, where it differs from its tier's or event's.
    public let admits: Int?
    /// What staff checks: `student card`.
    public let note: String?
    /// Admitted from this moment on, where it differs from the event's.
    public let opens: Timestamp?
    /// Admitted before this moment, where it differs from the event's.
    public let closes: Timestamp?
    /// What staff said when they set the status.
    public let statusWhy: String?
    /// The ticket that this one was issued in place of.
    public let replaces: TicketID?
    /// Whether it was taken off the list with the import that brought it; no door admits it.
    public let isRemoved: Bool

    /// - Parameters:
    ///   - ticket: Event, user and ticket; a new ticket gets a random identifier.
    ///   - epoch: Of the key that signs the code.
    ///   - tier: Kind of ticket.
    ///   - status: Of the ticket.
    ///   - holder: Name.
    ///   - reference: E-mail address or order number.
    ///   - admits: 1 to 1000 people; `nil` for as many as its tier or event says.
    ///   - note: What staff checks.
    ///   - opens: Start of admission.
    ///   - closes: End of admission, after `opens`.
    ///   - statusWhy: Why the status is what it is.
    ///   - replaces: The ticket that this one stands for.
    ///   - isRemoved: Whether its import was undone.
    public init(
        ticket: Ticket,
        epoch: UInt32,
        tier: String? = nil,
        status: TicketStatus = .valid,
        holder: String? = nil,
        reference: String? = nil,
        admits: Int? = nil,
        note: String? = nil,
        opens: Timestamp? = nil,
        closes: Timestamp? = nil,
        statusWhy: String? = nil,
        replaces: TicketID? = nil,
        isRemoved: Bool = false
    ) {
        self.ticket = ticket
        self.epoch = epoch
        self.tier = tier
        self.status = status
        self.holder = holder
        self.reference = reference
        self.admits = admits
        self.note = note
        self.opens = opens
        self.closes = closes
        self.statusWhy = statusWhy
        self.replaces = replaces
        self.isRemoved = isRemoved
    }

    /// Where its terms differ from its tier's.
    public var policy: EntryPolicy {
        EntryPolicy(opens: opens, closes: closes, admits: admits, note: note)
    }

    init(_ row: Row) throws {
        self.init(
            ticket: Ticket(
                event: try row.identifier("event"),
                user: try row.identifier("user"),
                id: try row.identifier("id")
            ),
            epoch: row["epoch"],
            tier: row["tier"],
            status: (row["status"] as String?).flatMap(TicketStatus.init) ?? .blocked,
            holder: row["holder"],
            reference: row["reference"],
            admits: row["admits"],
            note: row["note"],
            opens: row.timestamp("opens_ms"),
            closes: row.timestamp("closes_ms"),
            statusWhy: row["status_why"],
            replaces: row.optionalIdentifier("replaces"),
            isRemoved: row["removed"]
        )
    }
}
