// Combines places that look like finder patterns into symbols.

/// Three places that may be a symbol's finder patterns, in the frame's pixels.
struct BlurTriple {
    var corner: Vector
    var right: Vector
    var below: Vector
    /// The width of a module for which they were found.
    var module: Float
    var isInverted: Bool
    /// A lower value is likelier to be a symbol.
    var cost: Float

    /// Creates a triple of finder patterns that were found as those of a sharp symbol.
    ///
    /// - Parameters:
    ///   - triple: The triple.
    ///   - patterns: The patterns that its indices refer to.
    init(_ triple: FinderTriple, _ patterns: [FinderPattern]) {
        let (a, b, c) = (patterns[triple.corner], patterns[triple.right], patterns[triple.below])
        (corner, right, below) = (a.centre, b.centre, c.centre)
        module = (a.moduleSize + b.moduleSize + c.moduleSize) / 3
        isInverted = a.isInverted
        cost = triple.cost
    }

    /// The mean length of the two legs.
    var leg: Float { ((right - corner).length + (below - corner).length) / 2 }

    /// Moves the places to a picture that is this much wider and higher.
    mutating func stretch(by factors: Vector) {
        func moved(_ place: Vector) -> Vector { Vector(place.x * factors.x, place.y * factors.y) }
        (corner, right, below) = (moved(corner), moved(right), moved(below))
    }

    /// The corners of the symbol, without perspective.
    func quad(dimension: Int) -> Quad {
        let across = (right - corner) / Float(dimension - 7)
        let down = (below - corner) / Float(dimension - 7)
        let origin = corner - (across + down) * 3.5
        let side = Float(dimension)
        return Quad(
            topLeft: origin, topRight: origin + across * side, bottomRight: origin + (across + down) * side,
            bottomLeft: origin + down * side)
    }

    /// The dimensions that go with the module's width, nearest first.
    var dimensions: [Int] {
        let modules = leg / module
        return Self.all.filter { modules > 0.85 * Float($0 - 7) && modules < 1.36 * Float($0 - 7) }
            .sorted { abs(Float($0 - 7) - modules) < abs(Float($1 - 7) - modules) }
    }

    /// Versions 1 to 10.
    private static let all = Array(stride(from: 21, through: 57, by: 4))
    /// The shortest and the longest leg, in modules of the width found.
    private static let legs: ClosedRange<Float> = 10...68

    /// Lists the triples of places of one size and polarity with a new place among them, likeliest first.
    ///
    /// - Parameters:
    ///   - places: The places, with centres and widths in the frame's pixels.
    ///   - limit: The number of triples to keep.
    /// - Returns: The triples.
    static func all(of places: [NestedBoxes.Place], limit: Int) -> [BlurTriple] {
        var best = Best(limit: limit)
        var legs = Legs()
        for corner in places {
            legs.fill(from: corner, to: places)
            for first in 0..<legs.count {
                let end = places[legs.ends[first]]
                let isNew = corner.isNew || end.isNew
                for block in legs.blocks.indices {
                    let correlations = corner.correlation + end.correlation
                    var fitting = legs.fitting(
                        first, block, isNew: isNew, mostCost: best.mostCost, correlations: correlations)
                    while fitting != 0 {
                        let second = 8 * block + fitting.trailingZeroBitCount
                        fitting &= fitting - 1
                        if let triple = BlurTriple(corner, end, places[legs.ends[second]]) { best.add(triple) }
                    }
                }
            }
        }
        return best.sorted
    }

    /// The triples of the least cost.
    private struct Best {
        let limit: Int
        private var triples: [BlurTriple] = []
        /// The cost above which a triple is not among the best.
        private(set) var mostCost = Float.infinity

        init(limit: Int) {
            self.limit = limit
        }

        mutating func add(_ triple: BlurTriple) {
            triples.append(triple)
            guard triples.count >= 4 * limit else { return }
            triples = sorted
            mostCost = triples.last?.cost ?? .infinity
        }

        var sorted: [BlurTriple] { Array(triples.sorted { $0.cost < $1.cost }.prefix(limit)) }
    }

    /// The ways from one place to those others that may be a pattern of the same symbol.
    private struct Legs {
        /// Eight ways; the rest of the last block is 0.
        struct Block {
            var x = SIMD8<Float>.zero
            var y = SIMD8<Float>.zero
            var length = SIMD8<Float>.zero
            var correlation = SIMD8<Float>.zero
            /// 1 for a new end.
            var isNew = SIMD8<Float>.zero
        }

        private(set) var blocks: [Block] = []
        /// The index of each way's end.
        private(set) var ends: [Int] = []

        var count: Int { ends.count }

        mutating func fill(from start: NestedBoxes.Place, to places: [NestedBoxes.Place]) {
            blocks.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            for (index, end) in places.enumerated() {
                let way = end.centre - start.centre
                let length = way.length
                guard BlurTriple.legs ~= length / start.module else { continue }
                let lane = ends.count % 8
                if lane == 0 { blocks.append(Block()) }
                let last = blocks.count - 1
                blocks[last].x[lane] = way.x
                blocks[last].y[lane] = way.y
                blocks[last].length[lane] = length
                blocks[last].correlation[lane] = end.correlation
                blocks[last].isNew[lane] = end.isNew ? 1 : 0
                ends.append(index)
            }
        }

        /// Finds the ways that may be the second leg beside a first.
        ///
        /// - Parameters:
        ///   - first: The number of the first leg.
        ///   - block: The number of the block of eight.
        ///   - isNew: Whether the corner or the first leg's end is new.
        ///   - mostCost: The most that the triple may cost.
        ///   - correlations: The sum of the correlations at the corner and at the first leg's end.
        /// - Returns: A bit for each way of the block, the lowest for the first.
        @inline(__always)
        func fitting(_ first: Int, _ block: Int, isNew: Bool, mostCost: Float, correlations: Float) -> UInt8 {
            let (one, lane, two) = (blocks[first / 8], first % 8, blocks[block])
            let x = SIMD8<Float>(repeating: one.x[lane])
            let y = SIMD8<Float>(repeating: one.y[lane])
            let length = SIMD8<Float>(repeating: one.length[lane])
            let product = two.length * length
            let size = (x * two.x + y * two.y).magnitudes
            // The cost without that of unequal legs, which is not negative.
            let most = product * (two.correlation + (correlations + mostCost))
            let isWide = size .< BlurTriple.mostCosine * product
            let isClockwise = y * two.x .< x * two.y
            let isLongEnough = BlurTriple.leastRatio * two.length .< length
            let isShortEnough = length .< BlurTriple.mostRatio * two.length
            let isCheap = 2 * size .< most
            let isNeeded = SIMD8<Float>(repeating: isNew ? -1 : 0) .< two.isNew
            return (isWide .& isClockwise .& isLongEnough .& isShortEnough .& isCheap .& isNeeded).bits
        }
    }

    private static let leastRatio: Float = 0.62
    private static let mostRatio: Float = 1.6
    /// The most that the cosine of the corner's angle may differ from 0.
    private static let mostCosine: Float = 0.4

    /// Combines three places; nil if rounding has let legs pass that do not fit.
    private init?(_ a: NestedBoxes.Place, _ b: NestedBoxes.Place, _ c: NestedBoxes.Place) {
        let (across, down) = (b.centre - a.centre, c.centre - a.centre)
        let (first, second) = (across.length, down.length)
        let (ratio, angle) = (first / second, abs(across.dot(down)) / (first * second))
        guard ratio > Self.leastRatio, ratio < Self.mostRatio, angle < Self.mostCosine else { return nil }
        (corner, right, below) = (a.centre, b.centre, c.centre)
        (module, isInverted) = (a.module, a.isInverted)
        cost = 2 * angle + 2 * abs(logarithm(ratio)) - (a.correlation + b.correlation + c.correlation)
    }
}
