// Sentences with gaps, and how they are filled.

import Admission
import Ledger

/// What can stand in a sentence's gap, written `{time}` there.
enum Placeholder: String, CaseIterable {
    case time, gate, gates, box, note, event, zone, capacity, count, admits
}

/// A sentence with gaps: `for another event[: {event}]`. A part in brackets is left out where its gap has no filling.
struct Template {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// - Parameter fillings: For the gaps; a gap without one becomes empty.
    /// - Returns: The sentence.
    func filled(_ fillings: [Placeholder: String]) -> String {
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

    /// The gaps that a sentence has.
    var gaps: Set<Placeholder> {
        Set(Placeholder.allCases.filter { text.contains("{\($0.rawValue)}") })
    }

    /// Fills each gap once: a filling may hold anything, also what looks like a gap.
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
