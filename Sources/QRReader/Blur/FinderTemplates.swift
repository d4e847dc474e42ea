// What a symbol's three finder patterns look like through each blur.

internal import Glibc

/// Compares the finder patterns of a possible symbol with those that each of many blurs would show.
///
/// The patterns are sampled once, at the middles of their modules. What a blur makes of these places depends on
/// nothing but the blur, measured in modules, so comparing with another blur costs one dot product.
struct FinderTemplates {
    /// A blur that may explain a picture.
    struct Match {
        /// In modules instead of pixels.
        var shape: BlurShape
        /// What the blur does not explain, as a share of what it does.
        var error = Float.infinity
    }

    /// A row of a pattern: seven modules, then 0.
    private typealias Row = SIMD8<Float>

    /// A pattern's columns from its middle; the last is without meaning.
    private static let columns = Row(-3, -2, -1, 0, 1, 2, 3, 0)
    /// 1 for a pattern's columns.
    private static let isColumn = Row(1, 1, 1, 1, 1, 1, 1, 0)
    /// The modules of a pattern.
    private static let places = 49
    /// The blurs, in vectors of eight.
    private static let blocks = 4

    /// The least sum of the correlations of one, two and all three patterns; 2.4 leaves 0.75 unexplained.
    ///
    /// Symbols that were read had 0.72, 1.62 and 2.43 or more, and all but one of 712 had 0.83, 1.69 and 2.56.
    private static let leastCorrelations: InlineArray<3, Float> = [0.7, 1.55, 2.4]
    /// The least correlation of each pattern with the blur that explains it best: 0.67 in symbols that were read.
    private static let leastAlone: Float = 0.62

    /// The blurs that are tried, at most 32, with lengths in modules instead of pixels.
    private let blurs = shapes
    /// For each pattern and each of its modules, the level that each blur shows. A blur's levels have a mean of 0 and a
    /// length of 1 over a pattern.
    private let levels: [SIMD8<Float>]
    /// The sums of the patterns' correlations with each blur.
    private var correlations: [SIMD8<Float>] = Array(repeating: .zero, count: blocks)
    private var sampled: [Row] = Array(repeating: .zero, count: 7)
    /// The best of each family in the last comparison, best first.
    private(set) var matches: [Match] = []

    init() {
        var levels = [SIMD8<Float>](repeating: .zero, count: 3 * Self.places * Self.blocks)
        if let version = SymbolVersion(number: 1) {
            let field = ModuleField(SymbolLayout(version: version))
            for (number, shape) in blurs.enumerated() where number < 8 * Self.blocks {
                Self.add(shape, number, field, to: &levels)
            }
        }
        self.levels = levels
    }

    /// The blurs that are tried, in modules.
    private static var shapes: [BlurShape] {
        let still = [Float(0.35), 0.5, 0.65, 0.8, 1].map { BlurShape(family: .still, sigma: $0) }
        let discs = [Float(0.9), 1.3, 1.8].map { BlurShape(family: .disc, sigma: 0.25, extent: Vector($0, 0)) }
        let motions = [Float(1.6), 2.4, 3.2].flatMap { length in
            (0..<8).map { index in
                let angle = Float(index) / 8 * .pi
                return BlurShape(
                    family: .motion, sigma: 0.3, extent: Vector(cosf(angle), sinf(angle)) * length)
            }
        }
        return still + discs + motions
    }

    /// Adds the levels that a blur shows.
    private static func add(
        _ shape: BlurShape, _ number: Int, _ field: ModuleField, to levels: inout [SIMD8<Float>]
    ) {
        let side = Float(field.dimension)
        let quad = Quad(
            topLeft: Vector(0, 0), topRight: Vector(side, 0), bottomRight: Vector(side, side),
            bottomLeft: Vector(0, side))
        guard let map = ModuleMap(quad, dimension: field.dimension) else { return }
        // The picture's pixels are smaller than modules, so their width must not count here.
        var narrowed = shape
        narrowed.sigma = max(shape.sigma * shape.sigma - 0.9 * BlurShape.pixelVariance, 0.01).squareRoot()
        let model = BlurModel(narrowed, module: 1, dimension: field.dimension)
        let far = side - 3.5
        for (index, centre) in [Vector(3.5, 3.5), Vector(far, 3.5), Vector(3.5, far)].enumerated() {
            var pattern = [Row](repeating: .zero, count: 7)
            for place in 0..<places {
                let offset = Vector(Float(place % 7 - 3), Float(place / 7 - 3))
                pattern[place / 7][place % 7] = model.level(
                    at: map.place(of: centre + offset), field.values.span.bytes, stride: field.stride)
            }
            normalise(&pattern)
            for place in 0..<places {
                levels[(index * places + place) * blocks + number / 8][number % 8] = pattern[place / 7][place % 7]
            }
        }
    }

    /// Subtracts a pattern's mean and scales it to a length of 1, since light and shadow differ between patterns.
    @inline(__always)
    private static func normalise(_ pattern: inout [Row]) {
        var sum = Row.zero
        for row in 0..<7 { sum += pattern[row] }
        let mean = sum.sum() / Float(places) * isColumn
        var squares = Row.zero
        for row in 0..<7 {
            pattern[row] -= mean
            squares += pattern[row] * pattern[row]
        }
        let scale = 1 / max(squares.sum(), 1e-6).squareRoot()
        for row in 0..<7 { pattern[row] *= scale }
    }

    /// Compares a possible symbol with all blurs.
    ///
    /// - Parameters:
    ///   - centres: The middles of the patterns at the corner, to its right and below, in the plane's pixels.
    ///   - across: A module to the right, in the plane's pixels.
    ///   - down: A module down.
    ///   - plane: The picture.
    ///   - isInverted: Whether the symbol is light on dark.
    /// - Returns: The smallest error; infinity if it is above 0.75.
    mutating func compare(
        _ centres: InlineArray<3, Vector>, across: Vector, down: Vector, _ plane: LumaPlane, isInverted: Bool
    ) -> Float {
        matches.removeAll(keepingCapacity: true)
        for block in 0..<Self.blocks { correlations[block] = .zero }
        for pattern in 0..<3 {
            sample(centres[pattern], across, down, plane)
            let best = correlate(pattern, sign: isInverted ? -1 : 1)
            guard best.alone >= Self.leastAlone, best.sum >= Self.leastCorrelations[pattern] else { return .infinity }
        }
        for (number, shape) in blurs.enumerated() {
            let sum = correlations[number / 8][number % 8]
            guard sum > 1.5 else { continue }
            let correlation = min(sum / 3, 1)
            let rest = (1 - correlation * correlation).squareRoot()
            keep(Match(shape: shape, error: rest / correlation))
        }
        matches.sort { $0.error < $1.error }
        return matches.first?.error ?? .infinity
    }

    /// Samples a pattern at the middles of its modules.
    private mutating func sample(_ centre: Vector, _ across: Vector, _ down: Vector, _ plane: LumaPlane) {
        let (x, y) = (across.x * Self.columns, across.y * Self.columns)
        for row in 0..<7 {
            let start = centre + down * Float(row - 3)
            sampled[row] = plane.luma(x: x + start.x, y: y + start.y) * Self.isColumn
        }
        Self.normalise(&sampled)
    }

    /// Adds the correlations of the pattern sampled with all blurs.
    ///
    /// - Parameters:
    ///   - pattern: The number of the pattern, 0 to 2.
    ///   - sign: -1 for a symbol light on dark.
    /// - Returns: The largest correlation of this pattern, and the largest sum.
    private mutating func correlate(_ pattern: Int, sign: Float) -> (alone: Float, sum: Float) {
        var parts = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
        let (levelTable, sampledTable) = (levels, sampled)
        let (levels, sampled) = (levelTable.span, sampledTable.span.bytes)
        let first = pattern * Self.places * Self.blocks
        precondition(levels.count >= first + Self.places * Self.blocks)
        for row in 0..<7 {
            for column in 0..<7 {
                let level = sampled.unsafeLoad(fromUncheckedByteOffset: 32 &* row &+ 4 &* column, as: Float.self)
                let index = first &+ (7 &* row &+ column) &* 4
                parts.0 += levels[unchecked: index] * level
                parts.1 += levels[unchecked: index &+ 1] * level
                parts.2 += levels[unchecked: index &+ 2] * level
                parts.3 += levels[unchecked: index &+ 3] * level
            }
        }
        correlations[0] += parts.0 * sign
        correlations[1] += parts.1 * sign
        correlations[2] += parts.2 * sign
        correlations[3] += parts.3 * sign
        let alone = Self.larger(
            Self.larger(parts.0 * sign, parts.1 * sign), Self.larger(parts.2 * sign, parts.3 * sign))
        let sum = Self.larger(
            Self.larger(correlations[0], correlations[1]), Self.larger(correlations[2], correlations[3]))
        return (alone.largest, sum.largest)
    }

    @inline(__always)
    private static func larger(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
        one.replacing(with: other, where: other .> one)
    }

    private mutating func keep(_ match: Match) {
        guard let known = matches.firstIndex(where: { $0.shape.family == match.shape.family }) else {
            return matches.append(match)
        }
        if match.error < matches[known].error { matches[known] = match }
    }
}
