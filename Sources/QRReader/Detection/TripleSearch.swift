// Combines finder patterns into triples.

/// Lists the triples of patterns that may form a symbol by their geometry, likeliest first.
///
/// Every pattern is combined only with its nearest neighbours, so the number of triples grows linearly with the
/// number of patterns and not with its cube, which bounds the time for a page of texture.
struct TripleSearch {
    private(set) var triples: [FinderTriple] = []

    /// The maximum number of neighbours examined; neighbouring symbols' patterns may be nearer than a symbol's own.
    private static let neighbourLimit = 20

    private struct Neighbour {
        var index: Int
        var distance: Float
    }

    private var neighbours: [Neighbour] = []
    private var limit = 0
    /// The cost from which on a triple is not among the likeliest.
    private var bound = Float.infinity

    /// Searches for triples.
    ///
    /// - Parameters:
    ///   - patterns: Patterns of any polarity.
    ///   - isUsed: Whether each pattern belongs to a symbol that was read.
    ///   - limit: The number of triples to keep.
    ///   - work: The remaining budget.
    mutating func search(_ patterns: [FinderPattern], isUsed: [Bool], limit: Int, work: inout WorkBudget) {
        triples.removeAll(keepingCapacity: true)
        (self.limit, bound) = (limit, .infinity)
        for corner in patterns.indices where !isUsed[corner] {
            guard work.has(patterns.count + 3 * Self.neighbourLimit * Self.neighbourLimit) else { break }
            findNeighbours(of: corner, patterns, isUsed)
            work.spend(patterns.count + 3 * neighbours.count * neighbours.count)
            for first in neighbours.indices {
                for second in neighbours.indices where second > first {
                    add(corner, neighbours[first].index, neighbours[second].index, patterns)
                }
            }
        }
        keepLikeliest()
    }

    private mutating func keepLikeliest() {
        triples.sort { $0.cost < $1.cost }
        guard triples.count >= limit else { return }
        triples.removeLast(triples.count - limit)
        bound = triples.last?.cost ?? bound
    }

    private mutating func findNeighbours(of corner: Int, _ patterns: [FinderPattern], _ isUsed: [Bool]) {
        neighbours.removeAll(keepingCapacity: true)
        let pattern = patterns[corner]
        for index in patterns.indices where index != corner && !isUsed[index] {
            let other = patterns[index]
            let (small, large) = Self.ordered(pattern.moduleSize, other.moduleSize)
            guard other.isInverted == pattern.isInverted, large < 2.4 * small else { continue }
            let distance = (other.centre - pattern.centre).length
            // The centres of version 1 are 14 modules apart, those of version 40 are 170 apart.
            guard distance > 7 * small, distance < 260 * large else { continue }
            neighbours.append(Neighbour(index: index, distance: distance))
        }
        guard neighbours.count > Self.neighbourLimit else { return }
        neighbours.sort { $0.distance < $1.distance }
        neighbours.removeLast(neighbours.count - Self.neighbourLimit)
    }

    private mutating func add(_ corner: Int, _ first: Int, _ second: Int, _ patterns: [FinderPattern]) {
        let a = patterns[corner]
        guard a.isNew || patterns[first].isNew || patterns[second].isNew else { return }
        var (right, below) = (first, second)
        var (u, v) = (patterns[right].centre - a.centre, patterns[below].centre - a.centre)
        if u.cross(v) < 0 {
            swap(&right, &below)
            swap(&u, &v)
        }
        let (across, down) = (u.length, v.length)
        // The corner is opposite the longest side, or nearly the longest in steep perspective.
        guard (u - v).length >= 0.95 * max(across, down) else { return }
        let cosine = abs(u.dot(v)) / (across * down)
        let (short, long) = Self.ordered(across, down)
        guard cosine < 0.85, long < 4 * short else { return }
        let sizes = SIMD3(a.moduleSize, patterns[right].moduleSize, patterns[below].moduleSize)
        guard sizes.max() < 2.4 * sizes.min() else { return }
        let modules = (across + down) / 2 / (sizes.sum() / 3)
        guard 9...190 ~= modules else { return }
        let rays = a.rays + patterns[right].rays + patterns[below].rays
        let sightings = a.sightings + patterns[right].sightings + patterns[below].sightings
        let shape = 1.2 * cosine + 1.2 * logarithm(long / short) + 2 * logarithm(sizes.max() / sizes.min())
        let trust = 0.05 * Float(48 - rays) - 0.02 * Float(min(10, sightings))
        let cost = shape + trust + 0.004 * modules
        guard cost < bound else { return }
        triples.append(FinderTriple(corner: corner, right: right, below: below, cost: cost))
        // Sorting occasionally is cheaper than sorting all triples once, and than keeping them sorted.
        if triples.count >= 4 * limit { keepLikeliest() }
    }

    private static func ordered(_ first: Float, _ second: Float) -> (small: Float, large: Float) {
        (min(first, second), max(first, second))
    }
}
