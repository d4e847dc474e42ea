// Names that are probably meant to be another one.

/// Finds names that differ from a given one only in case, in signs, or by one letter.
enum SimilarName {
    /// Names of a list that somebody may have meant.
    ///
    /// - Parameters:
    ///   - name: As it was given.
    ///   - known: Those there are.
    /// - Returns: In alphabetical order; none where the list has the name itself.
    static func candidates(for name: String, among known: some Collection<String>) -> [String] {
        guard !known.contains(name) else { return [] }
        return known.filter { isNear($0, name) }.sorted()
    }

    /// "Did you mean 'VIP'?", with a space before it; empty where nothing is near.
    static func question(for name: String, among known: some Collection<String>) -> String {
        let names = candidates(for: name, among: known).map { "'\($0.printable)'" }
        return names.isEmpty ? "" : " Did you mean \(names.joined(separator: " or "))?"
    }

    /// Pairs of names that are near each other, each pair once.
    ///
    /// - Parameters:
    ///   - names: New ones.
    ///   - known: Those there are, the new ones possibly among them.
    /// - Returns: In alphabetical order; names that differ in case and signs alone stand together.
    static func pairs(of names: Set<String>, among known: Set<String>) -> [[String]] {
        let all = names.union(known).sorted()
        // Every pair of a list with thousands of kinds would take longer than the list.
        let spellings = Dictionary(grouping: all, by: folded)
        var pairs = Set(spellings.values.filter { $0.count > 1 && !names.isDisjoint(with: $0) }.map { $0.sorted() })
        if all.count <= mostCompared {
            for (index, one) in all.enumerated() {
                for other in all[(index + 1)...]
                where (names.contains(one) || names.contains(other)) && folded(one) != folded(other)
                    && isNear(one, other)
                {
                    pairs.insert([one, other])
                }
            }
        }
        return pairs.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static let mostCompared = 500

    /// Whether two names that are not the same differ in case, in signs, or by one letter: one that is another, is missing,
    /// or has changed places with its neighbour. Digits tell things apart: gate-1 is not gate-2.
    static func isNear(_ one: String, _ other: String) -> Bool {
        guard one != other else { return false }
        let (left, right) = (Array(folded(one)), Array(folded(other)))
        if left == right { return true }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.dropFirst(start).reversed(), right.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (gone, new) = (left[start..<(left.count - end)], right[start..<(right.count - end)])
        guard (gone + new).allSatisfy(\.isLetter) else { return false }
        switch (gone.count, new.count) {
        // A name of one or two letters has no other left to be known by.
        case (1, 1): return min(left.count, right.count) > 2
        case (0, 1), (1, 0): return min(left.count, right.count) > 1
        case (2, 2): return gone.elementsEqual(new.reversed())
        default: return false
        }
    }

    /// Letters and digits, in lower case.
    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
