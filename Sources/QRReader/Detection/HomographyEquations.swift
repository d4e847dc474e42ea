// A linear least-squares problem with eight unknowns.

/// The normal equations of the linear least-squares problem whose solution is a homography.
///
/// With u = (s, 1), a pair of places s and t gives two equations for the unknowns a (3), b (3) and c (2):
/// `u·a - t.x s·c = t.x` and `u·b - t.y s·c = t.y`. All their sums are moments of the sources: A, weighted by 1, B by
/// t.x, C by t.y and D by t.x² + t.y², each a symmetric 3 × 3 matrix, the sum of `u uᵀ`. Eliminating a and b leaves
/// two equations, which are the first rows of `D - B A⁻¹ B - C A⁻¹ C`, with its last column on the right-hand side.
struct HomographyEquations {
    /// A symmetric 3 × 3 matrix.
    private struct Moments {
        var xx = 0.0
        var xy = 0.0
        var yy = 0.0
        var x = 0.0
        var y = 0.0
        var one = 0.0

        var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
            (SIMD3(xx, xy, x), SIMD3(xy, yy, y), SIMD3(x, y, one))
        }

        mutating func add(_ source: SIMD2<Double>, weight: Double) {
            let (byX, byY) = (weight * source.x, weight * source.y)
            xx += byX * source.x
            xy += byX * source.y
            yy += byY * source.y
            x += byX
            y += byY
            one += weight
        }

        /// The inverse; nil if the sources are collinear.
        var inverse: Moments? {
            let (first, second, third) = (yy * one - y * y, x * y - xy * one, xy * y - x * yy)
            let determinant = xx * first + xy * second + x * third
            guard determinant > 1e-12 else { return nil }
            return Moments(
                xx: first / determinant, xy: second / determinant, yy: (xx * one - x * x) / determinant,
                x: third / determinant, y: (xy * x - xx * y) / determinant, one: (xx * yy - xy * xy) / determinant)
        }

        func times(_ other: Moments) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
            (times(other.columns.0), times(other.columns.1), times(other.columns.2))
        }

        private func times(_ vector: SIMD3<Double>) -> SIMD3<Double> {
            columns.0 * vector.x + columns.1 * vector.y + columns.2 * vector.z
        }
    }

    private var plain = Moments()
    private var byX = Moments()
    private var byY = Moments()
    private var bySquare = Moments()

    /// Adds a pair.
    ///
    /// - Parameters:
    ///   - source: The source, in coordinates whose distance from the centre of all sources is about 1.
    ///   - target: The target, in similar coordinates.
    ///   - weight: Above 0.
    mutating func add(_ source: SIMD2<Double>, _ target: SIMD2<Double>, weight: Double) {
        plain.add(source, weight: weight)
        byX.add(source, weight: weight * target.x)
        byY.add(source, weight: weight * target.y)
        bySquare.add(source, weight: weight * (target.x * target.x + target.y * target.y))
    }

    /// Solves the equations.
    ///
    /// - Returns: a, b and c; nil if the equations are singular.
    func solve() -> SIMD8<Double>? {
        guard let inverse = plain.inverse else { return nil }
        let (x, y) = (inverse.times(byX), inverse.times(byY))
        let (ofX, ofY, square) = (byX.columns, byY.columns, bySquare.columns)
        let first = SIMD3(
            square.0.x - Self.dot(ofX.0, x.0) - Self.dot(ofY.0, y.0),
            square.0.y - Self.dot(ofX.0, x.1) - Self.dot(ofY.0, y.1),
            square.0.z - Self.dot(ofX.0, x.2) - Self.dot(ofY.0, y.2))
        let second = SIMD2(
            square.1.y - Self.dot(ofX.1, x.1) - Self.dot(ofY.1, y.1),
            square.1.z - Self.dot(ofX.1, x.2) - Self.dot(ofY.1, y.2))
        guard first.x > 1e-12 else { return nil }
        let factor = first.y / first.x
        let pivot = second.x - factor * first.y
        guard pivot > 1e-12 else { return nil }
        let last = (factor * first.z - second.y) / pivot
        let c = SIMD2((-first.z - first.y * last) / first.x, last)
        let (a, b) = (x.0 * c.x + x.1 * c.y + x.2, y.0 * c.x + y.1 * c.y + y.2)
        return SIMD8(a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y)
    }

    private static func dot(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
        first.x * second.x + first.y * second.y + first.z * second.z
    }
}
