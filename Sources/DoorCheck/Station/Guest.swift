// One person, or group, that a ticket is issued to.

/// One ticket to issue.
struct Guest: Hashable, Sendable {
    /// The holder's name.
    var name: String?
    /// E-mail address or order number.
    var reference: String?
    /// Kind of ticket.
    var tier: String?
    /// How many people the ticket lets in, 1 to 1000; `nil` for as many as its tier or event says.
    var admits: Int?
}
