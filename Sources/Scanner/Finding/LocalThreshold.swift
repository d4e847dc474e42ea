// What is dark and what is light, place by place.

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

    /// Sets a row of thresholds.
    ///
    /// - Parameters:
    ///   - row: 0 to `rows - 1`.
    ///   - squares: Of 5 × 5 blocks around each block of the row.
    ///   - contrast: Squares that span fewer steps of luma are light.
    mutating func set(row: Int, to squares: BlockStatistics, contrast: UInt8) {
        let range = row * columns..<(row + 1) * columns
        var all = values.mutableSpan
        var output = all._mutatingExtracting(range)
        let sums = squares.sums.span.extracting(0..<output.count)
        let darkest = squares.darkest.span.extracting(0..<output.count)
        let lightest = squares.lightest.span.extracting(0..<output.count)
        for x in output.indices {
            let isFlat = lightest[x] &- darkest[x] < contrast
            // A little below the mean, so that the noise of a surface about its own mean does not turn dark.
            let mean = sums[x] / (25 * 64) &- 2
            output[x] = isFlat ? 0 : UInt8(truncatingIfNeeded: max(1, mean))
        }
    }
}
