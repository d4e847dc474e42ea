// One check of a ticket at the gate.

/// A rule: small, pure, and silent unless it objects to the ticket.
public protocol EntryRule: Sendable {
    /// What the rule checks, in a few words, for people who want to know why a ticket is judged as it is.
    var question: String { get }

    /// - Parameter context: Everything that is known.
    /// - Returns: The objection; `nil` to continue with the next rule.
    func objection(in context: RuleContext) -> Objection?
}

/// A rule's objection to a ticket.
public enum Objection: Hashable, Sendable {
    /// The guest does not enter.
    case refuse(Refusal)
    /// Staff decide.
    case ask(Refusal)

    /// The reason for the objection.
    public var refusal: Refusal {
        switch self {
        case .refuse(let refusal), .ask(let refusal): refusal
        }
    }
}
