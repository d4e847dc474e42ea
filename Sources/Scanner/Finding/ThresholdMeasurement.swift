// Measures thresholds: the mean luma around every block of a picture.

/// Finds the thresholds of a picture: for each block of 8 × 8 pixels the mean of 5 × 5 blocks.
///
/// A block whose 5 × 5 blocks hold little contrast has the threshold 0: all of it is light. This keeps noise, and
/// the cost of looking at it, out of empty surfaces. The storage is kept from picture to picture.
struct ThresholdMeasurement {
    /// How many blocks span so many steps of luma.
    private var ranges = [Int](repeating: 0, count: 256)
    /// Of one row of blocks, by pixel column.
    private var columns = BlockStatistics()
    /// Of one row of blocks, with the first and the last repeated twice.
    private var blocks = BlockStatistics()
    /// Of all blocks: five side by side.
    private var rows = BlockStatistics()
    /// Of one row of blocks: five side by side, and five rows of them.
    private var squares = BlockStatistics()

    /// - Parameters:
    ///   - plane: The picture.
    ///   - contrast: Blocks whose neighbourhood spans fewer steps of luma are light; more than so many where the
    ///     picture is noisy.
    ///   - threshold: Gets the thresholds.
    mutating func measure(_ plane: LumaPlane, contrast: UInt8, into threshold: inout LocalThreshold) {
        threshold.resize(for: plane)
        let (width, height) = (threshold.columns, threshold.rows)
        columns.fit(plane.width)
        blocks.fit(width + 4)
        rows.fit(width * height)
        squares.fit(width)
        for index in ranges.indices { ranges[index] = 0 }
        for row in 0..<height {
            sumPixels(ofRow: row, of: plane)
            sumBlocks(count: width, of: plane)
            rows.clear(row * width..<(row + 1) * width)
            for shift in 0..<5 {
                rows.add(blocks, shift..<shift + width, to: row * width..<(row + 1) * width)
            }
        }
        let contrast = max(contrast, noise(blocks: width * height))
        for row in 0..<height {
            squares.clear(0..<width)
            for neighbour in row - 2...row + 2 {
                let inside = min(max(neighbour, 0), height - 1)
                squares.add(rows, inside * width..<(inside + 1) * width, to: 0..<width)
            }
            threshold.set(row: row, to: squares, contrast: contrast)
        }
    }

    /// The contrast of what is only noise.
    ///
    /// A quarter of a picture's blocks at least shows nothing but a surface. Over 25 blocks noise spans 1.6 times what
    /// it spans over one, for normal noise; and where there is no surface at all, the limit is what print has.
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

    /// The top or left of a block, moved inside of the picture where it would reach out, and its size.
    private static func pixels(ofBlock block: Int, side: Int) -> Range<Int> {
        let size = min(8, side)
        let start = min(block * 8, side - size)
        return start..<start + size
    }

    private mutating func sumPixels(ofRow row: Int, of plane: LumaPlane) {
        columns.clear(0..<plane.width)
        for y in Self.pixels(ofBlock: row, side: plane.height) {
            columns.add(pixels: plane.pixels.span.extracting(plane.row(y)))
        }
    }

    private mutating func sumBlocks(count: Int, of plane: LumaPlane) {
        let height = min(8, plane.height)
        for block in 0..<count {
            let range = Self.pixels(ofBlock: block, side: plane.width)
            var (sum, dark, light) = (Int32(0), UInt8.max, UInt8.min)
            for x in range {
                sum &+= columns.sums[x]
                dark = min(dark, columns.darkest[x])
                light = max(light, columns.lightest[x])
            }
            // A picture narrower or lower than a block counts as if it filled one.
            let pixels = Int32(range.count * height)
            ranges[Int(light &- dark)] += 1
            blocks.set(block + 2, sum: pixels == 64 ? sum : sum * 64 / pixels, darkest: dark, lightest: light)
        }
        blocks.repeatEnds(2, of: 2..<count + 2)
    }
}
