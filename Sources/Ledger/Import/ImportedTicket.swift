// A ticket on its way from an organiser's list into the ledger.

public import TicketSigning

/// One ticket of a list that was exported elsewhere.
///
/// Its identifiers are made from what the list says of it (UUID version 8), so that the same list gives the same
/// tickets on every box and at every time.
public struct ImportedTicket: Hashable, Sendable {
    /// The line of the list, for conflicts.
    public let line: Int
    /// Event, user and ticket.
    public let ticket: Ticket
    /// Kind of ticket.
    public let tier: String?
    /// `valid`, `unpaid`, `blocked` or `revoked`; `nil` leaves what is there, and makes a new ticket `valid`.
    public let status: TicketStatus?
    /// Name; personal data.
    public let holder: String?
    /// E-mail address or order number; personal data.
    public let reference: String?
    /// 1 to 1000; `nil` leaves what is there, or what tier and event say.
    public let admits: Int?
    /// For staff.
    public let note: String?
    /// Start of admission.
    public let opens: Timestamp?
    /// End of admission, after ``opens``.
    public let closes: Timestamp?
    /// The text in the other platform's code.
    public let barcode: String?

    /// - Parameters:
    ///   - line: Of the list.
    ///   - event: Of which event.
    ///   - identity: What stays the same from export to export, such as the kind of number and the number.
    ///   - person: What is the same for tickets of one person; by itself when `nil`.
    ///   - tier: Kind of ticket.
    ///   - status: `valid`, `unpaid`, `blocked` or `revoked`, if known.
    ///   - holder: Name.
    ///   - reference: E-mail address or order number.
    ///   - admits: 1 to 1000, if known.
    ///   - note: For staff.
    ///   - opens: Start of admission.
    ///   - closes: End of admission.
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

    /// SHA-256 over label, event and the parts, each behind its length; 122 bits of it in a UUID version 8.
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
