// The result of a staff action.

/// An action that was carried out.
public struct StaffResult: Hashable, Sendable {
    /// What was done, in a sentence.
    public let sentence: String
    /// The time of the undone movement, in milliseconds since 1970-01-01 00:00:00 UTC; `nil` for other actions.
    public let undone: Int64?
    /// The ticket to look at, because it was sold before; `nil` for anything else.
    public let ticket: String?

    /// - Parameters:
    ///   - sentence: What was done.
    ///   - undone: The time of the undone movement, in milliseconds.
    ///   - ticket: The ticket of a sale that was done before.
    public init(_ sentence: String, undone: Int64? = nil, ticket: String? = nil) {
        self.sentence = sentence
        self.undone = undone
        self.ticket = ticket
    }
}
