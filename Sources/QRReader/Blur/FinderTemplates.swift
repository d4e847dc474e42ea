// What a symbol's three finder patterns look like through each blur.

internal import Glibc

/// Compares the finder patterns of a possible symbol with those that each of many blurs would show.
///
/// The patterns are sampled once, at the middles of their modules. What a blur makes of these places depends on
/// nothing but the blur, measured in modules, so comparing with another blur costs one dot product.
struct FinderTemplates {
    /// A blur, with what it shows of the patterns.
    private struct Template {
        /// In modules instead of pixels.
        var shape: BlurShape
        /// The levels of each pattern with their mean subtracted and a length of 1.
        var levels: [SIMD8<Float>]
    }

    /// A blur that may explain a picture.
    struct Match {
        /// In modules instead of pixels.
        var shape: BlurShape
        /// What the blur does not explain, as a share of what it does.
        var error = Float.infinity
    }

    /// The places per pattern: the middles of its modules.
    private static let placesPerPattern = 49
    /// The vectors of eight per pattern.
    private static let blocks = (placesPerPattern + 7) / 8

    /// The least mean correlation of the three patterns; one of 0.8 leaves 0.75 unexplained.
    private static let leastCorrelation: Float = 0.8

    private let templates: [Template]
    /// The best of each family in the last comparison, best first.
    private(set) var matches: [Match] = []
    /// The sum of the correlations with each template.
    private var correlations: [Float] = []
    private var sampled: [SIMD8<Float>] = Array(repeating: .zero, count: 3 * blocks)

    init() {
        var templates: [Template] = []
        if let version = SymbolVersion(number: 1) {
            let field = ModuleField(SymbolLayout(version: version))
            templates = Self.shapes.compactMap { Self.template($0, field) }
        }
        self.templates = templates
        correlations = Array(repeating: 0, count: templates.count)
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

    private static func template(_ shape: BlurShape, _ field: ModuleField) -> Template? {
        let side = Float(field.dimension)
        let quad = Quad(
            topLeft: Vector(0, 0), topRight: Vector(side, 0), bottomRight: Vector(side, side),
            bottomLeft: Vector(0, side))
        guard let map = ModuleMap(quad, dimension: field.dimension) else { return nil }
        // The picture's pixels are smaller than modules, so their width must not count here.
        var narrowed = shape
        narrowed.sigma = max(shape.sigma * shape.sigma - 0.9 * BlurShape.pixelVariance, 0.01).squareRoot()
        let model = BlurModel(narrowed, module: 1, dimension: field.dimension)
        var levels = [SIMD8<Float>](repeating: .zero, count: 3 * blocks)
        let far = side - 3.5
        for (pattern, centre) in [Vector(3.5, 3.5), Vector(far, 3.5), Vector(3.5, far)].enumerated() {
            for place in 0..<placesPerPattern {
                let offset = Vector(Float(place % 7 - 3), Float(place / 7 - 3))
                levels[pattern * blocks + place / 8][place % 8] = model.level(
                    at: map.place(of: centre + offset), field.values.span.bytes, stride: field.stride)
            }
        }
        for pattern in 0..<3 { normalise(&levels, pattern) }
        return Template(shape: shape, levels: levels)
    }

    /// Subtracts a pattern's mean and scales it to a length of 1, since light and shadow differ between patterns.
    private static func normalise(_ values: inout [SIMD8<Float>], _ pattern: Int) {
        let range = pattern * blocks..<(pattern + 1) * blocks
        for rest in placesPerPattern..<8 * blocks { values[range.lowerBound + rest / 8][rest % 8] = 0 }
        let mean = range.reduce(0) { $0 + values[$1].sum() } / Float(placesPerPattern)
        for index in range { values[index] -= mean }
        for rest in placesPerPattern..<8 * blocks { values[range.lowerBound + rest / 8][rest % 8] = 0 }
        let square = range.reduce(0) { $0 + (values[$1] * values[$1]).sum() }
        let scale = 1 / max(square, 1e-6).squareRoot()
        for index in range { values[index] *= scale }
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
        let sign: Float = isInverted ? -1 : 1
        matches.removeAll(keepingCapacity: true)
        for index in correlations.indices { correlations[index] = 0 }
        for pattern in 0..<3 {
            sample(pattern, centres[pattern], across, down, plane)
            let range = pattern * Self.blocks..<(pattern + 1) * Self.blocks
            var best: Float = 0
            for (number, template) in templates.enumerated() {
                var sum = SIMD8<Float>.zero
                for index in range { sum += sampled[index] * template.levels[index] }
                correlations[number] += sign * sum.sum()
                best = max(best, correlations[number])
            }
            // The patterns to come add at most 1 each.
            guard best + Float(2 - pattern) >= 3 * Self.leastCorrelation else { return .infinity }
        }
        for (number, template) in templates.enumerated() where correlations[number] > 1.5 {
            let correlation = min(correlations[number] / 3, 1)
            let rest = (1 - correlation * correlation).squareRoot()
            keep(Match(shape: template.shape, error: rest / correlation))
        }
        matches.sort { $0.error < $1.error }
        return matches.first?.error ?? .infinity
    }

    private mutating func sample(
        _ pattern: Int, _ centre: Vector, _ across: Vector, _ down: Vector, _ plane: LumaPlane
    ) {
        for place in 0..<Self.placesPerPattern {
            let offset = across * Float(place % 7 - 3) + down * Float(place / 7 - 3)
            sampled[pattern * Self.blocks + place / 8][place % 8] = plane.luma(at: centre + offset)
        }
        Self.normalise(&sampled, pattern)
    }

    private mutating func keep(_ match: Match) {
        guard let known = matches.firstIndex(where: { $0.shape.family == match.shape.family }) else {
            return matches.append(match)
        }
        if match.error < matches[known].error { matches[known] = match }
    }
}
