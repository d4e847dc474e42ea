// Remarks on a list, in addition to its faults.

/// Something about a list that a person should know, or has to decide before the import.
public struct ListRemark: Hashable, Sendable, CustomStringConvertible {
    /// How serious the remark is.
    public enum Weight: Int, Comparable, Sendable {
        /// Useful to know.
        case note
        /// Probably unintended.
        case warning
        /// Decides who enters: the list is not imported until a person decides.
        case stop

        public static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
    }

    public let weight: Weight
    /// What is remarkable: one or two sentences, with headings, events and status words from the list, but no codes.
    public let fact: String
    /// What to do about it on the command line, in a sentence; `nil` for nothing.
    public let advice: String?
    /// What a person can decide, the likeliest first; may be empty.
    public let answers: [ListAnswer]
    /// Whether it contains a guest's name, and is only for the person at the screen.
    public let hasName: Bool

    /// The fact and the advice.
    public var description: String { [fact, advice].compactMap(\.self).joined(separator: " ") }

    package init(
        _ weight: Weight, _ fact: String, advice: String? = nil, answers: [ListAnswer] = [], hasName: Bool = false
    ) {
        self.weight = weight
        self.fact = fact
        self.advice = advice
        self.answers = answers
        self.hasName = hasName
    }
}

/// A decision about a column, as ``TicketList/Options`` express it.
public enum ListAnswer: Hashable, Sendable {
    /// The column, from 0, has this meaning.
    case use(column: Int, as: ListField)
    /// The column, from 0, is left out.
    case ignore(column: Int)
    /// Only rows with this value in the column, from 0, are read.
    case only(column: Int, value: String)
}

/// The lines on which something occurs: their number, and the first few.
struct LineCount {
    private(set) var count = 0
    private(set) var first: [Int] = []

    mutating func add(_ line: Int) {
        count += 1
        if first.count < 5 { first.append(line) }
    }

    /// Adds the lines of another count.
    mutating func add(_ other: LineCount) {
        count += other.count
        first = Array((first + other.first).sorted().prefix(5))
    }

    /// The lines in words: `line 4`, `lines 4 and 9`, `lines 4, 9, 12, 17, 20 and 31 more`.
    var lines: String {
        let rest = count - first.count
        let all = first.map(String.init) + (rest > 0 ? ["\(rest) more"] : [])
        guard all.count > 1, let last = all.last else { return "line \(all.first ?? "")" }
        return "lines \(all.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// The number of rows in words: `1 row` or `12 rows`.
    var rows: String { Self.rows(count) }

    /// Returns a number of rows in words.
    ///
    /// - Parameter count: The number.
    /// - Returns: `1 row` or `12 rows`.
    static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
}
