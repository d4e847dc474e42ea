// One question asked of every ticket at the door.

/// A rule: small, pure, and silent unless it has something against the ticket.
public protocol EntryRule: Sendable {
    /// What it asks, in a few words, for those who want to know why a ticket is judged as it is.
    var question: String { get }

    /// - Parameter circumstances: All there is to know.
    /// - Returns: `nil` to let the next rule speak.
    func objection(in circumstances: RuleContext) -> Objection?
}

/// What a rule has against a ticket.
public enum Objection: Hashable, Sendable {
    /// The guest does not enter.
    case refuse(Refusal)
    /// Staff decides.
    case ask(Refusal)

    /// Why.
    public var refusal: Refusal {
        switch self {
        case .refuse(let refusal), .ask(let refusal): refusal
        }
    }
}
