// The entry rules in the order in which they run, and what each says of a ticket.

public import Ledger

/// An ordered list of rules; the first that objects decides.
public struct EntryRules: Sendable {
    let rules: [any EntryRule]

    /// - Parameter rules: The rules in the order in which they run.
    public init(_ rules: [any EntryRule]) {
        self.rules = rules
    }

    /// Returns the rules for every gate of a direction: checks of a ticket's validity run before checks of its use.
    ///
    /// No one is kept inside: an exit refuses people only at a strict event, and only if they did not enter. At a gate
    /// that only checks tickets, a used ticket is as good as any.
    ///
    /// - Parameter direction: The gate's direction.
    /// - Returns: The rules in the order of docs/verdicts.md.
    public static func standard(at direction: GateDirection) -> EntryRules {
        let validity: [any EntryRule] = [
            EventRule(), ListRule(), WithdrawalRule(), BlockRule(), KeyRule(), WindowRule(), GateRule(), PaymentRule(),
        ]
        return switch direction {
        case .entry: EntryRules(validity + [DayRule(), UseRule(), CapacityRule(), NoteRule()])
        case .exit: EntryRules([EventRule(), InsideRule()])
        case .check: EntryRules(validity + [NoteRule()])
        }
    }

    /// Runs the rules in order until one objects.
    ///
    /// - Parameter context: Everything that is known.
    /// - Returns: The first objection; `nil` if the ticket enters.
    public func objection(in context: RuleContext) -> Objection? {
        rules.lazy.compactMap { $0.objection(in: context) }.first
    }

    /// Runs every rule, whatever the earlier ones answered.
    ///
    /// - Parameter context: Everything that is known.
    /// - Returns: A step for each rule, in order.
    public func explanation(in context: RuleContext) -> [ExplainedStep] {
        rules.map { ExplainedStep(question: $0.question, objection: $0.objection(in: context)) }
    }
}

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

/// One check of a ticket.
public struct ExplainedStep: Hashable, Sendable {
    /// What was checked.
    public let question: String
    /// The objection to the ticket; `nil` if there is none.
    public let objection: Objection?

    /// The code's signature is valid, or staff picked the ticket from the list.
    static let genuine = ExplainedStep(question: "genuine", objection: nil)
}

/// Every check of a ticket at one gate and time. Nothing is recorded.
public struct Explanation: Sendable {
    /// The checks in the order in which they run; the first with an objection decides.
    public let steps: [ExplainedStep]
    /// The verdict that the gate would give.
    public let verdict: Verdict
    /// The token that staff act with; `nil` for a code that is not a ticket.
    public let seen: SeenTicket?

    init(steps: [ExplainedStep], verdict: Verdict, seen: SeenTicket? = nil) {
        (self.steps, self.verdict, self.seen) = (steps, verdict, seen)
    }

    /// The index of the step that decides; `nil` if none objects.
    public var decisive: Int? {
        steps.firstIndex { $0.objection != nil }
    }
}
