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
    /// The squares of the correlations of one size, with the correlation's sign.
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
        Self.addUp(plane, into: &sums, &squares)
    }

    /// Sums the pixels and their squares above and to the left of each pixel.
    private static func addUp(_ plane: LumaPlane, into allSums: inout [Int32], _ allSquares: inout [Int32]) {
        let (width, height, stride) = (plane.width, plane.height, plane.width + 1)
        precondition(plane.pixels.count >= width * height)
        precondition(min(allSums.count, allSquares.count) >= stride * (height + 1))
        let pixels = plane.pixels.span
        var sums = allSums.mutableSpan
        var squares = allSquares.mutableSpan
        for index in 0..<stride { (sums[index], squares[index]) = (0, 0) }
        for y in 0..<height {
            var (sum, square): (Int32, Int32) = (0, 0)
            let (above, row) = (y &* stride, y &* width)
            (sums[above &+ stride], squares[above &+ stride]) = (0, 0)
            for x in 0..<width {
                let luma = Int32(pixels[unchecked: row &+ x])
                sum &+= luma
                square &+= luma &* luma
                let place = above &+ x &+ 1
                sums[unchecked: place &+ stride] = sums[unchecked: place] &+ sum
                squares[unchecked: place &+ stride] = squares[unchecked: place] &+ square
            }
        }
    }

    /// Finds the places of one size.
    ///
    /// - Parameters:
    ///   - module: The width of a module in the plane's pixels.
    ///   - stretch: The factors by which modules are wider and higher than that, as those of a tilted symbol are.
    ///   - limit: The number of places to keep of each polarity, best first.
    mutating func find(module: Float, stretch: Vector = Vector(1, 1), limit: Int) {
        places.removeAll(keepingCapacity: true)
        let nest = Nest(width: module * stretch.x, height: module * stretch.y)
        let (left, top) = (nest.across[0], nest.down[0])
        guard width > 2 * left + 8, height > 2 * top + 2 else { return }
        let rowStep = module * stretch.y < 1.5 ? 1 : module * stretch.y < 2.4 ? 2 : 3
        let columns = width - 2 * left
        let rows = (height - 2 * top + rowStep - 1) / rowStep
        if map.count < columns * rows { map = Array(repeating: 0, count: columns * rows) }
        isPromising = Array(repeating: false, count: rows)
        for row in 0..<rows { correlate(row: row, y: top + row * rowStep, nest, columns) }
        collectPeaks(columns: columns, rows: rows, left: left, top: top, rowStep: rowStep, module: module)
        keepBest(limit: limit, distance: 2 * module)
    }

    /// Boxes of nine, seven, five and three modules, and what they make of a picture.
    private struct Nest {
        /// The pixels from the middle to the left and right edges of each box.
        let across: InlineArray<4, Int>
        /// Those to the upper and lower edges.
        let down: InlineArray<4, Int>
        /// The pixels of the largest box.
        let area: Float
        /// The share of it that is light in a light pattern, which is the mean.
        let mean: Float
        /// One divided by the pattern's variance times the area.
        let scale: Float

        /// Creates boxes for modules of a width and a height in pixels.
        init(width: Float, height: Float) {
            func half(_ box: Int, _ module: Float) -> Int { (Int((Float(9 - 2 * box) * module).rounded()) | 1) / 2 }
            let across = InlineArray<4, Int> { half($0, width) }
            let down = InlineArray<4, Int> { half($0, height) }
            func area(_ box: Int) -> Float { Float((2 * across[box] + 1) * (2 * down[box] + 1)) }
            (self.across, self.down) = (across, down)
            let light = area(0) - area(1) + area(2) - area(3)
            self.area = area(0)
            mean = light / self.area
            scale = 1 / (light - light * mean)
        }
    }

    /// Returns the sums over eight boxes beside each other, the first around column `x`, by a table of sums.
    @inline(__always)
    private static func boxes(
        _ table: RawSpan, _ stride: Int, across: Int, down: Int, x: Int, y: Int
    ) -> SIMD8<Int32> {
        let (top, bottom) = ((y &- down) &* stride, (y &+ down &+ 1) &* stride)
        let (left, right) = (x &- across, x &+ across &+ 1)
        func at(_ index: Int) -> SIMD8<Int32> {
            table.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* index, as: SIMD8<Int32>.self)
        }
        return at(bottom &+ right) &- at(top &+ right) &- at(bottom &+ left) &+ at(top &+ left)
    }

    /// The correlations of one row.
    private mutating func correlate(row: Int, y: Int, _ nest: Nest, _ columns: Int) {
        let least = SIMD8<Float>(repeating: nest.area * Self.leastDeviation * Self.leastDeviation)
        let leastSquare = SIMD8<Float>(repeating: Self.leastCorrelation * Self.leastCorrelation)
        let (sumTable, squareTable, stride) = (sums, squares, stride)
        let (across, down) = (nest.across, nest.down)
        let (sums, squares) = (sumTable.span.bytes, squareTable.span.bytes)
        @inline(__always)
        func boxes(_ table: RawSpan, _ box: Int, x: Int) -> SIMD8<Int32> {
            Self.boxes(table, stride, across: across[box], down: down[box], x: x, y: y)
        }
        var all = map.mutableSpan
        var bytes = all.mutableBytes
        var output = bytes._mutatingExtracting(4 * row * columns..<4 * (row + 1) * columns)
        var isPromising = false
        for column in Swift.stride(from: 0, to: columns, by: 8) {
            let start = min(column, columns - 8)
            let x = across[0] &+ start
            let whole = boxes(sums, 0, x: x)
            let sum = SIMD8<Float>(converting: whole)
            let square = SIMD8<Float>(converting: boxes(squares, 0, x: x))
            let spread = square - sum * sum / nest.area
            var result = SIMD8<Float>.zero
            let isSeen = least .< spread
            if isSeen.isAny {
                let lit = whole &- boxes(sums, 1, x: x) &+ boxes(sums, 2, x: x) &- boxes(sums, 3, x: x)
                let contrast = SIMD8<Float>(converting: lit) - sum * nest.mean
                result.replace(with: contrast * contrast.magnitudes * nest.scale / spread, where: isSeen)
                if (leastSquare .< result.magnitudes).isAny { isPromising = true }
            }
            output.storeBytes(of: result, toByteOffset: 4 &* start, as: SIMD8<Float>.self)
        }
        self.isPromising[row] = isPromising
    }

    /// Takes the correlations that are the largest of nine.
    private mutating func collectPeaks(columns: Int, rows: Int, left: Int, top: Int, rowStep: Int, module: Float) {
        peaks.removeAll(keepingCapacity: true)
        guard rows > 2, columns > 2 else { return }
        let leastSquare = SIMD8<Float>(repeating: Self.leastCorrelation * Self.leastCorrelation)
        let table = map
        let map = table.span.bytes
        for row in 1..<rows - 1 where isPromising[row] {
            for first in Swift.stride(from: 1, to: columns - 1, by: 8) {
                let start = min(first, columns - 8)
                let squares = map.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: 4 &* (row &* columns &+ start), as: SIMD8<Float>.self)
                var high = (leastSquare .< squares.magnitudes).bits & ~0 << (first - start)
                while high != 0 {
                    let column = start + high.trailingZeroBitCount
                    high &= high - 1
                    guard column < columns - 1, let (right, down) = peak(row * columns + column, columns) else {
                        continue
                    }
                    let value = table[row * columns + column]
                    let x = Float(left + column) + right + 0.5
                    let y = Float(top + row * rowStep) + down * Float(rowStep) + 0.5
                    peaks.append(
                        Place(
                            centre: Vector(x, y), module: module, correlation: abs(value).squareRoot(),
                            isInverted: value < 0))
                }
            }
        }
    }

    /// Returns where the summit lies at the largest of nine correlations, -0.5 to 0.5 to the right and down; nil if a
    /// neighbour is larger.
    private func peak(_ index: Int, _ columns: Int) -> (right: Float, down: Float)? {
        let value = map[index]
        let sign: Float = value > 0 ? 1 : -1
        for near in [-columns - 1, -columns, -columns + 1, -1] where sign * map[index + near] >= sign * value {
            return nil
        }
        for near in [1, columns - 1, columns, columns + 1] where sign * map[index + near] > sign * value {
            return nil
        }
        func correlation(_ offset: Int) -> Float {
            let square = map[index + offset]
            return square < 0 ? -(-square).squareRoot() : square.squareRoot()
        }
        let middle = correlation(0)
        return (
            Self.summit(correlation(-1), middle, correlation(1)),
            Self.summit(correlation(-columns), middle, correlation(columns))
        )
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
