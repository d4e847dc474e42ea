// The finder patterns of a frame, from all sizes in which it was searched.

/// Finder patterns, and whether each belongs to a symbol that was read.
struct PatternList {
    private(set) var all: [FinderPattern] = []
    private(set) var isUsed: [Bool] = []

    mutating func removeAll() {
        all.removeAll(keepingCapacity: true)
        isUsed.removeAll(keepingCapacity: true)
    }

    /// Adds a scan's patterns to those of other levels; of two in one place, the one seen at the finer level is kept.
    ///
    /// - Parameters:
    ///   - found: The patterns of one level.
    ///   - limit: The number of patterns to keep, best first.
    ///   - work: The remaining budget; the cost is deducted even if it exceeds it.
    mutating func add(_ found: [FinderPattern], limit: Int, work: inout WorkBudget) {
        for index in all.indices { all[index].isNew = false }
        work.spend(found.count * (all.count + found.count / 2) / 4)
        for pattern in found { add(pattern) }
        guard all.count > limit else { return }
        let best = all.indices.sorted { all[$0].quality > all[$1].quality }.prefix(limit)
        (all, isUsed) = (best.map { all[$0] }, best.map { isUsed[$0] })
    }

    private mutating func add(_ pattern: FinderPattern) {
        let known = all.firstIndex { other in
            other.isInverted == pattern.isInverted
                && (other.centre - pattern.centre).length < 1.5 * min(other.moduleSize, pattern.moduleSize)
        }
        guard let known else {
            all.append(pattern)
            isUsed.append(false)
            return
        }
        guard pattern.scale < all[known].scale, !isUsed[known] else { return }
        let sightings = all[known].sightings
        all[known] = pattern
        all[known].sightings += sightings
    }

    /// Returns whether a pattern of a triple belongs to a symbol that was read.
    func isUsed(_ triple: FinderTriple) -> Bool {
        isUsed[triple.corner] || isUsed[triple.right] || isUsed[triple.below]
    }

    /// Marks the patterns of a symbol that was read.
    mutating func use(_ triple: FinderTriple) {
        (isUsed[triple.corner], isUsed[triple.right], isUsed[triple.below]) = (true, true, true)
    }
}
