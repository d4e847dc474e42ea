// The entry rules, in the order in which they run.

public import Ledger

/// An ordered list of rules; the first that objects decides.
public struct EntryRules: Sendable {
    private let rules: [any EntryRule]

    /// - Parameter rules: The rules in the order in which they run.
    public init(_ rules: [any EntryRule]) {
        self.rules = rules
    }

    /// Returns the rules for every gate of a direction: checks of a ticket's validity run before checks of its use.
    ///
    /// No one is kept inside: an exit refuses only people who did not enter. At a gate that only checks tickets, a
    /// used ticket is as good as any.
    ///
    /// - Parameter direction: The gate's direction.
    /// - Returns: The rules in the order of docs/verdicts.md.
    public static func standard(at direction: GateDirection) -> EntryRules {
        let worth: [any EntryRule] = [
            EventRule(), ListRule(), WithdrawalRule(), BlockRule(), KeyRule(), WindowRule(), GateRule(), PaymentRule(),
        ]
        return switch direction {
        case .entry: EntryRules(worth + [DayRule(), UseRule(), CapacityRule(), NoteRule()])
        case .exit: EntryRules([EventRule(), InsideRule()])
        case .check: EntryRules(worth + [NoteRule()])
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
