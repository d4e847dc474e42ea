// A ticket as staff see it in a list.

/// Who holds a ticket and how it stands.
public struct StaffTicket: Encodable, Sendable {
    /// The ticket's identifier.
    public let id: String
    /// Whose it is.
    public let holder: String
    /// E-mail address or order number.
    public let reference: String
    /// The kind of ticket.
    public let tier: String
    /// `valid`, `unpaid`, `blocked` …
    public let status: String
    /// How many of how many are in, such as `1 of 4`.
    public let entered: String

    /// - Parameters:
    ///   - id: The ticket's identifier.
    ///   - holder: Whose it is.
    ///   - reference: E-mail address or order number.
    ///   - tier: The kind of ticket.
    ///   - status: `valid`, `unpaid`, `blocked` …
    ///   - entered: How many of how many are in.
    public init(id: String, holder: String, reference: String, tier: String, status: String, entered: String) {
        self.id = id
        self.holder = holder
        self.reference = reference
        self.tier = tier
        self.status = status
        self.entered = entered
    }
}
