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
    /// `valid`, `unpaid`, `blocked` …
    public let status: String
    /// How many people of how many are inside, such as `1 of 4`.
    public let entered: String

    /// - Parameters:
    ///   - id: The ticket's identifier.
    ///   - holder: The ticket's holder.
    ///   - reference: E-mail address or order number.
    ///   - tier: The tier.
    ///   - status: `valid`, `unpaid`, `blocked` …
    ///   - entered: How many people of how many are inside.
    public init(id: String, holder: String, reference: String, tier: String, status: String, entered: String) {
        self.id = id
        self.holder = holder
        self.reference = reference
        self.tier = tier
        self.status = status
        self.entered = entered
    }
}
