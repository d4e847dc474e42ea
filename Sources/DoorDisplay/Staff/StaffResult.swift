// The result of a staff action.

/// An action that was carried out.
public struct StaffResult: Hashable, Sendable {
    /// What was done, in a sentence.
    public let sentence: String
    /// The time of the undone movement, in milliseconds since 1970-01-01 00:00:00 UTC; `nil` for other actions.
    public let undone: Int64?

    /// - Parameters:
    ///   - sentence: What was done.
    ///   - undone: The time of the undone movement, in milliseconds.
    public init(_ sentence: String, undone: Int64? = nil) {
        self.sentence = sentence
        self.undone = undone
    }
}
