// Small symmetric systems of linear equations.

/// Solves systems of up to sixteen unknowns, whose matrices are symmetric and positive definite.
struct LinearSystem {
    static let most = 16

    let count: Int
    /// The matrix, row by row, of which the lower triangle is used.
    var matrix: [Double]
    var right: [Double]

    init(count: Int) {
        self.count = count
        matrix = Array(repeating: 0, count: count * count)
        right = Array(repeating: 0, count: count)
    }

    /// Solves the equations by Cholesky's method.
    ///
    /// - Parameter damping: What is added to the diagonal, as a share of it.
    /// - Returns: The unknowns; nil if the matrix is not positive definite.
    func solved(damping: Double) -> [Double]? {
        var lower = matrix
        for row in 0..<count {
            lower[row * count + row] += damping * matrix[row * count + row] + 1e-12
            for column in 0...row {
                var sum = lower[row * count + column]
                for index in 0..<column { sum -= lower[row * count + index] * lower[column * count + index] }
                if column < row {
                    lower[row * count + column] = sum / lower[column * count + column]
                } else {
                    guard sum > 0, sum.isFinite else { return nil }
                    lower[row * count + row] = sum.squareRoot()
                }
            }
        }
        return substituted(lower)
    }

    private func substituted(_ lower: [Double]) -> [Double] {
        var result = right
        for row in 0..<count {
            for index in 0..<row { result[row] -= lower[row * count + index] * result[index] }
            result[row] /= lower[row * count + row]
        }
        for row in (0..<count).reversed() {
            for index in row + 1..<count { result[row] -= lower[index * count + row] * result[index] }
            result[row] /= lower[row * count + row]
        }
        return result
    }
}
