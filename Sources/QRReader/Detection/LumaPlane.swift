// One size of a picture: the frame itself, or a smaller or sharper copy of it.

/// 8-bit luma, row by row, whose storage is reused between frames.
struct LumaPlane {
    private(set) var width = 0
    private(set) var height = 0
    /// The width of one of this plane's pixels, in pixels of the frame.
    private(set) var scale: Float = 1
    /// The last column and row: luma can be interpolated between the origin and this point.
    private(set) var limit = Vector()
    /// At least `width * height` values; any values after them belong to an earlier, larger frame.
    private(set) var pixels: [UInt8] = []
    /// In a sharpened copy, for each row of blocks the columns outside which it is white.
    var drawn: [Range<Int>] = []

    /// Returns the pixels of a row.
    ///
    /// - Parameter y: 0 to `height - 1`.
    /// - Returns: The range of indices in ``pixels``.
    func row(_ y: Int) -> Range<Int> { y * width..<(y + 1) * width }

    /// Shares the pixels of a frame without copying them.
    mutating func share(_ frame: Frame) {
        (width, height, scale) = (frame.width, frame.height, 1)
        limit = Vector(Float(width - 1), Float(height - 1))
        pixels = frame.luma
    }

    /// Releases a shared frame.
    mutating func release() {
        (width, height, pixels) = (0, 0, [])
    }

    /// Sets the size, and makes room for as many pixels.
    mutating func resize(width: Int, height: Int, scale: Float) {
        (self.width, self.height, self.scale) = (width, height, scale)
        limit = Vector(Float(width - 1), Float(height - 1))
        if pixels.count < width * height {
            pixels = [UInt8](repeating: 0, count: width * height)
        }
    }

    /// Replaces the contents with a picture at half its size: every pixel is the mean of 2 × 2.
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

    /// Makes a part of a row white.
    mutating func whiten(row y: Int, _ columns: Range<Int>) {
        let range = y * width + columns.lowerBound..<y * width + columns.upperBound
        var all = pixels.mutableSpan
        var part = all._mutatingExtracting(range)
        part.update(repeating: .max)
    }

    /// Gives write access to a part of a row.
    mutating func write(row y: Int, _ columns: Range<Int>, _ body: (inout MutableRawSpan) -> Void) {
        let range = y * width + columns.lowerBound..<y * width + columns.upperBound
        var all = pixels.mutableSpan
        var bytes = all.mutableBytes
        var part = bytes._mutatingExtracting(range)
        body(&part)
    }
}
