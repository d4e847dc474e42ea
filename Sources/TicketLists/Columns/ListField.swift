// The facts about a ticket that a column can contain.

/// A fact about a ticket for which a list may have a column; raw values are the names that `--map` accepts.
public enum ListField: String, CaseIterable, Hashable, Sendable {
    /// The text in the platform's own code for the ticket.
    case barcode
    /// The platform's identifier of the ticket, which stays the same when other data change.
    case ticket
    /// The number of the order that the ticket was bought in.
    case order
    /// The position of the ticket in its order.
    case position
    case name
    case firstName = "first-name"
    case lastName = "last-name"
    case email
    case tier
    /// The variation, which follows the tier's name: `Adult` of `Day ticket`.
    case variation
    /// The number of people that the ticket admits.
    case admits
    /// The number of people who accompany the holder.
    case companions
    /// A word such as `Attending` or `Refunded`.
    case status
    /// The same for the ticket's order; the worse of the two counts.
    case orderStatus = "order-status"
    /// Whether the guest comes: `yes`, `no`, `maybe`; empty if they have not answered.
    case rsvp
    /// Whether the ticket is paid: `yes`, `no`.
    case paid
    /// Whether the ticket is cancelled or refunded: empty, `no`, `0`, or anything else.
    case cancelled
    /// Whether the organiser blocked the ticket: `yes`, `no`.
    case blocked
    /// Whether staff should check the ticket more closely: `yes`, `no`.
    case attention
    /// A note on what staff must check; a ticket with a note is sent to staff.
    case note
    /// The time from which the ticket is valid.
    case opens = "valid-from"
    /// The time until which it is valid.
    case closes = "valid-until"

    /// Fields whose columns are all combined; the worst value counts.
    static let statusFields: [ListField] = [.status, .orderStatus, .rsvp, .paid, .cancelled, .blocked]
}
