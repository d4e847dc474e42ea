// One person, or group, that a ticket is issued to.

/// One row of a guest list: one ticket to issue.
public struct Guest: Hashable, Sendable {
    /// The holder's name.
    public let name: String?
    /// E-mail address or order number.
    public let reference: String?
    /// Kind of ticket.
    public let tier: String?
    /// How many people the ticket lets in, 1 to 1000; `nil` for as many as its tier or event says.
    public let admits: Int?

    /// - Parameters:
    ///   - name: The holder's name.
    ///   - reference: E-mail address or order number.
    ///   - tier: Kind of ticket.
    ///   - admits: 1 to 1000, or `nil`.
    public init(name: String? = nil, reference: String? = nil, tier: String? = nil, admits: Int? = nil) {
        self.name = name
        self.reference = reference
        self.tier = tier
        self.admits = admits
    }
}
