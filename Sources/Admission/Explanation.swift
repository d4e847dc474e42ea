// Explains how a ticket would be judged.

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
