// What is said about a list beside its faults.

/// Something about a list that a person should know, or has to decide before it is taken.
public struct ListRemark: Hashable, Sendable, CustomStringConvertible {
    /// How much depends on it.
    public enum Weight: Int, Comparable, Sendable {
        /// Good to know.
        case note
        /// Probably not meant.
        case warning
        /// Who enters depends on it: the list is not taken before a person decides.
        case stop

        public static func < (left: Weight, right: Weight) -> Bool { left.rawValue < right.rawValue }
    }

    public let weight: Weight
    /// One or two sentences, with headings, events and status words of the list, and no codes.
    public let description: String
    /// Whether a guest's name is in it: for the person before the screen alone.
    public let hasName: Bool

    init(_ weight: Weight, _ description: String, hasName: Bool = false) {
        self.weight = weight
        self.description = description
        self.hasName = hasName
    }
}

/// Lines on which something is found: how many, and the first of them.
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

    /// In words: `line 4`, `lines 4 and 9`, `lines 4, 9, 12, 17, 20 and 31 more`.
    var lines: String {
        let rest = count - first.count
        let all = first.map(String.init) + (rest > 0 ? ["\(rest) more"] : [])
        guard all.count > 1, let last = all.last else { return "line \(all.first ?? "")" }
        return "lines \(all.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// In words: `1 row` or `12 rows`.
    var rows: String { count == 1 ? "1 row" : "\(count) rows" }
}
