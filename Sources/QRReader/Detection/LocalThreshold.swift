// The local threshold between dark and light.

/// The threshold between dark and light for every block of 8 × 8 pixels.
struct LocalThreshold {
    private(set) var columns = 0
    private(set) var rows = 0
    /// `rows * columns` thresholds, row by row; a pixel below its block's is dark.
    private(set) var values: [UInt8] = []

    /// Makes room for a picture's blocks.
    mutating func resize(for plane: LumaPlane) {
        columns = (plane.width + 7) / 8
        rows = (plane.height + 7) / 8
        if values.count < columns * rows {
            values = [UInt8](repeating: 0, count: columns * rows)
        }
    }

    /// Marks a row of blocks as light.
    mutating func clear(row: Int) {
        let range = row * columns..<(row + 1) * columns
        var all = values.mutableSpan
        var output = all._mutatingExtracting(range)
        output.update(repeating: 0)
    }

    /// Sets a row of thresholds.
    ///
    /// - Parameters:
    ///   - row: 0 to `rows - 1`.
    ///   - squares: The statistics of the 5 × 5 blocks around each block of the row.
    ///   - contrast: The minimum contrast; squares that span fewer steps of luma are light.
    mutating func set(row: Int, to squares: BlockStatistics, contrast: UInt8) {
        let range = row * columns..<(row + 1) * columns
        var all = values.mutableSpan
        var output = all._mutatingExtracting(range)
        let sums = squares.sums.span.extracting(0..<output.count)
        let darkest = squares.darkest.span.extracting(0..<output.count)
        let lightest = squares.lightest.span.extracting(0..<output.count)
        for x in output.indices {
            let isFlat = lightest[x] &- darkest[x] < contrast
            // Slightly below the mean, so that the noise of a plain surface does not count as dark.
            let mean = sums[x] / (25 * 64) &- 2
            output[x] = isFlat ? 0 : UInt8(truncatingIfNeeded: max(1, mean))
        }
    }

    /// The rows of blocks that may hold dark pixels, from the first to the last; nil if all are light.
    var darkRows: Range<Int>? {
        let blocks = values.span.extracting(0..<rows * columns)
        guard let first = blocks.indices.first(where: { blocks[$0] != 0 }),
            let last = blocks.indices.last(where: { blocks[$0] != 0 })
        else { return nil }
        return first / columns..<last / columns + 1
    }

    /// Returns the columns of a row of blocks that may hold dark pixels.
    ///
    /// - Parameters:
    ///   - row: 0 to `rows - 1`.
    ///   - width: The picture's width.
    /// - Returns: The columns; empty if all blocks are light.
    func darkSpan(ofRow row: Int, width: Int) -> Range<Int> {
        let blocks = values.span.extracting(row * columns..<(row + 1) * columns)
        guard let first = blocks.indices.first(where: { blocks[$0] != 0 }) else { return 0..<0 }
        let last: Int = blocks.indices.last { blocks[$0] != 0 } ?? first
        return 8 * first..<min(8 * last + 8, width)
    }

    /// Writes the thresholds of a row of blocks, once for each of their pixels.
    ///
    /// - Parameters:
    ///   - row: 0 to `rows - 1`.
    ///   - limits: Receives one value per column of the picture, and possibly a few more.
    func spread(row: Int, into limits: inout [UInt8]) {
        if limits.count < 8 * columns { limits = [UInt8](repeating: 0, count: 8 * columns) }
        var span = limits.mutableSpan
        var bytes = span.mutableBytes
        for block in 0..<columns {
            let eight = SIMD8<UInt8>(repeating: values[row * columns + block])
            bytes.storeBytes(of: eight, toByteOffset: 8 &* block, as: SIMD8<UInt8>.self)
        }
    }
}
