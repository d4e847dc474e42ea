// A ticket on the organiser's list.

import GRDB
public import TicketSigning

/// A row of the ticket list: who holds a ticket, and what it is good for.
///
/// One property for each column that is not bookkeeping; only the first two are needed to make a ticket.
public struct IssuedTicket: Hashable, Sendable {
    /// The content of the code: event, user and ticket.
    public let ticket: Ticket
    /// The epoch of the event's key that signed the code.
    public let epoch: UInt32
    /// The kind of ticket, such as `VIP`.
    public let tier: String?
    /// The status that the organiser gave it.
    public let status: TicketStatus
    /// The holder's name; personal data.
    public let holder: String?
    /// The e-mail address or order number; personal data.
    public let reference: String?
    /// How many people it admits, 1 to 1000, if that differs from its tier or event.
    public let admits: Int?
    /// What staff check: `student card`.
    public let note: String?
    /// Admitted from this time on, if that differs from the event.
    public let opens: Timestamp?
    /// Admitted before this time, if that differs from the event.
    public let closes: Timestamp?
    /// The reason that staff gave for the status.
    public let statusWhy: String?
    /// The ticket that this one replaces.
    public let replaces: TicketID?
    /// Whether it was removed from the list with its import; no gate admits it.
    public let isRemoved: Bool

    /// - Parameters:
    ///   - ticket: The event, user and ticket; a new ticket gets a random identifier.
    ///   - epoch: The epoch of the key that signs the code.
    ///   - tier: The tier.
    ///   - status: The ticket's status.
    ///   - holder: The holder's name.
    ///   - reference: The e-mail address or order number.
    ///   - admits: 1 to 1000 people; `nil` for the number of its tier or event.
    ///   - note: What staff check.
    ///   - opens: The start of admission.
    ///   - closes: The end of admission, after `opens`.
    ///   - statusWhy: The reason for the status.
    ///   - replaces: The ticket that this one replaces.
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

    /// The terms that differ from its tier's.
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
            status: TicketStatus(row),
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

extension TicketStatus {
    /// The status in a ticket's row; one that is not known admits nobody.
    init(_ row: Row) {
        self = (row["status"] as String?).flatMap(Self.init(rawValue:)) ?? .blocked
    }
}
