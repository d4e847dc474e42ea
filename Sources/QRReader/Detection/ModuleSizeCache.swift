// Module sizes that were measured between pairs of finder patterns.

/// The widths of modules along the line between two patterns: triples share most of their pairs, and a line is
/// measured the same way for each of them.
///
/// A pair that falls on the place of another one replaces it. Its storage is reused between pictures.
struct ModuleSizeCache {
    /// A measured width, or none.
    private enum Entry {
        case unknown
        case measured(Float?)
    }

    private struct Pair {
        var key: UInt32 = .max
        var first = Entry.unknown
        var second = Entry.unknown
    }

    private var pairs = [Pair](repeating: Pair(), count: Self.count)

    /// A power of two.
    private static let count = 1024

    /// Discards all widths: the patterns are going to change.
    mutating func removeAll() {
        for index in pairs.indices { pairs[index].key = .max }
    }

    /// Returns the width of a pattern's module along the line to or from another pattern.
    ///
    /// - Parameters:
    ///   - index: The pattern's index, below 16,384.
    ///   - other: The other pattern's index.
    ///   - level: The number of the level in which it is measured, below 8.
    ///   - measure: Measures the width, which is the same in both directions.
    /// - Returns: The width; nil if the line does not look like a pattern's.
    mutating func size(of index: Int, with other: Int, level: Int, _ measure: () -> Float?) -> Float? {
        let (low, high) = (min(index, other), max(index, other))
        let key = UInt32(truncatingIfNeeded: low &<< 17 | high &<< 3 | level)
        let place = Int(truncatingIfNeeded: (key &* 0x9E37_79B1) &>> 22)
        if pairs[place].key != key { pairs[place] = Pair(key: key) }
        if case .measured(let size) = index == low ? pairs[place].first : pairs[place].second { return size }
        let size = measure()
        if index == low { pairs[place].first = .measured(size) } else { pairs[place].second = .measured(size) }
        return size
    }
}
