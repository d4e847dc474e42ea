// What values a column has, and how often.

/// Counts the values of one column; of those beyond the first two hundred, how many rows have them.
struct ColumnValues {
    private var counts: [String: (shown: String, count: Int)] = [:]
    private(set) var rows = 0
    private(set) var hasMore = false
    private(set) var lines = LineCount()

    private static let mostValues = 200
    private static let longestShown = 60

    /// - Parameters:
    ///   - value: Not empty.
    ///   - line: Of the file.
    mutating func add(_ value: String, line: Int) {
        rows += 1
        lines.add(line)
        let key = RowFilter.folded(value)
        if counts[key] != nil {
            counts[key]?.count += 1
        } else if counts.count < Self.mostValues {
            counts[key] = (String(value.prefix(Self.longestShown)), 1)
        } else {
            hasMore = true
        }
    }

    /// How many different values there are, as far as they were counted.
    var distinct: Int { counts.count }
    /// Whether hardly any two rows agree: a time at which something was done rather than a day.
    var isMostlyDistinct: Bool { hasMore || distinct > 5 && distinct * 2 > rows }

    /// The values, those of most rows first.
    var sorted: [(value: String, count: Int)] {
        counts.values.map { ($0.shown, $0.count) }.sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
    }

    /// How many rows have a value for which something holds.
    func count(where holds: (String) -> Bool) -> Int {
        counts.values.reduce(0) { holds($1.shown) ? $0 + $1.count : $0 }
    }

    /// In words: `"Summer Night" (120), "January Ball" (31)`; the first six.
    ///
    /// - Parameter isWord: Whether a value may be shown; others may be names, and are counted together.
    /// - Returns: Values and in how many rows each is.
    func list(showing isWord: (String) -> Bool = { _ in true }) -> String {
        let words = sorted.filter { isWord($0.value) }
        let shown = words.prefix(6).map { "\"\($0.value)\" (\($0.count))" }
        let more = hasMore ? ["and more"] : words.count > 6 ? ["and \(words.count - 6) more"] : []
        let others = sorted.filter { !isWord($0.value) }.reduce(0) { $0 + $1.count }
        return (shown + more + (others > 0 ? ["other texts (\(others))"] : [])).joined(separator: ", ")
    }
}
