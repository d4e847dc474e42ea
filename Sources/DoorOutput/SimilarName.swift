// Names that are probably misspellings of others.

import DoorTexts

/// Finds names that differ from a given one only in case, in punctuation, or by one letter.
package enum SimilarName {
    /// Returns the names that may have been meant.
    ///
    /// - Parameters:
    ///   - name: The name as given.
    ///   - known: The existing names.
    /// - Returns: Similar names in alphabetical order; empty if the name itself exists.
    package static func candidates(for name: String, among known: some Collection<String>) -> [String] {
        guard !known.contains(name) else { return [] }
        return known.filter { isNear($0, name) }.sorted()
    }

    /// Returns "Did you mean 'VIP'?" with a leading space; empty if there is no similar name.
    package static func question(for name: String, among known: some Collection<String>) -> String {
        let names = candidates(for: name, among: known).map { "'\($0.printable)'" }
        return names.isEmpty ? "" : " Did you mean \(names.joined(separator: " or "))?"
    }

    /// Returns pairs of similar names, each pair once.
    ///
    /// - Parameters:
    ///   - names: New names.
    ///   - known: Existing names, which may include the new ones.
    /// - Returns: The pairs in alphabetical order; names that differ only in case and punctuation form one group.
    package static func pairs(of names: Set<String>, among known: Set<String>) -> [[String]] {
        let all = names.union(known).sorted()
        // Comparing every pair of a list with thousands of tiers would take longer than the import.
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

    /// Returns whether two different names differ only in case, in punctuation, or by one letter: replaced, missing,
    /// or swapped with its neighbour. Digits distinguish names: gate-1 is not gate-2.
    static func isNear(_ one: String, _ other: String) -> Bool {
        guard one != other else { return false }
        let (left, right) = (Array(folded(one)), Array(folded(other)))
        if left == right { return true }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.dropFirst(start).reversed(), right.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let (gone, new) = (left[start..<(left.count - end)], right[start..<(right.count - end)])
        guard (gone + new).allSatisfy(\.isLetter) else { return false }
        switch (gone.count, new.count) {
        // In names of one or two letters, too few other letters remain for a comparison.
        case (1, 1): return min(left.count, right.count) > 2
        case (0, 1), (1, 0): return min(left.count, right.count) > 1
        case (2, 2): return gone.elementsEqual(new.reversed())
        default: return false
        }
    }

    /// Returns the letters and digits, in lower case.
    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
