// The status words of ticket platforms.

/// Status words of exports, in the languages in which platforms write them.
enum StatusWords {
    /// The meaning of a status word.
    enum Status: String, CaseIterable {
        case valid
        /// Valid, but already used at another check-in.
        case used
        case unpaid
        /// Partly refunded: it is unknown which ticket is still paid.
        case partly
        case blocked, withdrawn

        var ticketStatus: ListEntry.Status {
            switch self {
            case .valid, .used, .partly: .valid
            case .unpaid: .unpaid
            case .blocked: .blocked
            case .withdrawn: .withdrawn
            }
        }
    }

    /// - Parameter word: A status, in any case; empty if the list does not state one.
    /// - Returns: The meaning; `nil` for an unknown word.
    static func status(_ word: String) -> Status? {
        let folded = HeaderText.folded(word)
        if folded.isEmpty || isPlaceholder(word) { return .valid }
        return Status.allCases.first { Headings.standard.has(folded, as: $0.rawValue) }
    }

    /// - Parameter word: An answer to "Are you coming?"; empty if there is none yet.
    /// - Returns: The meaning; `nil` for an unknown answer.
    static func reply(_ word: String) -> Status? {
        let folded = HeaderText.folded(word)
        if folded.isEmpty || isPlaceholder(word) { return .unpaid }
        if let status = status(word) { return status }
        // Such as "Yes, I'll be there".
        guard let first = word.split(whereSeparator: { ",.;:!–—-".contains($0) }).first.map(String.init),
            first.count < word.count
        else { return nil }
        return affirmative(first) ? .valid : negative(first) ? .withdrawn : nil
    }

    /// - Parameter text: `yes`, `no`, a localised form of them, an amount such as `0,00 EUR`, or a date; a number or
    ///   date that consists of zeros means no, any other yes.
    /// - Returns: The answer; `nil` for anything else.
    static func yesOrNo(_ text: String) -> Bool? {
        if HeaderText.folded(text).isEmpty || isPlaceholder(text) || negative(text) { return false }
        if affirmative(text) { return true }
        let isNothing = text.allSatisfy { !$0.isNumber || $0 == "0" }
        if isAmount(text) { return !isNothing }
        guard let date = WrittenDate(text) else { return nil }
        if isNothing { return false }
        return DateOrder.allCases.contains { date.milliseconds($0) != nil } ? true : nil
    }

    /// Returns whether a word means a withdrawal under any heading.
    ///
    /// - Parameters:
    ///   - word: The complete text of a cell.
    ///   - isAnswer: Whether the column tells who came, so that a place on the waiting list also counts.
    /// - Returns: Whether it is a withdrawal; `false` for words such as `no` and `expired`, which only mean that
    ///   under some headings.
    static func isClearlyBad(_ word: String, isAnswer: Bool = false) -> Bool {
        let folded = HeaderText.folded(word)
        let headings = Headings.standard
        guard !headings.has(folded, as: "unclear") else { return false }
        return headings.has(folded, as: "withdrawn") || isAnswer && headings.has(folded, as: "unpaid")
    }

    /// The first three letters of words that ``isClearlyBad(_:isAnswer:)`` knows, to filter many cells quickly.
    static let beginnings: Set<UInt32> = {
        let words = Headings.standard.words
        let bad = (words["withdrawn"] ?? []).union(words["unpaid"] ?? []).subtracting(words["unclear"] ?? [])
        return Set(bad.map { $0.utf8.prefix(3).reduce(0) { $0 << 8 | UInt32($1) } })
    }()

    private static func isPlaceholder(_ text: String) -> Bool {
        if case .placeholder = FieldText.meaning(of: text, isCode: true) { true } else { false }
    }

    private static func affirmative(_ text: String) -> Bool {
        Headings.standard.has(HeaderText.folded(text), as: "yes")
    }

    private static func negative(_ text: String) -> Bool {
        Headings.standard.has(HeaderText.folded(text), as: "no")
    }

    /// Returns whether a text is a number, with separators and a currency before or after it.
    static func isAmount(_ text: String) -> Bool {
        let number = text.drop { !$0.isNumber && $0 != "." && $0 != "," }
        let start = text.prefix(text.count - number.count)
        let end = number.reversed().prefix { !$0.isNumber }
        let around = (start + String(end)).filter { !" +-.,\u{A0}".contains($0) }
        let groups = number.dropLast(end.count).split(omittingEmptySubsequences: false) { ".,' \u{A0}".contains($0) }
        return around.count <= 3 && around.allSatisfy { $0.isLetter || $0.isCurrencySymbol }
            && groups.contains { !$0.isEmpty }
            && groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
            && groups.dropFirst().dropLast().allSatisfy { $0.count == 3 }
    }
}
