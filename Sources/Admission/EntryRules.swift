// The rules of the door, in the order in which they are asked.

public import Ledger

/// Rules in order; the first that objects answers.
public struct EntryRules: Sendable {
    private let rules: [any EntryRule]

    /// - Parameter rules: In the order in which they are asked.
    public init(_ rules: [any EntryRule]) {
        self.rules = rules
    }

    /// The rules of every door of a kind: what makes a ticket worthless comes before what makes it used.
    ///
    /// Nobody is kept in: at an exit only those are turned back who did not enter. Where tickets are only looked at,
    /// one that was used is as good as any.
    ///
    /// - Parameter direction: Which way people go.
    /// - Returns: In the order of docs/verdicts.md.
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

    /// Asks the rules one after the other.
    ///
    /// - Parameter circumstances: All there is to know.
    /// - Returns: The first objection; `nil` if the ticket enters.
    public func objection(in circumstances: RuleContext) -> Objection? {
        rules.lazy.compactMap { $0.objection(in: circumstances) }.first
    }

    /// Asks every rule, whatever those before it said.
    ///
    /// - Parameter circumstances: All there is to know.
    /// - Returns: A step for each rule, in order.
    public func explanation(in circumstances: RuleContext) -> [ExplainedStep] {
        rules.map { ExplainedStep(question: $0.question, objection: $0.objection(in: circumstances)) }
    }
}
