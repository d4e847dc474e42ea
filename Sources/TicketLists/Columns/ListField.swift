// What a column of a list can say about a ticket.

/// A fact about a ticket that a list may have a column for; raw values are the names that `--map` takes.
public enum ListField: String, CaseIterable, Hashable, Sendable {
    /// The text in the platform's own code on the ticket.
    case barcode
    /// What the platform calls the ticket: stays the same when anything else of it changes.
    case ticket
    /// The number of the order that the ticket was bought in.
    case order
    /// Which of the order's tickets it is.
    case position
    case name
    case firstName = "first-name"
    case lastName = "last-name"
    case email
    case tier
    /// Follows the tier's name: `Adult` of `Day ticket`.
    case variation
    /// How many people the ticket lets in.
    case admits
    /// How many people come along with the holder.
    case companions
    /// A word such as `Attending` or `Refunded`.
    case status
    /// The same for the order that the ticket was bought in; the worse of the two counts.
    case orderStatus = "order-status"
    /// Whether the guest comes: `yes`, `no`, `maybe`; empty where they did not answer.
    case rsvp
    /// Whether it is paid: `yes`, `no`.
    case paid
    /// Whether it is cancelled or refunded: empty, `no`, `0`, or anything else.
    case cancelled
    /// Whether the organiser stopped it: `yes`, `no`.
    case blocked
    /// Whether staff should look twice: `yes`, `no`.
    case attention
    /// What staff is to check, in words; with one, the door asks.
    case note
    /// From when on the ticket enters.
    case opens = "valid-from"
    /// Until when it enters.
    case closes = "valid-until"

    /// Fields of which every column counts, and the worst that any of them says.
    static let standings: [ListField] = [.status, .orderStatus, .rsvp, .paid, .cancelled, .blocked]
}
