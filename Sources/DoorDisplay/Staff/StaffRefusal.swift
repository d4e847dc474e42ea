// Why an action of staff failed.

/// A refused action of staff, with a sentence that explains it.
public struct StaffRefusal: Error, CustomStringConvertible {
    /// The sentence.
    public let description: String
    /// The kind of refusal, for programs.
    public let kind: Kind

    /// A token of the rules' objections to a sale, with which the person accepts them; `nil` for other refusals.
    public let objections: String?

    /// The kinds that the page distinguishes.
    public enum Kind: String, Encodable, Sendable {
        /// The action is impossible.
        case refused
        /// The action needs a reason, which was not given.
        case reasonNeeded = "reason-needed"
        /// The ticket has changed since the person saw it; the page looks it up again.
        case changedMeanwhile = "changed-meanwhile"
    }

    /// - Parameters:
    ///   - description: The sentence.
    ///   - kind: The kind of refusal.
    ///   - objections: A token of the rules' objections to a sale.
    public init(_ description: String, _ kind: Kind = .refused, objections: String? = nil) {
        self.description = description
        self.kind = kind
        self.objections = objections
    }
}
