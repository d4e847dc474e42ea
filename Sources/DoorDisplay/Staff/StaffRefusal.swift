// What cannot be done.

/// A thing that staff asked for and that is not possible, in a sentence for them.
public struct StaffRefusal: Error, CustomStringConvertible {
    /// The sentence.
    public let description: String

    /// - Parameter description: The sentence.
    public init(_ description: String) {
        self.description = description
    }
}
