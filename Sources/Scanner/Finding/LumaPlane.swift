// One size of a picture: the frame itself, or a smaller or sharper copy of it.

/// 8-bit luma, row by row, whose storage is kept from frame to frame.
struct LumaPlane {
    private(set) var width = 0
    private(set) var height = 0
    /// How many pixels of the frame one pixel of this plane is wide.
    private(set) var scale: Float = 1
    /// The last column and row: between here and the origin luma can be interpolated.
    private(set) var limit = Vector()
    /// At least `width * height` values; what is behind them is of an earlier, larger frame.
    private(set) var pixels: [UInt8] = []

    /// Where a row's pixels are.
    ///
    /// - Parameter y: 0 to `height - 1`.
    /// - Returns: The indices in ``pixels``.
    func row(_ y: Int) -> Range<Int> { y * width..<(y + 1) * width }

    /// Shares the pixels of a frame; nothing is copied.
    mutating func share(_ frame: Frame) {
        (width, height, scale) = (frame.width, frame.height, 1)
        limit = Vector(Float(width - 1), Float(height - 1))
        pixels = frame.luma
    }

    /// Lets a shared frame go.
    mutating func release() {
        (width, height, pixels) = (0, 0, [])
    }

    /// Takes another plane's size, and makes room for as many pixels.
    private mutating func resize(width: Int, height: Int, scale: Float) {
        (self.width, self.height, self.scale) = (width, height, scale)
        limit = Vector(Float(width - 1), Float(height - 1))
        if pixels.count < width * height {
            pixels = [UInt8](repeating: 0, count: width * height)
        }
    }

    /// Becomes the picture at half the size: every pixel the mean of 2 × 2.
    ///
    /// - Parameter other: At least 2 × 2 pixels; an odd last row or column is left out.
    mutating func halve(_ other: LumaPlane) {
        resize(width: other.width / 2, height: other.height / 2, scale: other.scale * 2)
        let input = other.pixels.span.bytes
        for y in 0..<height {
            let range = row(y)
            var rows = pixels.mutableSpan
            var bytes = rows.mutableBytes
            var output = bytes._mutatingExtracting(range)
            PixelRow.halve(
                input.extracting(other.row(2 * y)), input.extracting(other.row(2 * y + 1)), into: &output
            )
        }
    }

    /// Becomes a smoothed copy: every pixel the binomial mean (1 2 1) of its 3 × 3 neighbourhood.
    ///
    /// - Parameters:
    ///   - other: The picture.
    ///   - rows: The rows to smooth; the others are copied.
    ///   - scratch: Room for a row.
    mutating func smooth(_ other: LumaPlane, rows: Range<Int>, scratch: inout [UInt16]) {
        resize(width: other.width, height: other.height, scale: other.scale)
        copyRows(of: other, outside: rows)
        Self.fit(&scratch, count: width + 2)
        let input = other.pixels.span.bytes
        for y in rows {
            var sums = scratch.mutableSpan
            var sumBytes = sums.mutableBytes
            var inner = sumBytes._mutatingExtracting(2..<2 * width + 2)
            PixelRow.blend(
                input.extracting(other.row(max(y - 1, 0))),
                input.extracting(other.row(y)),
                input.extracting(other.row(min(y + 1, height - 1))),
                into: &inner
            )
            scratch[0] = scratch[1]
            scratch[width + 1] = scratch[width]
            let range = row(y)
            var rows = pixels.mutableSpan
            var bytes = rows.mutableBytes
            var output = bytes._mutatingExtracting(range)
            PixelRow.blend(scratch.span.bytes, into: &output)
        }
    }

    /// Becomes a sharpened copy: every pixel moved away from the mean of its 5 × 5 neighbourhood.
    ///
    /// - Parameters:
    ///   - other: A smoothed picture: unsmoothed, noise would be sharpened along.
    ///   - rows: The rows to sharpen; the others are copied.
    ///   - scratch: Room for a row.
    mutating func sharpen(_ other: LumaPlane, rows: Range<Int>, scratch: inout [UInt16]) {
        resize(width: other.width, height: other.height, scale: other.scale)
        copyRows(of: other, outside: rows)
        guard !rows.isEmpty else { return }
        Self.fit(&scratch, count: width + 4)
        let input = other.pixels.span.bytes
        func row(inside y: Int) -> Range<Int> { other.row(min(max(y, 0), height - 1)) }
        // The sums for the row above the first.
        for x in 0..<width {
            scratch[x + 2] = (-3...1).reduce(0) { sum, distance in
                sum + UInt16(other.pixels[row(inside: rows.lowerBound + distance).lowerBound + x])
            }
        }
        for y in rows {
            var sums = scratch.mutableSpan
            var sumBytes = sums.mutableBytes
            var inner = sumBytes._mutatingExtracting(4..<2 * width + 4)
            PixelRow.slide(
                adding: input.extracting(row(inside: y + 2)), removing: input.extracting(row(inside: y - 3)),
                in: &inner)
            (scratch[0], scratch[1]) = (scratch[2], scratch[2])
            (scratch[width + 2], scratch[width + 3]) = (scratch[width + 1], scratch[width + 1])
            var rows = pixels.mutableSpan
            var bytes = rows.mutableBytes
            var output = bytes._mutatingExtracting(other.row(y))
            PixelRow.sharpen(input.extracting(other.row(y)), around: scratch.span.bytes, into: &output)
        }
    }

    private mutating func copyRows(of other: LumaPlane, outside rows: Range<Int>) {
        for part in [0..<rows.lowerBound * width, rows.upperBound * width..<height * width] {
            pixels.replaceSubrange(part, with: other.pixels[part])
        }
    }

    private static func fit(_ scratch: inout [UInt16], count: Int) {
        if scratch.count < count {
            scratch = [UInt16](repeating: 0, count: count)
        }
    }
}
