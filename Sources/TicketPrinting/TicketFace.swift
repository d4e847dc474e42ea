// The contents of a printed ticket.

/// The texts and the code of a ticket: one property for each text on it.
public struct TicketFace: Hashable, Sendable {
    /// The content of the QR code.
    public let code: String
    /// The ticket's identifier, which staff can type.
    public let id: String
    /// The event's name.
    public let event: String
    /// The time of the event; may be empty.
    public let when: String
    /// The tier; may be empty.
    public let tier: String
    /// The holder's name; may be empty.
    public let holder: String
    /// The number of people that the ticket admits, 1 or more.
    public let people: Int

    /// Creates the contents of a ticket.
    ///
    /// - Parameters:
    ///   - code: The content of the QR code.
    ///   - id: The ticket's identifier.
    ///   - event: The event's name.
    ///   - when: The time of the event; may be empty.
    ///   - tier: The tier; may be empty.
    ///   - holder: The holder's name; may be empty.
    ///   - people: The number of people that the ticket admits, 1 or more.
    public init(
        code: String, id: String, event: String, when: String, tier: String, holder: String, people: Int = 1
    ) {
        self.code = code
        self.id = id
        self.event = event
        self.when = when
        self.tier = tier
        self.holder = holder
        self.people = people
    }

    /// The entitlement: the number of people if there are several, and the tier, of which a small label shows only
    /// the beginning.
    var entitlement: String {
        [people > 1 ? "\(people) people" : "", tier].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
