// Counts the values of a column.

/// Counts the rows with each value of a column; beyond the first two hundred values, only counts rows.
struct ColumnValues {
    private var counts: [String: Value] = [:]
    private(set) var rows = 0
    private(set) var hasMore = false
    private(set) var lines = LineCount()
    /// The rows with a significant value.
    private(set) var significant = LineCount()
    /// The sum of their weights: the number of people, if the values are numbers of people.
    private(set) var weight = 0
    private let weigh: (String) -> Int

    private struct Value {
        let shown: String
        let weight: Int
        var count = 0
    }

    private static let mostValues = 200
    private static let longestShown = 60

    /// - Parameter weigh: Returns the contribution of a value to ``weight``; 0 if the value is not significant.
    init(_ weigh: @escaping (String) -> Int = { _ in 0 }) {
        self.weigh = weigh
    }

    /// - Parameters:
    ///   - value: A value; not empty.
    ///   - line: The line in the file.
    mutating func add(_ value: String, line: Int) {
        rows += 1
        lines.add(line)
        let key = RowFilter.folded(value)
        let weight: Int
        if let known = counts[key] {
            weight = known.weight
            counts[key]?.count += 1
        } else {
            weight = weigh(value)
            if counts.count < Self.mostValues {
                counts[key] = Value(shown: String(value.prefix(Self.longestShown)), weight: weight, count: 1)
            } else {
                hasMore = true
            }
        }
        guard weight > 0 else { return }
        significant.add(line)
        self.weight += weight
    }

    /// The number of different values, as far as they were counted.
    var distinct: Int { counts.count }
    /// Whether hardly any two rows have the same value: the time of an action rather than a day.
    var isMostlyDistinct: Bool { hasMore || distinct > 5 && distinct * 2 > rows }

    /// The values, the most frequent first.
    var sorted: [(value: String, count: Int)] {
        counts.values.map { ($0.shown, $0.count) }.sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
    }

    /// Returns whether a predicate holds for one of the first two hundred values.
    func contains(where holds: (String) -> Bool) -> Bool {
        counts.values.contains { holds($0.shown) }
    }

    /// Returns the first six values in words: `"Summer Night" (120), "January Ball" (31)`.
    ///
    /// - Parameter isWord: Returns whether a value may be shown; others may be names, and are only counted.
    /// - Returns: The values, each with its number of rows.
    func list(showing isWord: (String) -> Bool = { _ in true }) -> String {
        let words = sorted.filter { isWord($0.value) }
        let shown = words.prefix(6).map { "\"\($0.value)\" (\($0.count))" }
        let more = hasMore ? ["and more"] : words.count > 6 ? ["and \(words.count - 6) more"] : []
        let others = sorted.filter { !isWord($0.value) }.reduce(0) { $0 + $1.count }
        return (shown + more + (others > 0 ? ["other texts (\(others))"] : [])).joined(separator: ", ")
    }
}
