// The contents of a printed ticket.

public import Paper

/// The texts, the colour and the code of a ticket: one property for each text on it. Texts may be empty unless it says
/// otherwise.
public struct TicketFace: Hashable, Sendable {
    /// The content of the QR code, not empty.
    public let code: String
    /// The ticket's identifier, not empty.
    public let id: String
    /// The short number that people read out and staff type.
    public let number: String
    /// The event's name, not empty.
    public let event: String
    /// The day of the event.
    public let when: String
    /// When the doors open and the programme starts.
    public let times: String
    /// The venue's name.
    public let venue: String
    /// The venue's address.
    public let address: String
    /// The tier.
    public let tier: String
    /// The holder's name.
    public let holder: String
    /// The number of people that the ticket admits, 1 or more.
    public let people: Int
    /// The tier's colour.
    public let colour: PaperColour

    /// The colour of tiers that have none of their own.
    public static let usualColour = PaperColour.admit

    /// Creates the contents of a ticket.
    ///
    /// - Parameters:
    ///   - code: The content of the QR code.
    ///   - id: The ticket's identifier.
    ///   - number: The short number that people read out.
    ///   - event: The event's name.
    ///   - when: The day of the event.
    ///   - times: When the doors open and the programme starts.
    ///   - venue: The venue's name.
    ///   - address: The venue's address.
    ///   - tier: The tier.
    ///   - holder: The holder's name.
    ///   - people: The number of people that the ticket admits, 1 or more.
    ///   - colour: The tier's colour; any, also white.
    public init(
        code: String, id: String, number: String = "", event: String, when: String, times: String = "",
        venue: String = "", address: String = "", tier: String, holder: String, people: Int = 1,
        colour: PaperColour = usualColour
    ) {
        (self.code, self.id, self.number, self.event) = (code, id, number, event)
        (self.when, self.times, self.venue, self.address) = (when, times, venue, address)
        (self.tier, self.holder, self.people, self.colour) = (tier, holder, people, colour)
    }

    /// The entitlement: the number of people if there are several, and the tier, of which a small label shows only
    /// the beginning.
    var entitlement: String {
        [people > 1 ? "\(people) people" : "", tier].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The day and the times in one line, for small tickets.
    var dayAndTimes: String { [when, times].filter { !$0.isEmpty }.joined(separator: " · ") }

    /// The venue and its address in one line, for small tickets.
    var place: String { [venue, address].filter { !$0.isEmpty }.joined(separator: ", ") }
}
