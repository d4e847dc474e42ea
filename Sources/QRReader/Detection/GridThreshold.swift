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
    ///   - greys: `dimension` squared grey values or more, row by row, from 0 (black) to 255 (white).
    ///   - dimension: Modules per side.
    ///   - variant: The parameters.
    ///   - grid: A grid of the same dimension, whose levels are overwritten.
    mutating func decide(_ greys: [Float], dimension: Int, variant: Variant, into grid: inout ModuleGrid) {
        let count = dimension * dimension
        precondition(dimension >= 10 && greys.count >= count && grid.levels.count == count)
        sharpen(greys, dimension, variant.sharpness)
        integrate(dimension)
        let (side, radius) = (dimension + 1, variant.radius)
        let (integral, sharpened) = (integral.span, sharpened.span)
        var levels = grid.levels.mutableSpan
        for row in 0..<dimension {
            let (top, bottom) = (max(0, row - radius) * side, min(dimension, row + radius + 1) * side)
            let height = (bottom - top) / side
            for column in 0..<dimension {
                let (left, right) = (max(0, column &- radius), min(dimension, column &+ radius &+ 1))
                let sum =
                    integral[unchecked: bottom &+ right] - integral[unchecked: top &+ right]
                    - integral[unchecked: bottom &+ left] + integral[unchecked: top &+ left]
                let mean = Float(sum) / Float(Int32(truncatingIfNeeded: height &* (right &- left)))
                let index = row &* dimension &+ column
                // Four levels per step of luma: a difference of 64 steps has full confidence.
                levels[unchecked: index] = Int16(min(max(4 * (mean - sharpened[unchecked: index]), -255), 255))
            }
        }
    }

    /// Adds to every grey its difference from its four neighbours; outside the symbol, the nearest counts.
    private mutating func sharpen(_ greys: [Float], _ dimension: Int, _ sharpness: Float) {
        let count = dimension * dimension
        if sharpened.count < count { sharpened = [Float](repeating: 0, count: count) }
        let input = greys.span
        var all = sharpened.mutableSpan
        for row in 0..<dimension {
            let rows = (max(row - 1, 0) * dimension, row * dimension, min(row + 1, dimension - 1) * dimension)
            Self.sharpenInside(input, rows, dimension, sharpness, &all)
            for column in stride(from: 0, to: dimension, by: dimension - 1) {
                let here = rows.1 + column
                let neighbours =
                    input[rows.0 + column] + input[rows.2 + column] + input[max(here - 1, rows.1)]
                    + input[min(here + 1, rows.1 + dimension - 1)]
                all[here] = input[here] + sharpness * (4 * input[here] - neighbours)
            }
        }
    }

    /// Sharpens a row but for its first and last column, eight modules at a time.
    @inline(__always)
    @_lifetime(result: copy result)
    private static func sharpenInside(
        _ greys: Span<Float>, _ rows: (above: Int, here: Int, below: Int), _ dimension: Int, _ sharpness: Float,
        _ result: inout MutableSpan<Float>
    ) {
        let input = greys.bytes
        var output = result.mutableBytes
        for first in stride(from: 1, to: dimension - 1, by: 8) {
            let column = min(first, dimension - 9)
            let place = 4 &* (rows.here &+ column)
            let grey = input.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: SIMD8<Float>.self)
            let above = input.unsafeLoadUnaligned(
                fromUncheckedByteOffset: 4 &* (rows.above &+ column), as: SIMD8<Float>.self)
            let below = input.unsafeLoadUnaligned(
                fromUncheckedByteOffset: 4 &* (rows.below &+ column), as: SIMD8<Float>.self)
            let left = input.unsafeLoadUnaligned(fromUncheckedByteOffset: place &- 4, as: SIMD8<Float>.self)
            let right = input.unsafeLoadUnaligned(fromUncheckedByteOffset: place &+ 4, as: SIMD8<Float>.self)
            let sharp = grey + sharpness * (4 * grey - (above + below + left + right))
            output.storeBytes(of: sharp, toUncheckedByteOffset: place, as: SIMD8<Float>.self)
        }
    }

    private mutating func integrate(_ dimension: Int) {
        let side = dimension + 1
        if integral.count < side * side { integral = [Double](repeating: 0, count: side * side) }
        let greys = sharpened
        let input = greys.span
        var sums = integral.mutableSpan
        for column in 0..<side { sums[column] = 0 }
        for row in 0..<dimension {
            var sum = 0.0
            let (above, here) = (row &* side, (row &+ 1) &* side)
            sums[unchecked: here] = 0
            for column in 0..<dimension {
                sum += Double(input[unchecked: row &* dimension &+ column])
                sums[unchecked: here &+ column &+ 1] = sums[unchecked: above &+ column &+ 1] + sum
            }
        }
    }
}
