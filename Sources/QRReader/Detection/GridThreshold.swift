// Converts grey values to dark and light.

/// Decides for every module of a sampled symbol whether it is dark, and with what confidence.
struct GridThreshold {
    /// A set of parameters for the decision.
    struct Variant {
        /// The share of the difference from its four neighbours that is added to a module, to undo blur.
        var sharpness: Float
        /// The radius of the neighbourhood whose mean a module is compared with, in modules.
        var radius: Int

        /// The variants, the one that reads the most symbols first; the others are for symbols blurred less or more.
        static let all = [
            Variant(sharpness: 0.15, radius: 5), Variant(sharpness: 0, radius: 4), Variant(sharpness: 0.35, radius: 5),
        ]
    }

    /// Returns the cost of one decision.
    static func work(dimension: Int) -> Int { 5 * dimension * dimension }

    private var sharpened: [Float] = []
    /// The integral image: the sum of all greys above and to the left, `dimension + 1` squared.
    private var integral: [Double] = []

    /// Decides for every module whether it is dark.
    ///
    /// - Parameters:
    ///   - greys: `dimension` squared grey values, row by row, from 0 (black) to 255 (white).
    ///   - dimension: Modules per side.
    ///   - variant: The parameters.
    ///   - grid: A grid of the same dimension, whose levels are overwritten.
    mutating func decide(_ greys: [Float], dimension: Int, variant: Variant, into grid: inout ModuleGrid) {
        sharpen(greys, dimension, variant.sharpness)
        integrate(dimension)
        let (side, radius) = (dimension + 1, variant.radius)
        for row in 0..<dimension {
            let (top, bottom) = (max(0, row - radius) * side, min(dimension, row + radius + 1) * side)
            let height = (bottom - top) / side
            for column in 0..<dimension {
                let (left, right) = (max(0, column - radius), min(dimension, column + radius + 1))
                let sum =
                    integral[bottom + right] - integral[top + right] - integral[bottom + left]
                    + integral[top + left]
                let mean = Float(sum) / Float(height * (right - left))
                let index = row * dimension + column
                // Four levels per step of luma: a difference of 64 steps has full confidence.
                grid.levels[index] = Int16(min(max(4 * (mean - sharpened[index]), -255), 255))
            }
        }
    }

    private mutating func sharpen(_ greys: [Float], _ dimension: Int, _ sharpness: Float) {
        sharpened.removeAll(keepingCapacity: true)
        for row in 0..<dimension {
            let above = max(row - 1, 0) * dimension
            let here = row * dimension
            let below = min(row + 1, dimension - 1) * dimension
            for column in 0..<dimension {
                let grey = greys[here + column]
                let neighbours =
                    greys[above + column] + greys[below + column]
                    + greys[here + max(column - 1, 0)] + greys[here + min(column + 1, dimension - 1)]
                sharpened.append(grey + sharpness * (4 * grey - neighbours))
            }
        }
    }

    private mutating func integrate(_ dimension: Int) {
        let side = dimension + 1
        if integral.count < side * side { integral = [Double](repeating: 0, count: side * side) }
        for column in 0..<side { integral[column] = 0 }
        for row in 0..<dimension {
            var sum = 0.0
            integral[(row + 1) * side] = 0
            for column in 0..<dimension {
                sum += Double(sharpened[row * dimension + column])
                integral[(row + 1) * side + column + 1] = integral[row * side + column + 1] + sum
            }
        }
    }
}
