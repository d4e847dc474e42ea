// The meanings of headings and words, from Data/headings.csv.

import CEmbedded

/// The possible meaning of a column that is not a field of a ticket.
enum HeadingKind: String, Hashable, Sendable {
    /// The event of the row.
    case event
    /// The date of the event.
    case date
    /// Whether the guest has already entered at another check-in.
    case checkIn = "check-in"
    /// A status if its values are status words; otherwise a payment method or an answer.
    case payment
    case refundAmount = "refund-amount"
    /// The product: tickets, and possibly other goods.
    case product
    /// A question to which "no" may keep a guest out; other answers have no meaning here.
    case answer
    /// Recognised by a single word in the heading: a status, a refund, a number of people or a code.
    case status, refund, quantity, barcode
    /// Known, but irrelevant at the door.
    case nothing
}

/// The meanings of headings and of words in cells.
struct Headings: Sendable {
    /// The headings that are compiled into the program.
    static let standard = Headings(String(cString: embedded_headings_csv()))

    /// Headings by field, in the form of ``HeaderText/normal(_:)``; those that take precedence come first.
    private(set) var titles: [ListField: [String]] = [:]
    /// Headings that are not fields.
    private(set) var kinds: [String: HeadingKind] = [:]
    /// The most specific layouts first.
    private(set) var layouts: [ListLayout] = []
    /// Words of cells, in the form of ``HeaderText/folded(_:)``.
    private(set) var words: [String: Set<String>] = [:]
    /// Lines that could not be parsed; a test ensures that there are none.
    private(set) var misunderstood: [String] = []

    private var stems: [(kind: HeadingKind, parts: [String], isPrefix: Bool, isSuffix: Bool)] = []

    init(_ table: String) {
        for line in table.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let row = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if !take(row) { misunderstood.append(String(line)) }
        }
    }

    private mutating func take(_ row: [String]) -> Bool {
        guard row.count == 5 else { return row.count == 3 && row[0] == "source" }
        switch row[0] {
        case "heading": return takeHeading(meaning: row[1], HeaderText.normal(row[2]))
        case "stem": return takeStem(meaning: row[1], row[2])
        case "layout": layouts.append(ListLayout(row[1], signature: row[2].split(separator: "+"), kind: row[3]))
        case "within", "without":
            let matching = layouts.indices.filter { layouts[$0].name == row[1] }
            for layout in matching {
                guard layouts[layout].take(meaning: row[2], row[3], isWithout: row[0] == "without") else {
                    return false
                }
            }
            return !matching.isEmpty
        case "word": words[row[1], default: []].insert(row[1] == "placeholder" ? row[2].lowercased() : fold(row[2]))
        default: return false
        }
        return true
    }

    private func fold(_ word: String) -> String { HeaderText.folded(word) }

    private mutating func takeHeading(meaning: String, _ heading: String) -> Bool {
        if let field = ListField(rawValue: meaning) {
            titles[field, default: []].append(heading)
        } else if let kind = HeadingKind(rawValue: meaning) {
            kinds[heading] = kinds[heading] ?? kind
            if kind == .product { titles[.tier, default: []].append(heading) }
        } else {
            return false
        }
        return true
    }

    private mutating func takeStem(meaning: String, _ pattern: String) -> Bool {
        guard let kind = HeadingKind(rawValue: meaning) else { return false }
        // Several words are a phrase, matched literally.
        let parts = pattern.split(separator: "*").map(String.init)
        stems.append((kind, parts, pattern.hasSuffix("*"), pattern.hasPrefix("*")))
        return !parts.isEmpty
    }

    /// Returns the possible meaning of an unused column, according to its heading.
    ///
    /// - Parameter heading: A heading in the form of ``HeaderText/normal(_:)``.
    /// - Returns: The meaning; `nil` if no part of the heading is known.
    func kind(of heading: String) -> HeadingKind? {
        if let kind = kinds[heading] { return kind }
        if let field = ListField.allCases.first(where: { titles[$0]?.contains(heading) == true }) {
            return Self.kind(ofUnused: field)
        }
        let words = heading.split(separator: " ")
        return stems.first { stem in
            if stem.parts[0].contains(" ") { return " \(heading) ".contains(" \(stem.parts[0]) ") }
            return words.contains { word in
                guard let first = word.firstRange(of: stem.parts[0]) else { return false }
                guard stem.isSuffix || first.lowerBound == word.startIndex else { return false }
                let rest = word[first.upperBound...]
                guard stem.parts.count > 1 else { return stem.isPrefix || rest.isEmpty }
                return stem.isPrefix ? rest.contains(stem.parts[1]) : rest.hasSuffix(stem.parts[1])
            }
        }?.kind
    }

    /// Returns the meaning of a field's heading for an unused column.
    private static func kind(ofUnused field: ListField) -> HeadingKind? {
        switch field {
        case .barcode: .barcode
        case .admits: .quantity
        case .status, .orderStatus, .rsvp, .paid, .blocked: .status
        case .companions: .quantity
        case .cancelled: .refund
        default: nil
        }
    }

    /// Returns whether a text is a heading of any meaning.
    func isKnown(_ heading: String) -> Bool {
        kinds[heading] != nil || titles.values.contains { $0.contains(heading) }
    }

    /// Returns whether a word has a meaning.
    func has(_ word: String, as meaning: String) -> Bool {
        words[meaning]?.contains(word) == true
    }
}
