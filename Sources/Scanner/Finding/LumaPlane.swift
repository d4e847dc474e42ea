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
    ///   - other: The picture; an odd last column is left out.
    ///   - rows: The rows to smooth; the others stay what they were.
    ///   - scratch: Room for a row.
    mutating func smooth(_ other: LumaPlane, rows: Range<Int>, scratch: inout [UInt8]) {
        resize(width: other.width & ~1, height: other.height, scale: other.scale)
        if scratch.count < width { scratch = [UInt8](repeating: 0, count: width) }
        let input = other.pixels.span.bytes
        for y in rows {
            let (above, below) = (other.row(max(y - 1, 0)), other.row(min(y + 1, height - 1)))
            var blended = scratch.mutableSpan
            var blendedBytes = blended.mutableBytes
            var line = blendedBytes._mutatingExtracting(0..<width)
            PixelRow.blend(
                input.extracting(above), input.extracting(other.row(y)), input.extracting(below), into: &line)
            let (start, last) = (y * width, width - 1)
            var rows = pixels.mutableSpan
            var bytes = rows.mutableBytes
            var inner = bytes._mutatingExtracting(start + 1..<start + last)
            let row = scratch.span.bytes
            PixelRow.blend(
                row.extracting(0..<last - 1), row.extracting(1..<last), row.extracting(2..<last + 1), into: &inner)
            pixels[start] = scratch[0]
            pixels[start + last] = scratch[last]
        }
    }

    /// Becomes a sharpened copy: every pixel moved away from the mean of its 5 × 5 neighbourhood.
    ///
    /// - Parameters:
    ///   - other: A smoothed picture, as otherwise noise would be sharpened along; of an even width.
    ///   - rows: The rows to sharpen, of those that are smoothed; the others are white.
    ///   - scratch: Room for the sums of a row.
    mutating func sharpen(_ other: LumaPlane, rows: Range<Int>, scratch: inout ColumnSums) {
        resize(width: other.width, height: other.height, scale: other.scale)
        for part in [0..<rows.lowerBound * width, rows.upperBound * width..<height * width] {
            var all = pixels.mutableSpan
            var outside = all._mutatingExtracting(part)
            outside.update(repeating: .max)
        }
        let input = other.pixels.span.bytes
        for y in rows {
            scratch.sum(fiveRowsAround: y, of: other, inside: rows)
            let range = row(y)
            var rows = pixels.mutableSpan
            var bytes = rows.mutableBytes
            var output = bytes._mutatingExtracting(range)
            PixelRow.sharpen(
                input.extracting(range), evens: scratch.evens.span.bytes, odds: scratch.odds.span.bytes, into: &output)
        }
    }
}
