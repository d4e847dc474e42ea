// The explanation of a ticket's verdict.

/// Every rule's answer for one ticket, at this gate and time.
public struct StaffExplanation: Encodable, Sendable {
    /// The ticket and what is known of it.
    public let ticket: StaffTicket
    /// A token for the state described here, which every action on the ticket must name.
    public let version: String
    /// The style of the verdict.
    public let style: VerdictStyle
    /// The verdict in one or two words.
    public let headline: String
    /// The verdict in a sentence.
    public let detail: String
    /// Whether the guest would be admitted without staff.
    public let isGood: Bool
    /// Whether someone entered or left with the ticket, so that there may be something to undo.
    public let canUndo: Bool
    /// The rules in the order in which they are applied.
    public let rules: [Rule]
    /// Suggested reasons for an override when rules object, to save typing.
    public let reasons: [String]

    /// One rule's answer.
    public struct Rule: Encodable, Sendable {
        /// The rule's question.
        public let question: String
        /// The objection to the ticket; empty for none.
        public let objection: String
        /// Whether this rule decides the verdict.
        public let decides: Bool

        /// - Parameters:
        ///   - question: The rule's question.
        ///   - objection: The objection to the ticket; empty for none.
        ///   - decides: Whether this rule decides the verdict.
        public init(question: String, objection: String, decides: Bool) {
            self.question = question
            self.objection = objection
            self.decides = decides
        }
    }

    /// - Parameters:
    ///   - ticket: The ticket and what is known of it.
    ///   - version: A token for the state described here.
    ///   - style: The style of the verdict.
    ///   - headline: The verdict in one or two words.
    ///   - detail: The verdict in a sentence.
    ///   - isGood: Whether the guest would be admitted without staff.
    ///   - canUndo: Whether someone entered or left with the ticket.
    ///   - rules: The rules in the order in which they are applied.
    ///   - reasons: Suggested reasons.
    public init(
        ticket: StaffTicket,
        version: String,
        style: VerdictStyle,
        headline: String,
        detail: String,
        isGood: Bool,
        canUndo: Bool,
        rules: [Rule],
        reasons: [String] = []
    ) {
        self.ticket = ticket
        self.version = version
        self.reasons = reasons
        self.style = style
        self.headline = headline
        self.detail = detail
        self.isGood = isGood
        self.canUndo = canUndo
        self.rules = rules
    }
}
