// What cannot be done.

/// A thing that staff asked for and that was not done, in a sentence for them.
public struct StaffRefusal: Error, CustomStringConvertible {
    /// The sentence.
    public let description: String
    /// What kind of refusal it is, for programs.
    public let kind: Kind

    /// What the page does about it.
    public enum Kind: String, Encodable, Sendable {
        /// It cannot be done.
        case refused
        /// It can be done with a reason, which was not given.
        case reasonNeeded = "reason-needed"
        /// The ticket is no longer as the person saw it: it is looked up again.
        case changedMeanwhile = "changed-meanwhile"
    }

    /// - Parameters:
    ///   - description: The sentence.
    ///   - kind: What kind of refusal it is.
    public init(_ description: String, _ kind: Kind = .refused) {
        self.description = description
        self.kind = kind
    }
}
