// The rules of the door, in the order in which they are asked.

/// Rules in order; the first that objects answers.
public struct EntryRules: Sendable {
    private let rules: [any EntryRule]

    /// - Parameter rules: In the order in which they are asked.
    public init(_ rules: [any EntryRule]) {
        self.rules = rules
    }

    /// The order every door uses: what makes a ticket worthless comes before what makes it used.
    ///
    /// - SeeAlso: docs/verdicts.md
    public static let standard = EntryRules([
        EventRule(), ListRule(), WithdrawalRule(), BlockRule(), WindowRule(), PaymentRule(), UseRule(), NoteRule(),
    ])

    /// Asks the rules one after the other.
    ///
    /// - Parameter circumstances: All there is to know.
    /// - Returns: The first objection; `nil` if the ticket enters.
    public func objection(in circumstances: Circumstances) -> Objection? {
        rules.lazy.compactMap { $0.objection(in: circumstances) }.first
    }
}
