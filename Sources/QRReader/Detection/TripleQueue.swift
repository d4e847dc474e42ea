// The triples of a level, likeliest first.

/// Passes triples on in the order of their costs, and measures the timing patterns of only as many as that takes.
///
/// Of the thousands of triples on a page of text, only a few are tried. The order is that of a stable sort by cost.
struct TripleQueue {
    private struct Untimed {
        let triple: UntimedTriple
        let leastCost: Float
        /// The number of triples added before this one.
        let order: Int
    }

    private struct Timed {
        let triple: FinderTriple
        let order: Int
    }

    /// By their least costs, once they are sorted.
    private var untimed: [Untimed] = []
    /// The number of leading elements of `untimed` that were timed.
    private var taken = 0
    /// The triples that were timed and not yet passed on, the likeliest last.
    private var timed: [Timed] = []

    mutating func removeAll() {
        untimed.removeAll(keepingCapacity: true)
        timed.removeAll(keepingCapacity: true)
        taken = 0
    }

    mutating func add(_ triple: UntimedTriple) {
        untimed.append(Untimed(triple: triple, leastCost: triple.leastCost, order: untimed.count))
    }

    /// Sorts the triples; call it once, after the last one was added.
    mutating func sort() {
        untimed.sort { ($0.leastCost, $0.order) < ($1.leastCost, $1.order) }
    }

    /// The next triple to be timed, if it may cost no more than all that were timed.
    var nextUntimed: UntimedTriple? {
        guard taken < untimed.count else { return nil }
        guard let best = timed.last, untimed[taken].leastCost > best.triple.cost else { return untimed[taken].triple }
        return nil
    }

    /// Receives the result for ``nextUntimed``.
    ///
    /// - Parameter triple: The triple with its cost; nil if it is not a symbol.
    mutating func setTimed(_ triple: FinderTriple?) {
        let order = untimed[taken].order
        taken += 1
        guard let triple else { return }
        var place = timed.count
        while place > 0, (timed[place - 1].triple.cost, timed[place - 1].order) < (triple.cost, order) { place -= 1 }
        timed.insert(Timed(triple: triple, order: order), at: place)
    }

    /// Removes the likeliest triple; requires that ``nextUntimed`` is nil.
    mutating func popFirst() -> FinderTriple? { timed.popLast()?.triple }
}
