// Why a ticket would be judged as it would.

/// Every rule's answer about one ticket at this gate now.
public struct StaffExplanation: Encodable, Sendable {
    /// Which ticket, and what is known of it.
    public let ticket: StaffTicket
    /// All of this as a token, which every act on the ticket hands back.
    public let version: String
    /// The verdict in one or two words.
    public let headline: String
    /// The verdict in a sentence.
    public let detail: String
    /// Whether the guest would simply enter.
    public let isGood: Bool
    /// In the order in which they are asked.
    public let rules: [Rule]
    /// Reasons that staff can choose where the rules object, instead of typing one.
    public let reasons: [String]

    /// One rule's answer.
    public struct Rule: Encodable, Sendable {
        /// What it asks.
        public let question: String
        /// What it has against the ticket; empty for nothing.
        public let objection: String
        /// Whether it is the one that decides.
        public let decides: Bool

        /// - Parameters:
        ///   - question: What it asks.
        ///   - objection: What it has against the ticket; empty for nothing.
        ///   - decides: Whether it is the one that decides.
        public init(question: String, objection: String, decides: Bool) {
            self.question = question
            self.objection = objection
            self.decides = decides
        }
    }

    /// - Parameters:
    ///   - ticket: Which ticket, and what is known of it.
    ///   - version: All of this as a token.
    ///   - headline: The verdict in one or two words.
    ///   - detail: The verdict in a sentence.
    ///   - isGood: Whether the guest would simply enter.
    ///   - rules: In the order in which they are asked.
    ///   - reasons: Reasons to choose from.
    public init(
        ticket: StaffTicket,
        version: String,
        headline: String,
        detail: String,
        isGood: Bool,
        rules: [Rule],
        reasons: [String] = []
    ) {
        self.ticket = ticket
        self.version = version
        self.reasons = reasons
        self.headline = headline
        self.detail = detail
        self.isGood = isGood
        self.rules = rules
    }
}
