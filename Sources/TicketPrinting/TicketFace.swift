// What stands on a printed ticket.

/// The texts of a ticket, and the code.
public struct TicketFace: Hashable, Sendable {
    /// What the QR code says.
    public let code: String
    /// What staff can type: the ticket's identifier.
    public let id: String
    /// The event's name.
    public let event: String
    /// When it is; possibly empty.
    public let when: String
    /// Kind of ticket; possibly empty.
    public let tier: String
    /// Whose it is; possibly empty.
    public let holder: String
    /// How many people it lets in, 1 or more.
    public let people: Int

    /// - Parameters:
    ///   - code: What the QR code says.
    ///   - id: The ticket's identifier.
    ///   - event: The event's name.
    ///   - when: When it is.
    ///   - tier: Kind of ticket.
    ///   - holder: Whose it is.
    ///   - people: How many people it lets in.
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

    /// What it lets in: how many people where these are several, and the tier, of which a small label shows the beginning.
    var entitlement: String {
        [people > 1 ? "\(people) people" : "", tier].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
