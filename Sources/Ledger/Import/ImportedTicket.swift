// A ticket of an organiser's list, before it is merged into the ledger.

public import TicketSigning

/// One ticket of a list that was exported elsewhere; one property for each fact that a list can have about it.
///
/// Its identifiers are derived from the list's data (UUID version 8), so the same list gives the same tickets on
/// every box at any time.
public struct ImportedTicket: Hashable, Sendable {
    /// The line of the list, for conflicts.
    public let line: Int
    /// The event, user and ticket.
    public let ticket: Ticket
    /// The tier.
    public let tier: String?
    /// `valid`, `unpaid`, `blocked` or `revoked`; `nil` keeps the existing status, and makes a new ticket `valid`.
    public let status: TicketStatus?
    /// The holder's name; personal data.
    public let holder: String?
    /// The e-mail address or order number; personal data.
    public let reference: String?
    /// 1 to 1000; `nil` keeps the existing value, or that of the tier or the event.
    public let admits: Int?
    /// A note for staff.
    public let note: String?
    /// The start of admission.
    public let opens: Timestamp?
    /// The end of admission, after ``opens``.
    public let closes: Timestamp?
    /// The text in the other platform's code.
    public let barcode: String?

    /// - Parameters:
    ///   - line: The line of the list.
    ///   - event: The event.
    ///   - identity: The parts that stay the same in every export, such as the kind of number and the number.
    ///   - person: The parts that are the same for all tickets of one person; if `nil`, the ticket counts as a person
    ///     of its own.
    ///   - tier: The tier.
    ///   - status: `valid`, `unpaid`, `blocked` or `revoked`, if known.
    ///   - holder: The holder's name.
    ///   - reference: The e-mail address or order number.
    ///   - admits: 1 to 1000, if known.
    ///   - note: A note for staff.
    ///   - opens: The start of admission.
    ///   - closes: The end of admission.
    ///   - barcode: The text in the other platform's code.
    public init(
        line: Int,
        event: EventID,
        identity: [String],
        person: String?,
        tier: String?,
        status: TicketStatus?,
        holder: String?,
        reference: String?,
        admits: Int?,
        note: String?,
        opens: Timestamp?,
        closes: Timestamp?,
        barcode: String?
    ) {
        let user = person.map { ["person", $0] } ?? identity
        self.line = line
        self.ticket = Ticket(
            event: event,
            user: Self.identifier("doorcheck/imported-user/v1\0", event, user),
            id: Self.identifier("doorcheck/imported-ticket/v1\0", event, identity)
        )
        self.tier = tier
        self.status = status
        self.holder = holder
        self.reference = reference
        self.admits = admits
        self.note = note
        self.opens = opens
        self.closes = closes
        self.barcode = barcode
    }

    /// Hashes the label, the event and the length-prefixed parts with SHA-256; 122 bits of it form a UUID version 8.
    private static func identifier<Subject>(
        _ label: String,
        _ event: EventID,
        _ parts: [String]
    ) -> Identifier<Subject> {
        var bytes = Array(label.utf8) + event.bytes
        for part in parts {
            withUnsafeBytes(of: UInt32(part.utf8.count).bigEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: part.utf8)
        }
        var hash = Array(SHA256.hash(bytes).prefix(Identifier<Subject>.byteCount))
        hash[6] = hash[6] & 0x0F | 0x80
        hash[8] = hash[8] & 0x3F | 0x80
        return Identifier(bytes: hash) ?? .random()
    }
}
