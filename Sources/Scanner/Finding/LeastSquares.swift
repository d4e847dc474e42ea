// Eight unknowns from more equations than eight.

/// The normal equations of a linear least-squares problem with eight unknowns.
struct LeastSquares {
    /// The upper triangle of the sum of weighted outer products, row by row of 8.
    private var matrix = InlineArray<64, Double>(repeating: 0)
    private var right = InlineArray<8, Double>(repeating: 0)

    /// Adds the equation `row · unknowns = value`.
    mutating func add(_ row: SIMD8<Double>, _ value: Double, weight: Double) {
        for i in 0..<8 {
            let factor = weight * row[i]
            guard factor != 0 else { continue }
            for j in i..<8 { matrix[8 * i + j] += factor * row[j] }
            right[i] += factor * value
        }
    }

    /// Solves by Cholesky's decomposition.
    ///
    /// - Returns: Nil where the equations leave an unknown open.
    func solve() -> SIMD8<Double>? {
        var upper = matrix
        var result = SIMD8<Double>()
        for i in 0..<8 {
            for j in i..<8 {
                var sum = upper[8 * i + j]
                for k in 0..<i { sum -= upper[8 * k + i] * upper[8 * k + j] }
                if i == j {
                    guard sum > 1e-12 else { return nil }
                    upper[9 * i] = sum.squareRoot()
                } else {
                    upper[8 * i + j] = sum / upper[9 * i]
                }
            }
            var sum = right[i]
            for k in 0..<i { sum -= upper[8 * k + i] * result[k] }
            result[i] = sum / upper[9 * i]
        }
        for i in (0..<8).reversed() {
            for k in i + 1..<8 { result[i] -= upper[8 * i + k] * result[k] }
            result[i] /= upper[9 * i]
        }
        return result
    }
}
