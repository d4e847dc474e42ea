// What is dark and what is light, place by place.

/// The threshold between dark and light for every block of 8 × 8 pixels: the mean luma of 5 × 5 blocks.
///
/// A block whose 5 × 5 blocks hold little contrast has the threshold 0: all of it is light. This keeps noise and
/// the cost of looking at it out of empty surfaces.
struct LocalThreshold {
    private(set) var columns = 0
    private(set) var rows = 0
    /// `rows * columns` thresholds; a pixel below its block's is dark.
    private(set) var values: [UInt8] = []

    /// Sum of a block's pixels, and of five blocks side by side; at most 64 × 255 and 5 × 64 × 255.
    private var sums: [Int32] = []
    private var rowSums: [Int32] = []
    private var darkest: [UInt8] = []
    private var rowDarkest: [UInt8] = []
    private var lightest: [UInt8] = []
    private var rowLightest: [UInt8] = []
    /// Of one row of blocks, by pixel column.
    private var columnSums: [UInt16] = []
    private var columnDarkest: [UInt8] = []
    private var columnLightest: [UInt8] = []

    /// Measures the thresholds of a picture.
    ///
    /// - Parameters:
    ///   - plane: The picture.
    ///   - contrast: Blocks whose neighbourhood spans fewer steps of luma are light.
    mutating func measure(_ plane: LumaPlane, contrast: Int) {
        resize(plane)
        for row in 0..<rows {
            measureBlocks(ofRow: row, in: plane)
        }
        addNeighboursInRows()
        addNeighboursInColumns(contrast: contrast)
    }

    private mutating func resize(_ plane: LumaPlane) {
        columns = (plane.width + 7) / 8
        rows = (plane.height + 7) / 8
        let blocks = columns * rows
        if sums.count < blocks {
            sums = [Int32](repeating: 0, count: blocks)
            rowSums = sums
            values = [UInt8](repeating: 0, count: blocks)
            (darkest, rowDarkest, lightest, rowLightest) = (values, values, values, values)
        }
        if columnSums.count < columns * 8 {
            columnSums = [UInt16](repeating: 0, count: columns * 8)
            columnDarkest = [UInt8](repeating: 0, count: columns * 8)
            columnLightest = columnDarkest
        }
    }

    /// Sums up the pixels of one row of blocks; blocks at the edge are moved inside, so they overlap their neighbours.
    private mutating func measureBlocks(ofRow row: Int, in plane: LumaPlane) {
        let height = min(8, plane.height)
        let top = min(row * 8, plane.height - height)
        let input = plane.pixels.span
        clearColumns(count: plane.width)
        for y in top..<top + height {
            let pixels = input.extracting(plane.row(y))
            var sums = columnSums.mutableSpan
            var columnsOfSums = sums._mutatingExtracting(0..<plane.width)
            PixelRow.add(pixels, to: &columnsOfSums)
            var darkest = columnDarkest.mutableSpan
            var columnsOfDarkest = darkest._mutatingExtracting(0..<plane.width)
            PixelRow.keepDarkest(pixels, in: &columnsOfDarkest)
            var lightest = columnLightest.mutableSpan
            var columnsOfLightest = lightest._mutatingExtracting(0..<plane.width)
            PixelRow.keepLightest(pixels, in: &columnsOfLightest)
        }
        let width = min(8, plane.width)
        for column in 0..<columns {
            let left = min(column * 8, plane.width - width)
            var (sum, dark, light) = (Int32(0), UInt8.max, UInt8.min)
            for x in left..<left + width {
                sum &+= Int32(columnSums[x])
                dark = min(dark, columnDarkest[x])
                light = max(light, columnLightest[x])
            }
            let block = row * columns + column
            sums[block] = width * height == 64 ? sum : sum * 64 / Int32(width * height)
            darkest[block] = dark
            lightest[block] = light
        }
    }

    private mutating func clearColumns(count: Int) {
        for x in 0..<count {
            columnSums[x] = 0
            columnDarkest[x] = .max
            columnLightest[x] = .min
        }
    }

    private mutating func addNeighboursInRows() {
        for row in 0..<rows {
            for column in 0..<columns {
                var (sum, dark, light) = (Int32(0), UInt8.max, UInt8.min)
                for neighbour in column - 2...column + 2 {
                    let block = row * columns + min(max(neighbour, 0), columns - 1)
                    sum &+= sums[block]
                    dark = min(dark, darkest[block])
                    light = max(light, lightest[block])
                }
                let block = row * columns + column
                rowSums[block] = sum
                rowDarkest[block] = dark
                rowLightest[block] = light
            }
        }
    }

    private mutating func addNeighboursInColumns(contrast: Int) {
        /// Taken off the mean, so that a surface's noise about its own mean does not turn dark.
        let bias: Int32 = 2
        for row in 0..<rows {
            for column in 0..<columns {
                var (sum, dark, light) = (Int32(0), UInt8.max, UInt8.min)
                for neighbour in row - 2...row + 2 {
                    let block = min(max(neighbour, 0), rows - 1) * columns + column
                    sum &+= rowSums[block]
                    dark = min(dark, rowDarkest[block])
                    light = max(light, rowLightest[block])
                }
                let isFlat = Int(light) - Int(dark) < contrast
                let mean = sum / (25 * 64)
                values[row * columns + column] = isFlat ? 0 : UInt8(truncatingIfNeeded: max(1, mean - bias))
            }
        }
    }
}
