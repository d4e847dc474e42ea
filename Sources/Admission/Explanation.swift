// Why a ticket would be judged as it would.

/// One check of a ticket.
public struct ExplainedStep: Hashable, Sendable {
    /// What was asked.
    public let question: String
    /// What speaks against the ticket; `nil` where nothing does.
    public let objection: Objection?

    /// The code's signature holds, or staff named the ticket by its place on the list.
    static let genuine = ExplainedStep(question: "genuine", objection: nil)
}

/// Every check of a ticket at one gate and moment. Nothing is recorded.
public struct Explanation: Sendable {
    /// In the order in which they are asked; the first with an objection decides.
    public let steps: [ExplainedStep]
    /// What the door would say.
    public let verdict: Verdict
    /// The token that staff act with; `nil` for a code that is no ticket.
    public let seen: SeenTicket?

    init(steps: [ExplainedStep], verdict: Verdict, seen: SeenTicket? = nil) {
        (self.steps, self.verdict, self.seen) = (steps, verdict, seen)
    }

    /// The step that decides; `nil` if none objects.
    public var decisive: Int? {
        steps.firstIndex { $0.objection != nil }
    }
}
