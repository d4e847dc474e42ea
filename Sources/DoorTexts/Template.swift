// Sentences with placeholders.

import Admission
import Ledger

/// A placeholder in a sentence, written `{time}`.
package enum Placeholder: String, CaseIterable {
    case time, gate, gates, tiers, box, note, event, zone, capacity, count, admits
}

/// A sentence with placeholders: `for another event[: {event}]`. A part in brackets is omitted if its placeholder has
/// no value.
package struct Template {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// - Parameter fillings: The values by placeholder; a placeholder without a value becomes empty.
    /// - Returns: The sentence.
    package func filled(_ fillings: [Placeholder: String]) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "["), let end = rest[start...].firstIndex(of: "]") {
            let part = rest[rest.index(after: start)..<end]
            let isKept = Placeholder.allCases.allSatisfy { !part.contains("{\($0.rawValue)}") || fillings[$0] != nil }
            result += Self.fill(rest[..<start], fillings) + (isKept ? Self.fill(part, fillings) : "")
            rest = rest[rest.index(after: end)...]
        }
        return result + Self.fill(rest, fillings)
    }

    /// The placeholders that the sentence contains.
    package var gaps: Set<Placeholder> {
        Set(Placeholder.allCases.filter { text.contains("{\($0.rawValue)}") })
    }

    /// Replaces each placeholder once: a value may contain anything, even text that looks like a placeholder.
    private static func fill(_ part: Substring, _ fillings: [Placeholder: String]) -> String {
        var result = ""
        var rest = part
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let gap = Placeholder(rawValue: String(rest[rest.index(after: start)..<end]))
            result += rest[..<start] + (gap.flatMap { fillings[$0] } ?? "")
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}
