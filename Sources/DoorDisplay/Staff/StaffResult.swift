// What came of something that staff did.

/// An act that was carried out.
public struct StaffResult: Hashable, Sendable {
    /// What was done, in a sentence.
    public let sentence: String
    /// The moment of the movement that was undone, in milliseconds since 1970-01-01 00:00:00 UTC; `nil` for other acts.
    public let undone: Int64?

    /// - Parameters:
    ///   - sentence: What was done.
    ///   - undone: The moment of the movement that was undone, in milliseconds.
    public init(_ sentence: String, undone: Int64? = nil) {
        self.sentence = sentence
        self.undone = undone
    }
}
