// Measures thresholds: the mean luma around every block of a picture.

/// Measures the thresholds of a picture: for each block of 8 × 8 pixels, the mean of the surrounding 5 × 5 blocks.
///
/// A block whose 5 × 5 blocks have little contrast has the threshold 0: all of it is light. This avoids noise in
/// plain surfaces and the cost of examining it. The storage is reused between pictures.
struct ThresholdMeasurement {
    /// The number of blocks for each range of luma.
    private var ranges = [Int](repeating: 0, count: 256)
    /// One row of blocks, with the first and the last block repeated twice.
    private var blocks = BlockStatistics()
    /// All blocks, each the sum of five in a row.
    private var rows = BlockStatistics()
    /// One row of blocks, each the sum of 5 × 5.
    private var squares = BlockStatistics()

    /// Measures the thresholds of a picture.
    ///
    /// - Parameters:
    ///   - plane: The picture.
    ///   - area: The area to measure; everything else is light.
    ///   - contrast: The minimum contrast: blocks whose neighbourhood spans fewer steps of luma are light. It is
    ///     raised in noisy pictures.
    ///   - threshold: Receives the thresholds.
    mutating func measure(
        _ plane: LumaPlane, _ area: SearchArea, contrast: UInt8, into threshold: inout LocalThreshold
    ) {
        threshold.resize(for: plane)
        let (width, height) = (threshold.columns, threshold.rows)
        blocks.fit(width + 4)
        rows.fit(width * height)
        squares.fit(width)
        for index in ranges.indices { ranges[index] = 0 }
        // Blocks outside the area count as a surface without noise.
        ranges[0] = width * height - area.blocks
        for row in 0..<height { sum(row, of: plane, area.spans[row]) }
        let contrast = max(contrast, noise(blocks: width * height))
        for row in 0..<height {
            let near = max(row - 2, 0)...min(row + 2, height - 1)
            guard near.contains(where: { !area.spans[$0].isEmpty }) else {
                threshold.clear(row: row)
                continue
            }
            squares.merge(rows, at: InlineArray { min(max(row - 2 + $0, 0), height - 1) * width }, to: 0..<width)
            threshold.set(row: row, to: squares, contrast: contrast)
        }
    }

    /// Returns the contrast of pure noise.
    ///
    /// At least a quarter of a picture's blocks show only a surface. Normally distributed noise spans 1.6 times as
    /// much over 25 blocks as over one; if there is no surface at all, the limit is the contrast of print.
    private func noise(blocks: Int) -> UInt8 {
        let limit = 24
        var (range, count) = (0, 0)
        while range < limit {
            count += ranges[range]
            if 4 * count > blocks { break }
            range += 1
        }
        return UInt8(2 * range)
    }

    /// Sums a row of blocks, and then each five neighbouring ones.
    private mutating func sum(_ row: Int, of plane: LumaPlane, _ span: Range<Int>) {
        let side = PixelBlocks.side
        let count = (plane.width + side - 1) / side
        let target = row * count..<(row + 1) * count
        guard !span.isEmpty else { return rows.fill(target, .white(blocks: 5)) }
        let inside = span.lowerBound / side..<(span.upperBound + side - 1) / side
        if inside.count < count { blocks.fill(0..<count + 4, .white(blocks: 1)) }
        blocks.measure(inside, ofRow: row, of: plane, at: 2, ranges: &ranges)
        blocks.repeatEnds(2, of: 2..<count + 2)
        rows.merge(blocks, at: InlineArray { $0 }, to: target)
    }
}
