// A ticket in the staff page's list.

/// A ticket's holder and status.
public struct StaffTicket: Encodable, Sendable {
    /// The ticket's identifier.
    public let id: String
    /// The ticket's holder.
    public let holder: String
    /// E-mail address or order number.
    public let reference: String
    /// The tier.
    public let tier: String
    /// `valid`, `unpaid`, `blocked` …; `unlisted` for a genuine ticket that is on no list.
    public let status: String
    /// How many people were let in with the ticket.
    public let entered: Int
    /// How many people the ticket admits.
    public let admits: Int
    /// How often its code was shown again moments after it had let someone through.
    public let shownAgain: Int

    /// - Parameters:
    ///   - id: The ticket's identifier.
    ///   - holder: The ticket's holder.
    ///   - reference: E-mail address or order number.
    ///   - tier: The tier.
    ///   - status: `valid`, `unpaid`, `blocked` …
    ///   - entered: How many people were let in with the ticket.
    ///   - admits: How many people the ticket admits.
    ///   - shownAgain: How often its code was shown again moments after it had let someone through.
    public init(
        id: String,
        holder: String,
        reference: String,
        tier: String,
        status: String,
        entered: Int,
        admits: Int,
        shownAgain: Int
    ) {
        self.id = id
        self.holder = holder
        self.reference = reference
        self.tier = tier
        self.status = status
        self.entered = entered
        self.admits = admits
        self.shownAgain = shownAgain
    }
}
