// The homography that best fits more than four pairs of places.

/// Collects pairs of places and solves for the map between them by least squares.
struct HomographyFit {
    private struct Pair {
        var source: Vector
        var target: Vector
        var weight: Float
    }

    private var pairs: [Pair] = []

    mutating func clear() {
        pairs.removeAll(keepingCapacity: true)
    }

    /// Adds a pair.
    ///
    /// - Parameters:
    ///   - source: The place in the symbol, in modules.
    ///   - target: The place in the picture, in pixels.
    ///   - weight: Above 0; 1 for a place of average certainty.
    mutating func add(_ source: Vector, _ target: Vector, weight: Float = 1) {
        pairs.append(Pair(source: source, target: target, weight: weight))
    }

    /// Solves in two rounds: the first minimises the distances in the picture times the denominator, the second, with
    /// the first round's denominators, the distances themselves.
    ///
    /// - Returns: The map; nil if the pairs do not determine one.
    func solve() -> Homography? {
        guard pairs.count >= 4 else { return nil }
        let source = spread { $0.source }
        let target = spread { $0.target }
        var estimate = SIMD8<Double>()
        for _ in 0..<2 {
            var equations = HomographyEquations()
            for pair in pairs {
                let s = (pair.source - source.middle) / source.size
                let t = (pair.target - target.middle) / target.size
                let denominator = 1 + estimate[6] * Double(s.x) + estimate[7] * Double(s.y)
                guard abs(denominator) > 0.05 else { return nil }
                equations.add(
                    SIMD2<Double>(s), SIMD2<Double>(t), weight: Double(pair.weight) / (denominator * denominator))
            }
            guard let solution = equations.solve() else { return nil }
            estimate = solution
        }
        return Self.homography(estimate, source: source, target: target)
    }

    /// Measures the distance between mapped sources and targets.
    ///
    /// - Returns: The weighted mean squared distance.
    func error(of map: Homography) -> Float {
        var (sum, weight) = (Float(0), Float(0))
        for pair in pairs {
            let distance = map(pair.source) - pair.target
            sum += pair.weight * distance.dot(distance)
            weight += pair.weight
        }
        return sum / max(weight, 1e-6)
    }

    /// Returns the centre and size of a set of places, which normalise the equations so that they are well
    /// conditioned.
    private func spread(_ place: (Pair) -> Vector) -> (middle: Vector, size: Float) {
        let count = Float(pairs.count)
        let middle = pairs.reduce(Vector()) { $0 + place($1) } / count
        let size = pairs.reduce(0) { $0 + (place($1) - middle).length } / count
        return (middle, max(size, 1e-3))
    }

    private static func homography(
        _ h: SIMD8<Double>,
        source: (middle: Vector, size: Float),
        target: (middle: Vector, size: Float)
    ) -> Homography? {
        let (size, middle) = (target.size, target.middle)
        let perspective = Vector(Float(h[6]), Float(h[7]))
        let across = size * Vector(Float(h[0]), Float(h[3])) + perspective.x * middle
        let down = size * Vector(Float(h[1]), Float(h[4])) + perspective.y * middle
        let origin = size * Vector(Float(h[2]), Float(h[5])) + middle
        // From the centre of the sources to the origin.
        let shift = -source.middle / source.size
        let denominator = 1 + perspective.dot(shift)
        guard abs(denominator) > 1e-3 else { return nil }
        let scale = 1 / (source.size * denominator)
        return Homography(
            across: across * scale,
            down: down * scale,
            origin: (across * shift.x + down * shift.y + origin) / denominator,
            perspective: perspective * scale
        )
    }
}
