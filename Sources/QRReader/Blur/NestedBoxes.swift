// Finds what looks like a finder pattern however blurred.

/// The places where boxes of three, five, seven and nine modules around a middle differ as in a finder pattern.
///
/// The measure is the correlation of the picture with three nested squares, over the box of nine modules. A box sum
/// is four reads from a table of sums, so the measure costs the same at every size, and blur changes it little.
struct NestedBoxes {
    /// A place that may be a finder pattern's middle.
    struct Place {
        /// In the plane's pixels.
        var centre: Vector
        /// The width of a module for which it was found, in the plane's pixels.
        var module: Float
        /// The correlation, 0 to 1.
        var correlation: Float
        var isInverted: Bool
        /// Whether it was found in the last search, so that its triples have not been tried yet.
        var isNew = true
    }

    /// The widths of a module that are looked for, in the plane's pixels.
    static let modules: [Float] = [0.8, 1, 1.25, 1.55, 1.95, 2.45, 3.05]
    /// The least correlation.
    private static let leastCorrelation: Float = 0.3
    /// The least standard deviation in the box of nine modules, in luma.
    private static let leastDeviation: Float = 6

    private(set) var places: [Place] = []
    private var width = 0
    private var height = 0
    private var stride = 0
    /// For each pixel, the sum of those above and to the left; sums wrap, their differences do not.
    private var sums: [Int32] = []
    private var squares: [Int32] = []
    /// The correlations of one size.
    private var map: [Float] = []
    /// For each row of ``map``, whether it has a correlation that counts.
    private var isPromising: [Bool] = []
    private var peaks: [Place] = []

    /// Prepares the sums of a picture.
    mutating func open(_ plane: LumaPlane) {
        (width, height, stride) = (plane.width, plane.height, plane.width + 1)
        let count = stride * (height + 1) + 8
        if sums.count < count {
            sums = Array(repeating: 0, count: count)
            squares = sums
        }
        for index in 0..<stride { (sums[index], squares[index]) = (0, 0) }
        for y in 0..<height {
            var (sum, square): (Int32, Int32) = (0, 0)
            let (above, row) = (y * stride, y * plane.width)
            (sums[above + stride], squares[above + stride]) = (0, 0)
            for x in 0..<width {
                let luma = Int32(plane.pixels[row + x])
                sum &+= luma
                square &+= luma &* luma
                sums[above + stride + x + 1] = sums[above + x + 1] &+ sum
                squares[above + stride + x + 1] = squares[above + x + 1] &+ square
            }
        }
    }

    /// Finds the places of one size.
    ///
    /// - Parameters:
    ///   - module: The width of a module in the plane's pixels.
    ///   - limit: The number of places to keep of each polarity, best first.
    mutating func find(module: Float, limit: Int) {
        places.removeAll(keepingCapacity: true)
        let halves = [9, 7, 5, 3].map { (Int((Float($0) * module).rounded()) | 1) / 2 }
        let outer = halves[0]
        guard width > 2 * outer + 8, height > 2 * outer + 2 else { return }
        let rowStep = module < 1.5 ? 1 : module < 2.4 ? 2 : 3
        let columns = width - 2 * outer
        let rows = (height - 2 * outer + rowStep - 1) / rowStep
        if map.count < columns * rows { map = Array(repeating: 0, count: columns * rows) }
        isPromising = Array(repeating: false, count: rows)
        for row in 0..<rows { correlate(row: row, y: outer + row * rowStep, halves, columns) }
        collectPeaks(columns: columns, rows: rows, outer: outer, rowStep: rowStep, module: module)
        keepBest(limit: limit, distance: 2 * module)
    }

    /// The correlations of one row.
    private mutating func correlate(row: Int, y: Int, _ halves: [Int], _ columns: Int) {
        let areas = halves.map { Float((2 * $0 + 1) * (2 * $0 + 1)) }
        let area = areas[0]
        let light = area - areas[1] + areas[2] - areas[3]
        let mean = light / area
        let scale = 1 / (light - light * mean).squareRoot()
        let least = area * Self.leastDeviation * Self.leastDeviation
        let (sumTable, squareTable, outer) = (sums, squares, halves[0])
        let (sums, squares) = (sumTable.span.bytes, squareTable.span.bytes)
        let stride = stride
        func box(_ half: Int, _ x: Int, _ table: RawSpan) -> SIMD8<Float> {
            let (top, bottom) = ((y &- half) &* stride, (y &+ half &+ 1) &* stride)
            let (left, right) = (x &- half, x &+ half &+ 1)
            func at(_ index: Int) -> SIMD8<Int32> {
                table.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* index, as: SIMD8<Int32>.self)
            }
            return SIMD8<Float>(at(bottom &+ right) &- at(top &+ right) &- at(bottom &+ left) &+ at(top &+ left))
        }
        var column = 0
        while column < columns {
            let start = min(column, columns - 8)
            let x = outer &+ start
            let all = box(outer, x, sums)
            let spread = box(outer, x, squares) - all * all / area
            var result = SIMD8<Float>.zero
            let isSeen = spread .> least
            if any(isSeen) {
                let lit = all - box(halves[1], x, sums) + box(halves[2], x, sums) - box(halves[3], x, sums)
                let safe = spread.replacing(with: 1, where: .!isSeen)
                result = (lit - all * mean) * scale / safe.squareRoot()
                result.replace(with: 0, where: .!isSeen)
                if any((result * result) .> Self.leastCorrelation * Self.leastCorrelation) { isPromising[row] = true }
            }
            let place = row &* columns &+ start
            for lane in 0..<8 { map[place &+ lane] = result[lane] }
            column &+= 8
        }
    }

    /// Takes the correlations that are the largest of nine.
    private mutating func collectPeaks(columns: Int, rows: Int, outer: Int, rowStep: Int, module: Float) {
        peaks.removeAll(keepingCapacity: true)
        guard rows > 2, columns > 2 else { return }
        for row in 1..<rows - 1 where isPromising[row] {
            for column in 1..<columns - 1 {
                let index = row * columns + column
                let value = map[index]
                guard abs(value) > Self.leastCorrelation else { continue }
                let sign: Float = value > 0 ? 1 : -1
                var isPeak = true
                for near in [-columns - 1, -columns, -columns + 1, -1] where sign * map[index + near] >= sign * value {
                    isPeak = false
                }
                for near in [1, columns - 1, columns, columns + 1] where sign * map[index + near] > sign * value {
                    isPeak = false
                }
                guard isPeak else { continue }
                let right = Self.summit(map[index - 1], value, map[index + 1])
                let down = Self.summit(map[index - columns], value, map[index + columns])
                let x = Float(outer + column) + right + 0.5
                let y = Float(outer + row * rowStep) + down * Float(rowStep) + 0.5
                peaks.append(
                    Place(centre: Vector(x, y), module: module, correlation: abs(value), isInverted: value < 0))
            }
        }
    }

    /// Where the parabola through three neighbours has its summit, -0.5 to 0.5.
    private static func summit(_ before: Float, _ middle: Float, _ after: Float) -> Float {
        let bend = before - 2 * middle + after
        guard abs(bend) > 1e-6 else { return 0 }
        return min(max(0.5 * (before - after) / bend, -0.5), 0.5)
    }

    private mutating func keepBest(limit: Int, distance: Float) {
        peaks.sort { $0.correlation > $1.correlation }
        var counts = (dark: 0, light: 0)
        for peak in peaks {
            guard peak.isInverted ? counts.light < limit : counts.dark < limit else { continue }
            let isKnown = places.contains {
                $0.isInverted == peak.isInverted && ($0.centre - peak.centre).length < distance
            }
            guard !isKnown else { continue }
            places.append(peak)
            if peak.isInverted { counts.light += 1 } else { counts.dark += 1 }
        }
    }
}
