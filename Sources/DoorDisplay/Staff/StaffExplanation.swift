// Why a ticket would be judged as it would.

/// Every rule's answer about one ticket at this gate now.
public struct StaffExplanation: Encodable, Sendable {
    /// Which ticket, and how it stands.
    public let ticket: StaffTicket
    /// The verdict in one or two words.
    public let headline: String
    /// The verdict in a sentence.
    public let detail: String
    /// Whether the guest would simply enter.
    public let isGood: Bool
    /// In the order in which they are asked.
    public let rules: [Rule]

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
    ///   - ticket: Which ticket, and how it stands.
    ///   - headline: The verdict in one or two words.
    ///   - detail: The verdict in a sentence.
    ///   - isGood: Whether the guest would simply enter.
    ///   - rules: In the order in which they are asked.
    public init(ticket: StaffTicket, headline: String, detail: String, isGood: Bool, rules: [Rule]) {
        self.ticket = ticket
        self.headline = headline
        self.detail = detail
        self.isGood = isGood
        self.rules = rules
    }
}
